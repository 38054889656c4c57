import { createHash, type Hash } from 'node:crypto';
import { type AnswerHead, createAnswerReader } from './answer-reader.ts';
import { type BlockWriter, createBlockWriter, type WritableFile } from './block-writer.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { createUnpacker, looksLikePage, type Unpacker } from './content-decoder.ts';
import type { Connection } from './http-connection.ts';
import {
  type AcceptMessage,
  type ExchangeEnd,
  type FromThread,
  linksOf,
  type RequestMessage,
} from './transfer-messages.ts';

export interface ExchangeOptions {
  ask: RequestMessage;
  pool: ConnectionPool;
  buffers: BufferPool;
  /** The open file behind a descriptor. */
  fileOf: (fd: number) => WritableFile;
  tell: (message: FromThread) => void;
}

/** One request and its answer, in the thread that owns the connection. */
export interface Exchange {
  take(job: AcceptMessage): void;
  leave(): void;
  hold(): void;
  free(): void;
  meter(on: boolean): void;
  shorten(end: number): void;
  /** Called now and then: what came is told and written, however little it is. */
  tend(): void;
}

/** Of a file that is no longer, the sum is made while it comes; longer ones another thread sums up. */
export const summedBytes = 2 * 1_024 * 1_024;

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

function requestText({ url, headers }: RequestMessage): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers }).map(([name, value]) => {
    // Nothing that is handed in may become a header of its own.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw failure('ERR_INVALID_CHAR', `the value of ${name} makes no header`);
    return `${name}: ${value}\r\n`;
  });
  return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { ask, pool, tell } = options;
  const { id } = ask;
  let connection: Connection | null = null;
  let cancelOpening: () => void = () => undefined;
  let head: AnswerHead | null = null;
  let headTold = false;
  let headTimer: NodeJS.Timeout | null = null;
  /** Body that came before anybody said what becomes of it. */
  const early: Buffer[] = [];
  let job: AcceptMessage | null = null;
  let writer: BlockWriter | null = null;
  let unpacker: Unpacker | null = null;
  let hash: Hash | null = null;
  const holds = new Set<string>();
  let at = 0;
  let bytes = 0;
  let toldBytes = 0;
  let bodyOver = false;
  let end: ExchangeEnd | null = null;
  let ended = false;

  const reader = createAnswerReader({
    head(found) {
      head = found;
      // A page in the place of a file is known by its first bytes.
      if (found.status !== 200) tellHead(false);
    },
    body(piece) {
      bytes += piece.length;
      if (!headTold) tellHead(looksLikePage(piece));
      if (ended || end !== null) return;
      if (job === null) early.push(Buffer.from(piece));
      else pass(piece);
    },
    end() {
      bodyOver = true;
      if (!headTold) tellHead(false);
      release();
      if (job !== null) void bodyEnded();
    },
  });

  function tellHead(page: boolean) {
    if (head === null || headTold) return;
    headTold = true;
    if (headTimer) clearTimeout(headTimer);
    const { status, headers } = head;
    hold('verdict');
    tell({ kind: 'head', id, status, headers: { ...headers }, page });
  }

  /** The connection has done its part. */
  function release() {
    const mine = connection;
    connection = null;
    if (mine === null) return;
    mine.listen(null);
    if (!reader.isReusable()) return mine.destroy();
    if (holds.size > 0) mine.resume();
    pool.give(mine);
  }

  function drop() {
    cancelOpening();
    connection?.destroy();
    connection = null;
  }

  function hold(why: string) {
    if (holds.size === 0) connection?.pause();
    holds.add(why);
  }
  function free(why: string) {
    if (holds.delete(why) && holds.size === 0) connection?.resume();
  }

  function pass(piece: Buffer) {
    if (unpacker === null) write(piece);
    else if (unpacker.push(piece)) hold('unpacker');
  }

  /** Bytes of the file itself. */
  function write(piece: Buffer) {
    if (job === null || writer === null || end !== null) return;
    if (job.due !== null && at + piece.length > job.due) return finish({ kind: 'too-long' });
    const room = job.end === null ? piece.length : Math.min(piece.length, job.end - at);
    const mine = room === piece.length ? piece : piece.subarray(0, room);
    at += mine.length;
    if (mine.length > 0 && writer.push(mine)) hold('room');
    if (job.metered) {
      hold('meter');
      tellReceived();
    }
    // Another connection brings the rest.
    if (at === job.end && job.due !== job.end) finish({ kind: 'over' });
  }

  function tellReceived() {
    if (bytes === toldBytes || job === null) return;
    toldBytes = bytes;
    tell({ kind: 'received', id, bytes, at });
  }

  async function bodyEnded() {
    try {
      await unpacker?.finish();
      finish({ kind: 'over' });
    } catch (error) {
      finish({ kind: 'encoding', error: linksOf(error) });
    }
  }

  /** What has come is written in any case. */
  function finish(how: ExchangeEnd) {
    if (end !== null) return;
    end = how;
    if (headTimer) clearTimeout(headTimer);
    drop();
    unpacker?.destroy();
    if (writer === null) return close();
    void writer.finish().then(close, (error: unknown) => {
      end = { kind: 'disk', error: linksOf(error) };
      close();
    });
  }

  function close() {
    if (ended || end === null) return;
    ended = true;
    const sha256 = hash?.digest('hex') ?? null;
    tell({ kind: 'ended', id, end, at, bytes, sha256 });
  }

  function sumUp(piece: Buffer, position: number) {
    if (hash !== null && position + piece.length <= summedBytes) hash.update(piece);
    else hash = null;
  }

  function failed(error: unknown) {
    finish({ kind: 'network', error: linksOf(error) });
  }

  function connectionEnded(error: Error | null) {
    connection = null;
    if (error === null && reader.close()) return;
    failed(error ?? failure('ECONNRESET', 'the connection ended before the answer was whole'));
  }

  async function begin(again: boolean): Promise<void> {
    const { protocol, hostname, port } = new URL(ask.url);
    const secure = protocol === 'https:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const { proxy, addresses } = ask;
    const destination = { secure, host, port: Number(port || (secure ? 443 : 80)), proxy, addresses };
    const text = requestText(ask);
    const taken = pool.take(destination, ask.connectMs);
    cancelOpening = taken.cancel;
    const opened = await taken.connection;
    cancelOpening = () => undefined;
    if (end !== null) return opened.destroy();
    connection = opened;
    let silent = true;
    opened.listen({
      bytes(piece) {
        silent = false;
        try {
          reader.feed(piece);
        } catch (error) {
          failed(error);
        }
      },
      ended(error) {
        // A kept one that was closed meanwhile: asked again over a fresh one. Only GETs come this way.
        if (taken.kept && silent && !again) {
          connection = null;
          begin(true).catch(failed);
        } else connectionEnded(error);
      },
    });
    headTimer ??= setTimeout(() => failed(failure('ETIMEDOUT', 'no answer in time')), ask.headMs);
    opened.write(text);
  }

  begin(false).catch(failed);
  return {
    take(taken) {
      if (end !== null) return;
      job = taken;
      at = taken.start;
      if (taken.start === 0) hash = createHash('sha256');
      writer = createBlockWriter({
        ...{ file: options.fileOf(taken.fd), start: taken.start, buffers: options.buffers },
        batchBytes: () => taken.batchBytes,
        batch: sumUp,
        written(block) {
          toldBytes = bytes;
          tell({ kind: 'written', id, block: { ...block }, bytes, at });
        },
        onRoom: () => free('room'),
        onError: (error) => finish({ kind: 'disk', error: linksOf(error) }),
      });
      if (taken.encoding !== null)
        unpacker = createUnpacker(taken.encoding, {
          data: write,
          room: () => free('unpacker'),
          error: (error) => finish({ kind: 'encoding', error: linksOf(error) }),
        });
      for (const piece of early.splice(0)) if (end === null) pass(piece);
      free('verdict');
      if (bodyOver && end === null) void bodyEnded();
    },
    leave: () => finish({ kind: 'over' }),
    hold: () => hold('told'),
    free() {
      free('told');
      free('meter');
    },
    meter(on) {
      if (job === null) return;
      job = { ...job, metered: on };
      if (!on) free('meter');
    },
    shorten(newEnd) {
      const done = job !== null && end === null && job.end !== null && at < newEnd && newEnd < job.end;
      if (done && job !== null) job = { ...job, end: newEnd };
      tell({ kind: 'shortened', id, done });
    },
    tend() {
      tellReceived();
      writer?.nudge();
    },
  };
}
