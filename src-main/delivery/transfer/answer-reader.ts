/** The head of an answer. */
export interface AnswerHead {
  status: number;
  /** Names in lower case; those that come more than once are joined by a comma. */
  headers: Readonly<Record<string, string>>;
}

/** The answer breaks the rules of HTTP/1.1, so nobody knows what its bytes mean. */
export class BadAnswer extends Error {
  readonly code = 'HPE_INVALID';
}

interface AnswerReader {
  /** Takes the next bytes of the connection; the pieces that it hands out are parts of them. Throws BadAnswer. */
  feed(bytes: Buffer): void;
  /** The connection has ended; returns whether the answer is whole. */
  close(): boolean;
  /** Whether the answer has ended by its own rules, and the connection is good for another request. */
  isReusable(): boolean;
}

interface AnswerListener {
  /** Interim answers (1xx) are not shown. */
  head(head: AnswerHead): void;
  body(piece: Buffer): void;
  /** The body is whole. */
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
    // Of a folded line, a control character or another kind of line break two readers would make two things.
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

/** RFC 9112 §6.3, for the answer to a GET. */
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

/** Returns what reads the lines of the chunked coding: the line without its end, or null while it is not whole, and where it ended. */
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
 * Reads one answer off a connection. No reader of a library is used, since those make a buffer of every 16 KiB that TLS hands
 * over, and a download costs twice the processor time by that.
 */
export function createAnswerReader(listener: AnswerListener): AnswerReader {
  let state: 'head' | 'body' | 'chunk-size' | 'chunk-end' | 'trailers' | 'over' = 'head';
  const readLine = createLineReader();
  let headBytes = Buffer.alloc(0);
  /** Bytes that the body or the chunk still lacks; infinite when it ends with the connection. */
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
      // A copy: the next bytes come into the same memory.
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
        // More came than was asked for, and nobody knows what it belongs to.
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
