import type { WritableFile } from '../core/write-all-at.ts';
import { type AnswerHead, createAnswerReader } from './answer-reader.ts';
import { type BodyWriter, createBodyWriter } from './body-writer.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { startsLikePage } from './content-decoder.ts';
import { failure, openExchangeConnection } from './exchange-connection.ts';
import type { BufferPool } from './storage/buffer-pool.ts';
import {
  type AcceptMessage,
  type ExchangeEnd,
  type FromThread,
  linksOf,
  type RequestMessage,
} from './transfer-messages.ts';

interface ExchangeOptions {
  request: RequestMessage;
  pool: ConnectionPool;
  buffers: BufferPool;
  /** Returns the open file behind a descriptor. */
  fileOf: (fd: number) => WritableFile;
  post: (message: FromThread) => void;
}

/** One request and its answer, in the thread that owns the connection. */
export interface Exchange {
  accept(target: AcceptMessage): void;
  stop(): void;
  pause(): void;
  resume(): void;
  meter(isMetered: boolean): void;
  shorten(end: number): void;
  /** To be called at regular intervals: reports and writes what was received, however little it is. */
  flushPartial(): void;
}

/** Creates the reports to the main thread about the progress of an exchange; each number is sent once. */
function createExchangeReport({ request: { id }, post }: ExchangeOptions, at: () => number) {
  let bytes = 0;
  let postedBytes = 0;
  return {
    count(pieceBytes: number) {
      bytes += pieceBytes;
    },
    head({ status, headers }: AnswerHead, page: boolean) {
      post({ kind: 'head', id, status, headers: { ...headers }, page });
    },
    received() {
      if (bytes === postedBytes) return;
      postedBytes = bytes;
      post({ kind: 'received', id, bytes, at: at() });
    },
    written(block: { start: number; end: number; crc: number | null }) {
      postedBytes = bytes;
      post({ kind: 'written', id, block: { ...block }, bytes, at: at() });
    },
    shortened: (done: boolean) => post({ kind: 'shortened', id, done }),
    ended: (end: ExchangeEnd, sha256: string | null) =>
      post({ kind: 'ended', id, end, at: at(), bytes, sha256 }),
  };
}

/** Resolves with how the body ended when all of it is decoded. */
async function decodedEnd(body: BodyWriter): Promise<ExchangeEnd> {
  try {
    await body.finishDecoding();
    return { kind: 'over' };
  } catch (error) {
    return { kind: 'encoding', error: linksOf(error) };
  }
}

/** Resolves with how the exchange ended when everything received is written; a disk failure has priority over other reasons. */
async function writtenEnd(body: BodyWriter, end: ExchangeEnd): Promise<ExchangeEnd> {
  try {
    await body.finish();
    return end;
  } catch (error) {
    return { kind: 'disk', error: linksOf(error) };
  }
}

/**
 * Makes a request, reads its answer and writes the body where the main thread says. `ended` is posted once, when nothing is
 * written any more.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  let head: AnswerHead | null = null;
  let isHeadPosted = false;
  /** The pieces of the body that arrived before the main thread accepted it. */
  const earlyPieces: Buffer[] = [];
  let body: BodyWriter | null = null;
  let isBodyComplete = false;
  let end: ExchangeEnd | null = null;
  let isClosed = false;
  const report = createExchangeReport(options, () => body?.at() ?? 0);

  const reader = createAnswerReader({
    head(found) {
      head = found;
      // A page instead of a file is recognised by its first bytes.
      if (found.status !== 200) postHead(false);
    },
    body(piece) {
      report.count(piece.length);
      if (!isHeadPosted) postHead(startsLikePage(piece));
      if (isClosed || end !== null) return;
      if (body === null) earlyPieces.push(Buffer.from(piece));
      else body.push(piece);
    },
    end() {
      isBodyComplete = true;
      if (!isHeadPosted) postHead(false);
      connection.release(reader.isReusable());
      if (body !== null) void decodedEnd(body).then(finish);
    },
  });
  const connection = openExchangeConnection({
    request: options.request,
    pool: options.pool,
    failed,
    bytes: reader.feed,
    ended(error) {
      if (error !== null || !reader.close())
        failed(error ?? failure('ECONNRESET', 'the connection ended before the answer was whole'));
    },
  });

  function postHead(isPage: boolean) {
    if (head === null || isHeadPosted) return;
    isHeadPosted = true;
    connection.headArrived();
    connection.pause('verdict');
    report.head(head, isPage);
  }

  function failed(error: unknown) {
    finish({ kind: 'network', error: linksOf(error) });
  }

  /** Ends the exchange; what was received is written in any case. */
  function finish(reason: ExchangeEnd) {
    if (end !== null) return;
    end = reason;
    connection.drop();
    if (body === null) return close(reason);
    void writtenEnd(body, reason).then(close);
  }

  function close(reason: ExchangeEnd) {
    if (!isClosed) report.ended(reason, body?.digest() ?? null);
    isClosed = true;
  }

  function accept(target: AcceptMessage) {
    if (end !== null) return;
    const { pause, resume } = connection;
    const { received: metered, written } = report;
    const { fileOf, buffers } = options;
    const accepted = createBodyWriter({
      target,
      file: fileOf(target.fd),
      buffers,
      pause,
      resume,
      metered,
      written,
      end: finish,
    });
    body = accepted;
    for (const piece of earlyPieces.splice(0)) if (end === null) accepted.push(piece);
    connection.resume('verdict');
    if (isBodyComplete && end === null) void decodedEnd(accepted).then(finish);
  }

  return {
    accept,
    stop: () => finish({ kind: 'over' }),
    pause: () => connection.pause('main'),
    resume() {
      connection.resume('main');
      connection.resume('meter');
    },
    meter: (isMetered) => body?.meter(isMetered),
    shorten(newEnd) {
      report.shortened(end === null && body?.shorten(newEnd) === true);
    },
    flushPartial() {
      if (body === null) return;
      report.received();
      body.flushPartial();
    },
  };
}
