import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashRequest } from './hash-worker.ts';

/** sha256 of a file while it grows. */
export interface FileHash {
  /** Bytes up to there are written; calls that come while one is running are joined. */
  extend(to: number): void;
  /** Of the bytes up to the last `extend`. Rejects when they could not be read. */
  digest(): Promise<string>;
  /** Begins anew. */
  restart(): void;
  /** Afterwards the file may be closed. */
  close(): Promise<void>;
}

export interface HashWorkerClient {
  open(fd: number): FileHash;
  close(): Promise<void>;
}

/** Bytes per request: the thread is shared, nobody waits long for its turn. */
const stepBytes = 16 * 1_024 * 1_024;

/** A file whose thread dies so often is not what kills it. */
const mostThreads = 3;

function startWorker(): Worker {
  return new Worker(new URL(`./hash-worker${extname(import.meta.url)}`, import.meta.url), {
    // It has next to nothing of its own to keep.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
  });
}

/** The thread has died, and with it all sums that were not finished. */
class ThreadDied extends Error {}

/** A thread with what it was asked and has not answered. */
interface Generation {
  worker: Worker;
  waiting: { settle: (answer: HashAnswer) => void }[];
}

/** One thread for all files, started with the first (field notes, Downloads: sha256 while writing). */
export function createHashWorkerClient({
  start = startWorker,
}: {
  start?: () => Worker;
} = {}): HashWorkerClient {
  let current: Generation | null = null;
  let lastId = 0;

  function begin(): Generation {
    const made: Generation = { worker: start(), waiting: [] };
    const fail = () => {
      // The next one may be at work by the time this one is said to have ended.
      if (current === made) current = null;
      const error = new ThreadDied('the thread for checksums has ended');
      for (const { settle } of made.waiting.splice(0)) settle({ id: 0, sha256: null, error });
    };
    made.worker.on('message', (answer: HashAnswer) => {
      made.waiting.shift()?.settle(answer);
      if (made.waiting.length === 0) made.worker.unref();
    });
    made.worker.on('error', fail);
    made.worker.on('exit', fail);
    made.worker.unref();
    return made;
  }

  function ask({ worker, waiting }: Generation, request: HashRequest): Promise<string | null> {
    return new Promise((resolve, reject) => {
      waiting.push({
        settle: ({ sha256, error }) => (error === null ? resolve(sha256) : reject(error)),
      });
      // As long as somebody waits for an answer the process has something to do.
      worker.ref();
      worker.postMessage(request);
    });
  }

  function open(fd: number): FileHash {
    lastId += 1;
    let id = lastId;
    let done = 0;
    let wanted = 0;
    let failure: unknown = null;
    let running: Promise<void> | null = null;
    /** The thread that has the front of the file. */
    let mine: Generation | null = null;
    let threads = 0;

    /** Where the thread that had the front is gone, another one begins at the first byte. */
    function generation(): Generation {
      current ??= begin();
      if (mine === current) return mine;
      if (mine !== null) done = 0;
      mine = current;
      threads += 1;
      if (threads > mostThreads) throw new Error('the thread for checksums ends again and again');
      return mine;
    }

    async function run() {
      while (failure === null) {
        const asked = id;
        try {
          const thread = generation();
          if (done >= wanted) break;
          const [from, to] = [done, Math.min(wanted, done + stepBytes)];
          done = to;
          await ask(thread, { kind: 'extend', id: asked, fd, from, to });
        } catch (error) {
          if (error instanceof ThreadDied) continue;
          // Of a file that was begun anew nobody wants to hear any more.
          if (asked === id) failure = error;
        }
      }
    }
    const proceed = () => {
      running ??= run().finally(() => {
        running = null;
      });
    };
    const forget = () => {
      if (mine !== null && mine === current) ask(mine, { kind: 'forget', id }).catch(() => undefined);
    };

    return {
      extend(to) {
        wanted = Math.max(wanted, to);
        if (done < wanted) proceed();
      },
      async digest() {
        for (;;) {
          proceed();
          while (running) await running;
          if (failure !== null) throw failure;
          try {
            return (await ask(generation(), { kind: 'digest', id, length: wanted })) ?? '';
          } catch (error) {
            if (!(error instanceof ThreadDied)) throw error;
          }
        }
      },
      restart() {
        forget();
        lastId += 1;
        id = lastId;
        done = 0;
        wanted = 0;
        failure = null;
        mine = null;
        threads = 0;
      },
      async close() {
        wanted = 0;
        while (running) await running;
        forget();
      },
    };
  }

  return {
    open,
    async close() {
      await current?.worker.terminate();
    },
  };
}
