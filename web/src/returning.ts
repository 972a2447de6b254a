// The return link of a seat: its token comes after the #, and goes no further than this page.

/** Whether somebody has pointed the camera at the picture of a table: they want to sit down. Ask before `returning`. */
export const comesToSit = (): boolean => location.hash === "#sit";

export function returning(): string {
  const [, token = ""] = /^#([\w-]{32,64})$/.exec(location.hash) ?? [];
  if (location.hash.length > 1) history.replaceState(null, "", location.pathname);
  return token;
}
