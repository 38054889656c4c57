/** The head of an answer. */
export interface AnswerHead {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>;
}

/** The answer violates HTTP/1.1, so the meaning of its bytes is unclear. */
export class BadAnswer extends Error {
  readonly code = 'HPE_INVALID';
}

interface AnswerReader {
  /** Reads the next bytes of the connection; the pieces that it passes on are views of them. Throws BadAnswer. */
  feed(bytes: Buffer): void;
  /** Call this when the connection has ended; returns true if the answer is complete. */
  close(): boolean;
  /** True if the answer has ended by its own rules, so that the connection can be used for another request. */
  isReusable(): boolean;
}

interface AnswerListener {
  /** Interim answers (1xx) are not passed on. */
  head(head: AnswerHead): void;
  body(piece: Buffer): void;
  /** The body is complete. */
  end(): void;
}

const maxHeadBytes = 16_384;
const endOfHead = Buffer.from('\r\n\r\n');
const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

function parseHead(text: string): AnswerHead & { version: string } {
  const [first = '', ...lines] = text.split('\r\n');
  const [, version = '', status = ''] = /^HTTP\/(1\.[01]) (\d{3})(?: .*)?$/.exec(first) ?? [];
  if (status === '') throw new BadAnswer('no status line');
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name, value] = header.exec(line) ?? [];
    // Two readers could interpret a folded line, a control character or another kind of line break differently.
    if (name === undefined || value === undefined || /[\0\r\n]/.test(value))
      throw new BadAnswer('a header makes no sense');
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return { version, status: Number(status), headers };
}

type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  | { kind: 'to-the-end' };

/** Implements RFC 9112 §6.3 for the answer to a GET. */
function framingOf({ status, headers }: AnswerHead): Framing {
  const length = headers['content-length'];
  const coding = headers['transfer-encoding'];
  if (status === 204 || status === 304) return { kind: 'none' };
  if (coding !== undefined) {
    if (length !== undefined) throw new BadAnswer('two lengths');
    if (coding.toLowerCase() !== 'chunked') throw new BadAnswer('an unknown transfer coding');
    return { kind: 'chunked' };
  }
  if (length === undefined) return { kind: 'to-the-end' };
  if (!/^\d{1,15}$/.test(length)) throw new BadAnswer('a length that is none');
  return { kind: 'length', bytes: Number(length) };
}

/**
 * Creates the reader for lines of the chunked coding; it returns the line without its end, or null if it is incomplete, and where
 * it ended.
 */
function createLineReader() {
  let text = '';
  return (bytes: Buffer, from: number): { line: string | null; to: number } => {
    const at = bytes.indexOf(10, from);
    const to = at < 0 ? bytes.length : at + 1;
    text += bytes.toString('latin1', from, to);
    if (text.length > maxHeadBytes) throw new BadAnswer('too long a line');
    if (at < 0) return { line: null, to };
    if (!text.endsWith('\r\n')) throw new BadAnswer('a line without its end');
    const line = text.slice(0, -2);
    text = '';
    return { line, to };
  };
}

/**
 * Reads one answer from a connection. No library is used, because those allocate a buffer for every 16 KiB of TLS data, which
 * doubles the processor time of a download.
 */
export function createAnswerReader(listener: AnswerListener): AnswerReader {
  let state: 'head' | 'body' | 'chunk-size' | 'chunk-end' | 'trailers' | 'over' = 'head';
  const readLine = createLineReader();
  let headBytes = Buffer.alloc(0);
  /** The missing bytes of the body or the chunk; infinite if the body ends with the connection. */
  let left = 0;
  let chunked = false;
  let keepAlive = false;

  function end() {
    state = 'over';
    listener.end();
  }

  /** Returns how many of the bytes belong to the head. */
  function readHead(bytes: Buffer): number {
    const before = headBytes.length;
    const all = before === 0 ? bytes : Buffer.concat([headBytes, bytes]);
    const at = all.indexOf(endOfHead, Math.max(0, before - 3));
    if (at > maxHeadBytes || (at < 0 && all.length > maxHeadBytes)) throw new BadAnswer('too long a head');
    if (at < 0) {
      // A copy, because the next bytes are read into the same memory.
      headBytes = Buffer.from(all);
      return bytes.length;
    }
    headBytes = Buffer.alloc(0);
    const { version, ...head } = parseHead(all.toString('latin1', 0, at));
    if (head.status === 101) throw new BadAnswer('a protocol nobody asked for');
    if (head.status >= 200) beginBody(head, version);
    return at + endOfHead.length - before;
  }

  function beginBody(head: AnswerHead, version: string) {
    const framing = framingOf(head);
    keepAlive = version === '1.1' && !/(?:^|,)\s*close\s*(?:,|$)/i.test(head.headers.connection ?? '');
    chunked = framing.kind === 'chunked';
    if (framing.kind === 'to-the-end') keepAlive = false;
    left =
      framing.kind === 'length'
        ? framing.bytes
        : framing.kind === 'to-the-end'
          ? Number.POSITIVE_INFINITY
          : 0;
    state = chunked ? 'chunk-size' : 'body';
    listener.head(head);
    if (!chunked && left === 0 && state === 'body') end();
  }

  function readBody(bytes: Buffer, from: number): number {
    const to = Math.min(bytes.length, from + left);
    left -= to - from;
    if (left === 0) state = chunked ? 'chunk-end' : 'over';
    listener.body(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to));
    if (!chunked && left === 0) listener.end();
    return to;
  }

  function readChunkLine(bytes: Buffer, from: number): number {
    const { line, to } = readLine(bytes, from);
    if (line === null) return to;
    if (state === 'chunk-end') {
      if (line !== '') throw new BadAnswer('a chunk longer than its length');
      state = 'chunk-size';
    } else if (state === 'trailers') {
      if (line === '') end();
    } else {
      const [, size] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
      if (size === undefined) throw new BadAnswer('a chunk without its length');
      left = Number.parseInt(size, 16);
      state = left === 0 ? 'trailers' : 'body';
    }
    return to;
  }

  return {
    feed(bytes) {
      for (let at = 0; at < bytes.length; ) {
        // More bytes came than the answer has, and it is unclear what they belong to.
        if (state === 'over') {
          keepAlive = false;
          return;
        }
        if (state === 'head') at += readHead(at === 0 ? bytes : bytes.subarray(at));
        else if (state === 'body') at = readBody(bytes, at);
        else at = readChunkLine(bytes, at);
      }
    },
    close() {
      if (state === 'body' && left === Number.POSITIVE_INFINITY) end();
      return state === 'over';
    },
    isReusable: () => state === 'over' && keepAlive,
  };
}
