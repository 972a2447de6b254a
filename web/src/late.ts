// Who comes and goes in the middle of a game: who is asked, and what there is to say of it.

import type { Said, View } from "./wire";

/** Whether somebody asks to come in, and whoever looks is asked. */
export const mayAdmit = (view: View | null): boolean => !!view?.table.request && view.you >= 0;

/** The changes of seat that a view brings; and to whoever `asked`, that they were not let in. */
export function seatNews(view: View, before: View | null, asked: boolean): Said[] {
  const { table } = view;
  if (!before || table.phase !== "play") return [];
  const newest = before.table.game?.changes.at(-1)?.n ?? before.table.n;
  const told = (table.game?.changes ?? []).filter(({ n }) => n > newest).map(({ said }) => said);
  return asked && !view.asking && view.you < 0 ? [...told, ["page.not_let_in", {}]] : told;
}
