// What the page and the engine's worker say to each other.

export type Call = "gather" | "ask" | "leave" | "record" | "answer" | "review" | "sum_up" | "verify";

export type Order = { start: string } | { id: number; call: Call; with: (string | number | boolean)[] };

export type Report =
  | { progress: number }
  | { ready: true }
  | { news: string; text: string }
  | { id: number; value: string | undefined }
  | { id: number; failed: string }
  | { failed: string };
