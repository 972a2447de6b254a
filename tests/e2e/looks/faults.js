// What sticks out of the screen, is cut, is too small for a thumb, or shares its place with something else however one
// scrolls.
() => {
  const LEAST = 43.99; // pixels
  const TOUCH = 1.5; // pixels that neighbours may share
  const TAPPED = "button, select, summary, input, textarea, a, label.button";
  const width = document.documentElement.clientWidth; // a phone's innerWidth makes room for what is too wide

  const words = (node) => (node.ariaLabel || node.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
  const told = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return `${node.tagName} ${words(node)} (${[x, y, width, height].map(Math.round)})`;
  };
  const above = (node) => (node.parentElement ? [node.parentElement, ...above(node.parentElement)] : []);
  const scrolls = (node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
  const unseen = (node) => [node, ...above(node)].some((one) => getComputedStyle(one).clipPath.startsWith("inset(50%"));
  const all = [...document.querySelectorAll("body *")];
  const shown = all.filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && !node.ownerSVGElement && !unseen(node),
  );

  const sticksOut = (node) => {
    const { left, right } = node.getBoundingClientRect();
    return (left < -0.5 || right > width + 0.5) && !above(node).some(scrolls);
  };
  // A table of many columns may be pushed aside, and says so to whoever listens; anything else only up and down
  const pushed = (node) => scrolls(node) && node.scrollWidth > node.clientWidth + 1 && node.role !== "region";
  // What is tapped stays on its paper
  const off = (node) => {
    const paper = node.closest(".panel, dialog")?.getBoundingClientRect();
    const { left, right } = node.getBoundingClientRect();
    return paper && (left < paper.left - 0.5 || right > paper.right + 0.5);
  };
  const inSentence = (node) =>
    node.tagName === "A" &&
    getComputedStyle(node).display === "inline" &&
    node.parentElement.textContent.trim() !== node.textContent.trim();
  const small = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width < LEAST || height < LEAST;
  };

  // Letters that a box cuts off, so that no scrolling brings them back
  const own = (node) => [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
  const letters = (node) => {
    const range = document.createRange();
    return own(node).flatMap((text) => (range.selectNodeContents(text), [...range.getClientRects()]));
  };
  const cuts = (rect) => (box) => {
    const style = getComputedStyle(box);
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const across = ["hidden", "clip"].includes(style.overflowX);
    const down = ["hidden", "clip"].includes(style.overflowY);
    const low = Math.max(1, 0.2 * (rect.bottom - rect.top)); // a line is taller than its letters
    return (
      (across && (rect.left < left - 1 || rect.right > right + 1)) ||
      (down && (rect.top < top - low || rect.bottom > bottom + low))
    );
  };
  const closing = (node) => {
    const { position } = getComputedStyle(node); // what is taken out of the flow is not closed in by all above it
    const next = position === "fixed" ? null : position === "absolute" ? node.offsetParent : node.parentElement;
    return next ? [node, ...closing(next)] : [node];
  };
  const isCut = (node) => {
    const boxes = closing(node);
    const end = boxes.findIndex((box) => /auto|scroll/.test(getComputedStyle(box).overflow));
    const closed = end < 0 ? boxes : boxes.slice(0, end);
    return letters(node).some((rect) => closed.some(cuts(rect)));
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

  // What is tapped has a place of its own
  const floats = (node) => [node, ...above(node)].find((one) => /sticky|fixed/.test(getComputedStyle(one).position));
  const scroller = (node) => above(node).find((one) => /auto|scroll/.test(getComputedStyle(one).overflow));
  const share = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return (
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCH &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCH
    );
  };
  const overlapping = (nodes) =>
    nodes.flatMap((one, n) =>
      nodes
        .slice(n + 1)
        .filter((other) => !one.contains(other) && !other.contains(one))
        .filter((other) => floats(one) === floats(other) && scroller(one) === scroller(other) && share(one, other))
        .map((other) => `share a place: ${told(one)} and ${told(other)}`),
    );

  const tapped = shown.filter((node) => node.matches(TAPPED) && !inSentence(node));
  const whole = document.documentElement.scrollWidth;
  const found = [
    ...(whole > width ? [`the page is ${whole} wide`] : []),
    ...shown.filter(sticksOut).map((node) => `too wide: ${told(node)}`),
    ...shown.filter(pushed).map((node) => `wider than its box: ${told(node)}`),
    ...shown.filter(isCut).map((node) => `cut: ${told(node)}`),
    ...tapped.filter(off).map((node) => `off its paper: ${told(node)}`),
    ...tapped.filter(small).map((node) => `too small: ${told(node)}`),
    ...overlapping(tapped.filter((node) => !out(node))),
    ...overlapping(shown.filter((node) => node.matches("[data-seat]"))),
  ];
  const places = all.map((node) => [node, node.scrollTop]).filter(([, top]) => top);
  const [left, top] = [scrollX, scrollY];
  found.push(...tapped.filter(covered).map((node) => `covered: ${told(node)}`));
  places.forEach(([node, top]) => (node.scrollTop = top));
  scrollTo(left, top);
  return found;
}
