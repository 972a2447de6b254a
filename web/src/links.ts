// A whole game in a link: its record, deflated, after the #. What stands there is never sent to a server.

const MARK = "#g=";
const PLACE = "/replay";
const HOW = "deflate-raw";
const AT_ONCE = 0x8000; // bytes made into characters in one call

/** Characters of a record that the rules will read. */
export const LONGEST = 200_000;

/** A link that does not hold a game, or not the whole of it. */
export class BadLink extends Error {}

/** Longer than any game. */
export class TooLong extends Error {}

/** Whether this browser can make such links. */
export function canPack(): boolean {
  try {
    return !!new CompressionStream(HOW);
  } catch {
    return false;
  }
}

/** A record as it stands in a link. */
export async function pack(record: string): Promise<string> {
  return toText(await through(new TextEncoder().encode(record), new CompressionStream(HOW)));
}

/** The record that stands in a link. */
export async function unpack(packed: string): Promise<string> {
  try {
    const bytes = await through(toBytes(packed), new DecompressionStream(HOW), LONGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof TooLong ? error : new BadLink("a link without a whole game");
  }
}

export const linkTo = (packed: string, origin: string) => `${origin}${PLACE}${MARK}${packed}`;

/** What a link, or the end of one, carries; nothing, if it is no such link. */
export function packedIn(text: string): string {
  const [before = "", after = ""] = text.split(MARK, 2);
  return /[{"]/.test(before) ? "" : (/^[\w-]+/.exec(after)?.[0] ?? "");
}

const REVIEW = /(^#|&)review$/;

/** Whether the end of an address asks for the review of its game. */
export const reviewIn = (hash: string) => REVIEW.test(hash);

/** The end of an address, with that wish or without it. */
export function withReview(hash: string, wanted: boolean): string {
  const rest = hash.replace(REVIEW, "");
  if (!wanted) return rest;
  return rest ? `${rest}&review` : "#review";
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes through a stream that changes them; `most` guards against a small link that swells without end. */
async function through(
  bytes: Bytes,
  change: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Bytes> {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(change).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined);
      throw new TooLong(`more than ${most} bytes`);
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toText(bytes: Bytes): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text: string): Bytes {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
