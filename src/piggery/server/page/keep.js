// What this device remembers. A browser may forbid it: then nothing is remembered, and everything else works.

const PREFIX = "piggery.";
const MONTH = 30 * 24 * 3600 * 1000;

export function kept(name, store = () => localStorage) {
  try {
    return store().getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name, value, store = () => localStorage) {
  try {
    if (value === null) store().removeItem(PREFIX + name);
    else store().setItem(PREFIX + name, value);
  } catch {
    // forbidden, or full
  }
}

const session = () => sessionStorage;
export const reloadedFor = () => kept("reloaded", session);
export const rememberReload = (protocol) => keep("reloaded", String(protocol), session);

/** The seat this device has at a table: {token, game, name, at}. */
export function seat(code) {
  try {
    return JSON.parse(kept(`table.${code}`)) || {};
  } catch {
    return {};
  }
}

export function keepSeat(code, change) {
  keep(`table.${code}`, JSON.stringify({ ...seat(code), ...change, at: Date.now() }));
}

export const forgetSeat = (code) => keep(`table.${code}`, null);

/** The tables with a seat for this device, the latest first. */
export function seats() {
  const found = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(`${PREFIX}table.`)) continue;
      const code = name.slice(PREFIX.length + 6);
      const { token, at = 0, ...rest } = seat(code);
      if (token && Date.now() - at < MONTH) found.push({ code, at, ...rest });
      else forgetSeat(code);
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => b.at - a.at);
}

export const nonce = () => random(8);
export const freshToken = () => random(24);

function random(many) {
  const bytes = crypto.getRandomValues(new Uint8Array(many));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
