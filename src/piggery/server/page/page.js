// Start-up and routing: `/` is the home page, `/t/CODE` a table.

import { button, el } from "./dom.js";
import { home } from "./home.js";
import { keepSeat } from "./keep.js";
import { table } from "./table.js";
import { load, onLanguage } from "./words.js";

const app = document.getElementById("app");
let screen = null;

/** Show what the address says. `start` begins the game as soon as the table is there. */
function route(options = {}) {
  screen?.close();
  document.querySelectorAll("dialog").forEach((node) => node.remove());
  app.replaceChildren();
  const [, typed] = location.pathname.match(/^\/t\/([\w-]+)\/?$/) || [];
  if (!typed) {
    screen = home(app, go);
    return;
  }
  const code = typed.toUpperCase().replaceAll("-", "");
  const token = location.hash.slice(1);
  if (token) {
    keepSeat(code, { token });
    history.replaceState(null, "", `/t/${code}`);
  }
  screen = table(app, code, go, options);
}

function go(path, options) {
  history.pushState(null, "", path);
  route(options);
  scrollTo(0, 0);
}

async function begin() {
  try {
    await load();
  } catch {
    const failed = el(
      "p",
      { class: "center" },
      button("↻", () => location.reload(), { class: "big", "aria-label": "Reload" }),
    );
    app.replaceChildren(failed);
    return;
  }
  onLanguage(() => {
    document.querySelectorAll("dialog").forEach((node) => node.close());
    screen.draw();
  });
  addEventListener("popstate", () => route());
  addEventListener("hashchange", () => route());
  route();
}

begin();
