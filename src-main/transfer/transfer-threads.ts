import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Block } from './storage/journal.ts';
import type {
  AcceptMessage,
  ExchangeEnd,
  FromThread,
  RequestMessage,
  ToThread,
} from './transfer-messages.ts';

/** A thread that downloads; tests pass one that runs in their own thread. */
export interface TransferThread {
  post(message: ToThread): void;
  /** Keeps the process alive while something is under way. */
  keepAlive(isNeeded: boolean): void;
  terminate(): Promise<unknown>;
}
type StartThread = (on: {
  message: (message: FromThread) => void;
  /** Called when the thread has ended and writes nothing any more. */
  onEnded: (error: Error) => void;
}) => TransferThread;

/**
 * Receives the reports of a transfer thread about one request. `page` is true if the body looks like a web page; `at` is a byte
 * of the file; `written` is called when a block is in the file.
 */
export interface ExchangeListener {
  head(head: { status: number; headers: Readonly<Record<string, string>>; page: boolean }): void;
  received(bytes: number, at: number): void;
  written(block: Block): void;
  ended(ended: EndedExchange): void;
}

interface EndedExchange {
  end: ExchangeEnd;
  at: number;
  bytes: number;
  sha256: string | null;
}

/** One request and its answer, under way in a thread. */
export interface ThreadExchange {
  /** Lets the thread write the body of the answer. */
  accept(target: Omit<AcceptMessage, 'kind' | 'id'>): void;
  stop(): void;
  pause(): void;
  resume(): void;
  meter(isMetered: boolean): void;
  /** Resolves with true if another connection may now download the bytes after `end`. */
  shorten(end: number): Promise<boolean>;
}

/** The threads that download and write files, at most four. A request stays in its thread until it has ended. */
export interface TransferThreads {
  /** Starts a request in the thread with the fewest requests. */
  request(request: Omit<RequestMessage, 'kind' | 'id'>, listener: ExchangeListener): ThreadExchange;
  close(): Promise<void>;
}

/** One core is left to the rest of Nadir; more than a few threads only use memory. */
const maxThreads = 4;
const defaultThreadCount = () => Math.max(1, Math.min(maxThreads, availableParallelism() - 1));

const startWorker: StartThread = ({ message, onEnded }) => {
  const worker = new Worker(new URL(`./transfer-worker${extname(import.meta.url)}`, import.meta.url), {
    // The thread needs almost no heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
  let lastError = new Error('the thread for downloads has ended');
  worker.on('message', message);
  worker.on('error', (error) => {
    lastError = error instanceof Error ? error : lastError;
  });
  // Only after `exit` the thread writes nothing any more.
  worker.on('exit', () => onEnded(lastError));
  worker.unref();
  return {
    post: (posted) => worker.postMessage(posted),
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
    terminate: () => worker.terminate(),
  };
};

interface RunningExchange {
  listener: ExchangeListener;
  at: number;
  bytes: number;
  shortening: ((isShortened: boolean) => void)[];
}

/** A place for one thread, with its requests. */
interface ThreadSlot {
  thread: TransferThread | null;
  running: Map<number, RunningExchange>;
}

function endExchange(slot: ThreadSlot, id: number, ended: EndedExchange) {
  const exchange = slot.running.get(id);
  if (!exchange) return;
  slot.running.delete(id);
  for (const resolve of exchange.shortening.splice(0)) resolve(false);
  if (slot.running.size === 0) slot.thread?.keepAlive(false);
  exchange.listener.ended(ended);
}

function startThreadIn(slot: ThreadSlot, start: StartThread): TransferThread {
  return start({
    message(message) {
      const exchange = slot.running.get(message.id);
      if (!exchange) return;
      if (message.kind === 'ended') return endExchange(slot, message.id, message);
      if (message.kind === 'head') exchange.listener.head(message);
      else if (message.kind === 'shortened') exchange.shortening.shift()?.(message.done);
      else {
        exchange.at = message.at;
        exchange.bytes = message.bytes;
        exchange.listener.received(message.bytes, message.at);
        if (message.kind === 'written') exchange.listener.written(message.block);
      }
    },
    onEnded({ message }) {
      slot.thread = null;
      const error = [{ message, code: 'ECONNABORTED', syscall: null }];
      for (const [id, { at, bytes }] of slot.running)
        endExchange(slot, id, { end: { kind: 'network', error }, at, bytes, sha256: null });
    },
  });
}

function threadExchange(slot: ThreadSlot, thread: TransferThread, id: number): ThreadExchange {
  const post = (message: ToThread) => {
    if (slot.running.has(id)) thread.post(message);
  };
  return {
    accept: (target) => post({ kind: 'accept', id, ...target }),
    stop: () => post({ kind: 'stop', id }),
    pause: () => post({ kind: 'pause', id }),
    resume: () => post({ kind: 'resume', id }),
    meter: (metered) => post({ kind: 'meter', id, metered }),
    shorten(end) {
      const exchange = slot.running.get(id);
      if (!exchange) return Promise.resolve(false);
      return new Promise((resolve) => {
        exchange.shortening.push(resolve);
        post({ kind: 'shorten', id, end });
      });
    },
  };
}

/** Creates the download threads. They start with the first download; each request goes to the thread with the fewest requests. */
export function createTransferThreads({
  start = startWorker,
  count = defaultThreadCount(),
}: {
  start?: StartThread;
  count?: number;
} = {}): TransferThreads {
  const slots: ThreadSlot[] = Array.from({ length: count }, () => ({ thread: null, running: new Map() }));
  let lastId = 0;
  let isClosed = false;
  return {
    request(request, listener) {
      if (isClosed) throw new Error('the threads for downloads are closed');
      const [slot] = slots.toSorted((a, b) => a.running.size - b.running.size);
      if (!slot) throw new Error('no thread');
      slot.thread ??= startThreadIn(slot, start);
      const { thread } = slot;
      lastId += 1;
      const id = lastId;
      slot.running.set(id, { listener, at: 0, bytes: 0, shortening: [] });
      thread.keepAlive(true);
      thread.post({ kind: 'request', id, ...request });
      return threadExchange(slot, thread, id);
    },
    async close() {
      isClosed = true;
      await Promise.all(slots.map(({ thread }) => thread?.terminate()));
    },
  };
}
