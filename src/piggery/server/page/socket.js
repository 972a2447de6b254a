// The line to a table. It is made anew when it breaks; a hello brings the whole view back.

const PROTOCOL = 1;
const FIRST_WAIT = 300;
const REFUSED_WAIT = 2000; // after a refusal that is not for good
const LONGEST_WAIT = 5000;
const SILENCE = 8000; // how long a line, or an answer to hello, may take

/** `hear(news)` is called for each message, `online(true|false)` when the line comes and goes. */
export function connect(code, token, hear, online) {
  let socket = null;
  let wait = FIRST_WAIT;
  let again = 0;
  let silence = 0;
  let over = false;

  function dial() {
    clearTimeout(again);
    const line = (socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`));
    line.onopen = hello;
    line.onmessage = (event) => {
      if (line !== socket) return;
      clearTimeout(silence);
      silence = 0;
      wait = FIRST_WAIT;
      online(true);
      hear(JSON.parse(event.data));
    };
    line.onclose = () => line === socket && broken();
    listen();
  }

  function hello() {
    send({ type: "hello", protocol: PROTOCOL, table: code, token: token() });
    listen();
  }

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(hangUp, SILENCE);
  }

  function hangUp() {
    const line = socket;
    socket = null;
    line?.close();
    broken();
  }

  function broken() {
    clearTimeout(silence);
    clearTimeout(again);
    if (over) return;
    socket = null;
    online(false);
    again = setTimeout(dial, wait);
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }

  function send(ask) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(ask));
    return true;
  }

  /** A phone that wakes up may hold a dead line: say hello, and see whether anybody answers. */
  function wake() {
    if (over || document.hidden) return;
    if (socket?.readyState === WebSocket.OPEN) hello();
    else if (socket?.readyState !== WebSocket.CONNECTING) {
      wait = FIRST_WAIT;
      dial();
    }
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
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
      socket?.close();
    },
  };
}
