// The small menu of a table, and the rules.

import { button, copyable, el, languages, open } from "./dom.js";
import { seat } from "./keep.js";
import { has, language, say } from "./words.js";

export function rules(game) {
  const lines = [];
  for (let n = 1; has(`rules.${game}.${n}`); n += 1) lines.push(el("li", {}, say(`rules.${game}.${n}`)));
  open(say("rules.title", { game: say(`${game}.title`) }), el("ol", { class: "rules" }, lines));
}

export function menu(at) {
  const { view, ask } = at;
  const parts = [];
  let close = () => {};
  const item = (text, does) =>
    button(text, () => {
      close();
      does();
    });
  const { phase, paused, settings, code, game, chairs } = view?.table || {};
  if (view) {
    parts.push(item(say("key.rules"), () => rules(settings.game)));
    if (view.host && phase === "play") {
      parts.push(
        paused
          ? item(say("score.go_on"), () => ask({ type: "resume" }))
          : item(say("page.pause"), () => ask({ type: "pause" })),
      );
    }
    if (view.you >= 0) {
      parts.push(item(say("page.rename"), () => ask({ type: "rename", language: language() })));
      parts.push(item(say("page.leave"), () => ask({ type: "leave" })));
    }
    if (view.host && phase === "play") {
      const people = chairs
        .map((chair, n) => [chair, n])
        .filter(([chair, n]) => chair.player === "person" && n !== view.you);
      for (const [chair, n] of people)
        parts.push(item(say("page.remove", { player: chair.name }), () => ask({ type: "remove", seat: n })));
    }
  }
  parts.push(item(say("page.home"), at.home));
  const { token } = seat(at.code);
  close = open(
    say("page.menu"),
    el("div", { class: "items" }, parts),
    el("label", { class: "choice" }, el("span", { class: "label" }, say("key.language")), languages()),
    token &&
      el(
        "div",
        { class: "return" },
        el("h3", {}, say("page.return_link")),
        el("p", {}, say("page.return_hint")),
        copyable(`${location.origin}/t/${code || at.code}#${token}`, say("page.return_link")),
      ),
    game?.seal && el("p", { class: "seal" }, sealed(game.seal)),
  );
}

/** The commitment to a deal, short; whole for whoever looks. */
export function sealed(seal) {
  return el("span", { title: seal }, say("story.sealed", { text: seal.slice(0, 16) }));
}
