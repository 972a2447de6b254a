// What sticks out of the screen, is too small for a thumb, or lies under something else however one scrolls.
() => {
  const LEAST = 43.99; // pixels
  const TAPPED = "button, select, summary, input, textarea, a, label.button";
  const width = document.documentElement.clientWidth; // a phone's innerWidth makes room for what is too wide

  const told = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const words = (node.ariaLabel || node.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `${node.tagName} ${words} (${[x, y, width, height].map(Math.round)})`;
  };
  const above = (node) => (node.parentElement ? [node.parentElement, ...above(node.parentElement)] : []);
  const scrolls = (node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
  const all = [...document.querySelectorAll("body *")];
  const shown = all.filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && !node.ownerSVGElement && !node.closest(".hidden"),
  );

  const sticksOut = (node) => {
    const { left, right } = node.getBoundingClientRect();
    return (left < -0.5 || right > width + 0.5) && !above(node).some(scrolls);
  };
  const inSentence = (node) =>
    node.tagName === "A" &&
    getComputedStyle(node).display === "inline" &&
    node.parentElement.textContent.trim() !== node.textContent.trim();
  const small = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width < LEAST || height < LEAST;
  };

  const dialog = document.querySelector("dialog[open]");
  const out = (node) => (dialog && !dialog.contains(node)) || node.closest("[inert]");
  const reached = (node) => (block) => {
    node.scrollIntoView({ block, inline: "center" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return node.contains(hit) || hit?.closest("label")?.contains(node) || hit?.closest(".toasts"); // notes go away
  };
  const covered = (node) => !out(node) && !["center", "start", "end"].some(reached(node));

  const tapped = shown.filter((node) => node.matches(TAPPED) && !inSentence(node));
  const whole = document.documentElement.scrollWidth;
  const found = [
    ...(whole > width ? [`the page is ${whole} wide`] : []),
    ...shown.filter(sticksOut).map((node) => `too wide: ${told(node)}`),
    ...tapped.filter(small).map((node) => `too small: ${told(node)}`),
  ];
  const places = all.map((node) => [node, node.scrollTop]).filter(([, top]) => top);
  const [left, top] = [scrollX, scrollY];
  found.push(...tapped.filter(covered).map((node) => `covered: ${told(node)}`));
  places.forEach(([node, top]) => (node.scrollTop = top));
  scrollTo(left, top);
  return found;
}
