// The connection to a table, wherever it is played: on the server, or on this device.

import type { Ask, News } from "../wire";

export interface Connection {
  /** Whether it could be sent. */
  send(ask: Ask): boolean;
  /** Hang up, and try again in a while. */
  again(): void;
  close(): void;
}

export type Hear = (news: News) => void;
export type Online = (is: boolean) => void;
