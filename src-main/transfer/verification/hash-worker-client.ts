import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashRequest } from './hash-worker.ts';

/** The SHA-256 of a file while it grows. */
export interface FileHash {
  /** The bytes up to there are written; calls that come while the worker is busy are joined. */
  extend(to: number): void;
  /** Resolves with the checksum of the bytes up to the last `extend`. Rejects if they could not be read. */
  digest(): Promise<string>;
  /** Starts again with the first byte. */
  restart(): void;
  /** After this resolves, the file may be closed. */
  close(): Promise<void>;
}

/** Computes SHA-256 checksums of open files in a thread, while their bytes arrive. */
export interface HashWorkerClient {
  open(fd: number): FileHash;
  close(): Promise<void>;
}

/** How many bytes one request reads: all files share the thread, and none should wait long. */
const stepBytes = 16 * 1_024 * 1_024;

/** If the thread ends this often during one file, it is not by chance. */
const maxThreadsPerFile = 3;

function startWorker(): Worker {
  return new Worker(new URL(`./hash-worker${extname(import.meta.url)}`, import.meta.url), {
    // The thread needs almost no heap.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
  });
}

/** The thread has ended, and all incomplete checksums are lost. */
class ThreadEnded extends Error {}

/** A thread with its unanswered requests. */
interface HashThread {
  worker: Worker;
  waiting: ((answer: HashAnswer) => void)[];
}

/** Keeps the running thread, if any, and starts a new one if needed. */
function createThreadHolder(start: () => Worker) {
  let current: HashThread | null = null;

  function begin(): HashThread {
    const thread: HashThread = { worker: start(), waiting: [] };
    const fail = () => {
      // A next thread may already be at work when this one reports its end.
      if (current === thread) current = null;
      const error = new ThreadEnded('the thread for checksums has ended');
      for (const answer of thread.waiting.splice(0)) answer({ id: 0, sha256: null, error });
    };
    thread.worker.on('message', (answer: HashAnswer) => {
      thread.waiting.shift()?.(answer);
      if (thread.waiting.length === 0) thread.worker.unref();
    });
    thread.worker.on('error', fail);
    thread.worker.on('exit', fail);
    thread.worker.unref();
    return thread;
  }

  return {
    current: () => current,
    currentOrNew() {
      current ??= begin();
      return current;
    },
  };
}
type ThreadHolder = ReturnType<typeof createThreadHolder>;

function ask({ worker, waiting }: HashThread, request: HashRequest): Promise<string | null> {
  return new Promise((resolve, reject) => {
    waiting.push(({ sha256, error }) => (error === null ? resolve(sha256) : reject(error)));
    // The process must stay alive while a caller waits for an answer.
    worker.ref();
    worker.postMessage(request);
  });
}

function createFileHash(fd: number, threads: ThreadHolder, nextId: () => number): FileHash {
  let id = nextId();
  let askedBytes = 0;
  let wantedBytes = 0;
  let failure: unknown = null;
  let running: Promise<void> | null = null;
  /** The thread that has hashed the front of the file. */
  let ownThread: HashThread | null = null;
  let threadCount = 0;

  /** Returns the thread for the file; if the thread that had its front is gone, another one starts from the first byte. */
  function threadOfFront(): HashThread {
    const current = threads.currentOrNew();
    if (ownThread === current) return current;
    if (ownThread !== null) askedBytes = 0;
    ownThread = current;
    threadCount += 1;
    if (threadCount > maxThreadsPerFile) throw new Error('the thread for checksums ends again and again');
    return current;
  }

  async function run() {
    while (failure === null) {
      const askedId = id;
      try {
        const thread = threadOfFront();
        if (askedBytes >= wantedBytes) break;
        const [from, to] = [askedBytes, Math.min(wantedBytes, askedBytes + stepBytes)];
        askedBytes = to;
        await ask(thread, { kind: 'extend', id: askedId, fd, from, to });
      } catch (error) {
        if (error instanceof ThreadEnded) continue;
        // After a restart, failures of the old hash are ignored.
        if (askedId === id) failure = error;
      }
    }
  }

  function proceed() {
    running ??= run().finally(() => {
      running = null;
    });
  }

  function forget() {
    if (ownThread !== null && ownThread === threads.current())
      ask(ownThread, { kind: 'forget', id }).catch(() => undefined);
  }

  return {
    extend(to) {
      wantedBytes = Math.max(wantedBytes, to);
      if (askedBytes < wantedBytes) proceed();
    },
    async digest() {
      for (;;) {
        proceed();
        while (running) await running;
        if (failure !== null) throw failure;
        try {
          return (await ask(threadOfFront(), { kind: 'digest', id, length: wantedBytes })) ?? '';
        } catch (error) {
          if (!(error instanceof ThreadEnded)) throw error;
        }
      }
    },
    restart() {
      forget();
      id = nextId();
      [askedBytes, wantedBytes, threadCount] = [0, 0, 0];
      [failure, ownThread] = [null, null];
    },
    async close() {
      wantedBytes = 0;
      while (running) await running;
      forget();
    },
  };
}

/** Computes the checksums of all files in one thread, which starts with the first file (service §11.1). */
export function createHashWorkerClient({
  start = startWorker,
}: {
  start?: () => Worker;
} = {}): HashWorkerClient {
  const threads = createThreadHolder(start);
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  return {
    open: (fd) => createFileHash(fd, threads, nextId),
    async close() {
      await threads.current()?.worker.terminate();
    },
  };
}
