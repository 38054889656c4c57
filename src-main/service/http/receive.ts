/** The address of a proxy; `token` is the value of its authorization header. */
export interface ProxyAddress {
  uri: string;
  token?: string;
}

/** Status and headers of an answer; the names of headers are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** One request on the way to a file. Its headers, proxy and addresses are already decided. */
export interface Hop {
  url: URL;
  headers: Readonly<Record<string, string>>;
  proxy: ProxyAddress | null;
  /** The addresses that the host's name resolved to, already checked; null: the system resolves the name. */
  addresses: readonly string[] | null;
  connectMs: number;
  /** The longest silence before the head of the answer, in milliseconds. */
  headMs: number;
  /** Called with each head. Returns the target if the answer is a redirect, whose body is not wanted; else null. */
  placeOf: (answer: Answer) => string | null;
  /** Called with the number of bytes of the body received so far. */
  received: (bytes: number) => void;
}

/**
 * Makes one request and consumes its answer. Resolves with the target of a redirect, or with null when it has the file; rejects
 * with the error that broke it.
 */
export type Receiver = (hop: Hop, signal: AbortSignal) => Promise<string | null>;

type Headers = Record<string, string | string[] | undefined>;

/** Returns the headers with lower-case names; the values of a repeated header are joined by commas. */
export function flatHeaders(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
