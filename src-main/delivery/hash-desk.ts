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

export interface HashDesk {
  open(fd: number): FileHash;
  close(): Promise<void>;
}

/** Bytes per request: the thread is shared, nobody waits long for its turn. */
const stepBytes = 16 * 1_024 * 1_024;

/** One thread for all files, started with the first (field notes, Downloads: sha256 while writing). */
export function createHashDesk(): HashDesk {
  let worker: Worker | null = null;
  const waiting: { settle: (answer: HashAnswer) => void }[] = [];
  let lastId = 0;

  function start(): Worker {
    const made = new Worker(new URL(`./hash-worker${extname(import.meta.url)}`, import.meta.url), {
      // It has next to nothing of its own to keep.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    });
    const fail = (error: Error) => {
      worker = null;
      for (const { settle } of waiting.splice(0)) settle({ id: 0, sha256: null, error });
    };
    made.on('message', (answer: HashAnswer) => {
      waiting.shift()?.settle(answer);
      if (waiting.length === 0) made.unref();
    });
    made.on('error', fail);
    made.on('exit', () => fail(new Error('the thread for checksums has ended')));
    made.unref();
    return made;
  }

  function ask(request: HashRequest): Promise<string | null> {
    worker ??= start();
    const asked = worker;
    return new Promise((resolve, reject) => {
      waiting.push({
        settle: ({ sha256, error }) => (error === null ? resolve(sha256) : reject(error)),
      });
      // As long as somebody waits for an answer the process has something to do.
      asked.ref();
      asked.postMessage(request);
    });
  }

  function open(fd: number): FileHash {
    lastId += 1;
    let id = lastId;
    let done = 0;
    let wanted = 0;
    let failure: unknown = null;
    let running: Promise<void> | null = null;

    async function run() {
      while (done < wanted && failure === null) {
        const [mine, from, to] = [id, done, Math.min(wanted, done + stepBytes)];
        done = to;
        try {
          await ask({ kind: 'extend', id: mine, fd, from, to });
        } catch (error) {
          // Of a file that was begun anew nobody wants to hear any more.
          if (mine === id) failure = error;
        }
      }
      running = null;
    }
    const proceed = () => {
      running ??= run();
    };
    const forget = () => {
      if (worker) ask({ kind: 'forget', id }).catch(() => undefined);
    };

    return {
      extend(to) {
        wanted = Math.max(wanted, to);
        if (done < wanted) proceed();
      },
      async digest() {
        while (running) await running;
        if (failure !== null) throw failure;
        return (await ask({ kind: 'digest', id })) ?? '';
      },
      restart() {
        forget();
        lastId += 1;
        id = lastId;
        done = 0;
        wanted = 0;
        failure = null;
      },
      async close() {
        wanted = done;
        while (running) await running;
        forget();
      },
    };
  }

  return {
    open,
    async close() {
      await worker?.terminate();
    },
  };
}
