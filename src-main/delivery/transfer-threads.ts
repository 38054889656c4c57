import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Block } from './journal.ts';
import type {
  AcceptMessage,
  ExchangeEnd,
  FromThread,
  RequestMessage,
  ToThread,
} from './transfer-messages.ts';

/** A thread that brings bytes; tests pass one that is none. */
export interface TransferThread {
  post(message: ToThread): void;
  /** As long as something is under way the process has something to do. */
  keepAlive(on: boolean): void;
  terminate(): Promise<unknown>;
}
export type StartThread = (on: {
  message: (message: FromThread) => void;
  /** It is gone, and nothing of it writes any more. */
  died: (error: Error) => void;
}) => TransferThread;

export interface ExchangeListener {
  head(head: { status: number; headers: Readonly<Record<string, string>>; page: boolean }): void;
  received(bytes: number, at: number): void;
  written(block: Block): void;
  ended(ended: { end: ExchangeEnd; at: number; bytes: number; sha256: string | null }): void;
}

/** One request and its answer, under way in a thread. */
export interface ThreadExchange {
  take(job: Omit<AcceptMessage, 'kind' | 'id'>): void;
  leave(): void;
  hold(): void;
  free(): void;
  meter(on: boolean): void;
  /** Resolves with whether what lies behind `end` is another's now. */
  shorten(end: number): Promise<boolean>;
}

export interface TransferThreads {
  ask(request: Omit<RequestMessage, 'kind' | 'id'>, listener: ExchangeListener): ThreadExchange;
  close(): Promise<void>;
}

/** One core is left to the rest of Nadir; more than a few only take memory. */
const mostThreads = 4;
const usualThreads = () => Math.max(1, Math.min(mostThreads, availableParallelism() - 1));

const startWorker: StartThread = ({ message, died }) => {
  const worker = new Worker(new URL(`./transfer-worker${extname(import.meta.url)}`, import.meta.url), {
    // It has next to nothing of its own to keep.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
  let last = new Error('the thread for downloads has ended');
  worker.on('message', message);
  worker.on('error', (error) => {
    last = error instanceof Error ? error : last;
  });
  // Only then does nothing of it write any more.
  worker.on('exit', () => died(last));
  worker.unref();
  return {
    post: (said) => worker.postMessage(said),
    keepAlive: (on) => (on ? worker.ref() : worker.unref()),
    terminate: () => worker.terminate(),
  };
};

interface Running {
  listener: ExchangeListener;
  at: number;
  bytes: number;
  shortening: ((done: boolean) => void)[];
}

/** Started with the first download; each request goes to the one with the least to do. */
export function createTransferThreads({
  start = startWorker,
  count = usualThreads(),
}: {
  start?: StartThread;
  count?: number;
} = {}): TransferThreads {
  const seats: { thread: TransferThread | null; running: Map<number, Running> }[] = Array.from(
    { length: count },
    () => ({ thread: null, running: new Map() }),
  );
  let lastId = 0;
  let closed = false;

  function end(seat: (typeof seats)[number], id: number, how: Parameters<ExchangeListener['ended']>[0]) {
    const running = seat.running.get(id);
    if (!running) return;
    seat.running.delete(id);
    for (const resolve of running.shortening.splice(0)) resolve(false);
    if (seat.running.size === 0) seat.thread?.keepAlive(false);
    running.listener.ended(how);
  }

  function startThread(seat: (typeof seats)[number]): TransferThread {
    return start({
      message(said) {
        const running = seat.running.get(said.id);
        if (!running) return;
        if (said.kind === 'ended') return end(seat, said.id, said);
        if (said.kind === 'head') running.listener.head(said);
        else if (said.kind === 'shortened') running.shortening.shift()?.(said.done);
        else {
          running.at = said.at;
          running.bytes = said.bytes;
          running.listener.received(said.bytes, said.at);
          if (said.kind === 'written') running.listener.written(said.block);
        }
      },
      died({ message }) {
        seat.thread = null;
        const error = [{ message, code: 'ECONNABORTED', syscall: null }];
        for (const [id, { at, bytes }] of seat.running)
          end(seat, id, { end: { kind: 'network', error }, at, bytes, sha256: null });
      },
    });
  }

  return {
    ask(request, listener) {
      if (closed) throw new Error('the threads for downloads are closed');
      const [seat] = seats.toSorted((a, b) => a.running.size - b.running.size);
      if (!seat) throw new Error('no thread');
      seat.thread ??= startThread(seat);
      const { thread } = seat;
      lastId += 1;
      const id = lastId;
      const running: Running = { listener, at: 0, bytes: 0, shortening: [] };
      seat.running.set(id, running);
      thread.keepAlive(true);
      thread.post({ kind: 'ask', id, ...request });
      const post = (message: ToThread) => {
        if (seat.running.has(id)) thread.post(message);
      };
      return {
        take: (job) => post({ kind: 'take', id, ...job }),
        leave: () => post({ kind: 'leave', id }),
        hold: () => post({ kind: 'hold', id }),
        free: () => post({ kind: 'free', id }),
        meter: (metered) => post({ kind: 'meter', id, metered }),
        shorten(newEnd) {
          if (!seat.running.has(id)) return Promise.resolve(false);
          return new Promise((resolve) => {
            running.shortening.push(resolve);
            post({ kind: 'shorten', id, end: newEnd });
          });
        },
      };
    },
    async close() {
      closed = true;
      await Promise.all(seats.map(({ thread }) => thread?.terminate()));
    },
  };
}
