// Everything a person can read or be told, as one text.
() => {
  const names = ["aria-label", "aria-valuetext", "title", "alt", "placeholder"];
  const said = (node) => names.map((name) => node.getAttribute(name) ?? "");
  const nodes = [...document.querySelectorAll("body *")];
  return [document.title, document.body.innerText, ...nodes.flatMap(said)].join("\n");
}
