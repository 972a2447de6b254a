// The connection to a table on this device: the same messages, to the engine instead of a server.

import { engine, engineState, listen } from "../engine/engine.svelte";
import { PROTOCOL, type News } from "../wire";
import type { Connection, Hear, Online } from "./connection";

export function device(code: string, token: () => string, hear: Hear, online: Online): Connection {
  const deaf = listen(code, {
    hear(text) {
      online(true);
      hear(JSON.parse(text) as News);
    },
    lost: () => online(false),
  });
  const send = (ask: object) => {
    engine("ask", code, JSON.stringify(ask)).catch(() => online(false));
    return true;
  };
  send({ type: "hello", protocol: PROTOCOL, table: code, token: token() });
  return {
    send,
    again: () => send({ type: "hello", protocol: PROTOCOL, table: code, token: token() }),
    close() {
      deaf();
      if (engineState() === "ready") engine("leave", code).catch(() => undefined);
    },
  };
}

/** On one device a seat needs no secret. */
export const tokenOf = (code: string, seat: number) => `${code}/${seat}`;
