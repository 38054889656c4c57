/** A proxy by its address; who may use it says the header that goes with it. */
export interface ProxyAddress {
  uri: string;
  token?: string;
}

/** Status and headers of an answer; the names of headers are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** One request on the way to a file, all that may leave decided. */
export interface Hop {
  url: URL;
  headers: Readonly<Record<string, string>>;
  proxy: ProxyAddress | null;
  /** Where the name of its host leads, judged already; null: as the system resolves it. */
  addresses: readonly string[] | null;
  connectMs: number;
  /** Silence before the head of the answer. */
  headMs: number;
  /** Told of each head. Where the answer leads to, its body is not wanted; null when it is the answer itself. */
  placeOf: (answer: Answer) => string | null;
  /** Told how many bytes of the body have come so far. */
  received: (bytes: number) => void;
}

/**
 * Makes one request and takes its answer; what to do with the body is its own business. Resolves with the place to go to, or with
 * null when it has what it wants; rejects with what broke it.
 */
export type Receiver = (hop: Hop, signal: AbortSignal) => Promise<string | null>;

type Headers = Record<string, string | string[] | undefined>;

/** Headers with lower-case names, each with one text. */
export function flatHeaders(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
