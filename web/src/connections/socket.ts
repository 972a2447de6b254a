// The connection to a table on the server. It reconnects when it breaks; a hello brings the whole view back.

import { PROTOCOL, type Ask, type News } from "../wire";
import type { Connection, Hear, Online } from "./connection";

const FIRST_WAIT = 300;
const REFUSED_WAIT = 2000; // after a refusal that is not for good
const LONGEST_WAIT = 5000;
const SILENCE = 8000; // how long a connection, or an answer to hello, may take

export function socket(code: string, token: () => string, hear: Hear, online: Online): Connection {
  let ws: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let again: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  function dial() {
    clearTimeout(again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const fresh = (ws = new WebSocket(`${scheme}://${location.host}/socket`));
    fresh.onopen = hello;
    fresh.onmessage = (event) => {
      if (fresh !== ws) return;
      clearTimeout(silence);
      wait = FIRST_WAIT;
      online(true);
      hear(JSON.parse(String(event.data)) as News);
    };
    fresh.onclose = () => fresh === ws && broken();
    listen();
  }

  function hello() {
    send({ type: "hello", protocol: PROTOCOL, table: code, token: token() });
  }

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(hangUp, SILENCE);
  }

  function hangUp() {
    const old = ws;
    ws = null;
    old?.close();
    broken();
  }

  function broken() {
    clearTimeout(silence);
    clearTimeout(again);
    if (over) return;
    ws = null;
    online(false);
    again = setTimeout(dial, wait);
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }

  function send(ask: Ask): boolean {
    if (ws?.readyState !== WebSocket.OPEN) return false;
    ws.send(JSON.stringify(ask));
    if (ask.type !== "tap") listen(); // everything but a tap is answered: a ws that says nothing is dead
    return true;
  }

  /** A phone that wakes up may hold a dead ws: say hello, and see whether anybody answers. */
  function wake() {
    if (over || document.hidden) return;
    if (ws?.readyState === WebSocket.OPEN) hello();
    else if (ws?.readyState !== WebSocket.CONNECTING) {
      wait = FIRST_WAIT;
      dial();
    }
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", hangUp);
  dial();
  return {
    send,
    again() {
      wait = Math.max(wait, REFUSED_WAIT);
      hangUp();
    },
    close() {
      over = true;
      clearTimeout(again);
      clearTimeout(silence);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      removeEventListener("offline", hangUp);
      ws?.close();
    },
  };
}
