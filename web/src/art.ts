// The pictures: one file of symbols, put into the page once, used by name.

import url from "virtual:sprite";

/** Bring the pictures in; until then cards show their numbers alone. */
export function paint(): void {
  fetch(url)
    .then((answer) => answer.text())
    .then((text) => {
      const holder = document.createElement("div");
      holder.hidden = true;
      holder.innerHTML = text;
      document.body.prepend(holder);
    })
    .catch(() => undefined);
}
