import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type FolderState, folderStates } from '../../src-preload/contract/library-folders.ts';
import type { ProbeQuestion } from './probe-folder.ts';

/** A thread that looks at one folder. */
export interface ProbeThread {
  ask(question: ProbeQuestion): void;
  terminate(): void;
}

/** Starts a thread; `answered` receives what it posts, `died` is called when it has ended. */
export type StartProbeThread = (listen: {
  answered: (message: unknown) => void;
  died: () => void;
}) => ProbeThread;

const answerSchema = z.object({ id: z.number(), state: z.enum(folderStates) });

/** Starts the worker of `probe-worker.ts`. */
export const startProbeWorker: StartProbeThread = ({ answered, died }) => {
  const worker = new Worker(new URL(`./probe-worker${extname(import.meta.url)}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  worker.on('message', answered);
  worker.on('error', died);
  worker.on('exit', died);
  worker.unref();
  return {
    ask: (question) => worker.postMessage(question),
    // It may hang in the file system for hours; nobody waits for its end.
    terminate: () => void worker.terminate(),
  };
};

/** What a prober needs. */
export interface FolderProberOptions {
  startThread: StartProbeThread;
  /** Without an answer within this time the folder is asleep. In milliseconds. */
  limitMs: number;
  setTimer: (run: () => void, ms: number) => () => void;
  /** Called when a folder that was asleep answers at last. */
  woke: (state: FolderState) => void;
}

/**
 * Creates what looks at one folder, in a thread of its own. While a question is open no other is asked, so a drive that hangs holds
 * one thread, however often somebody wants to know.
 */
export function createFolderProber({ startThread, limitMs, setTimer, woke }: FolderProberOptions) {
  let thread: ProbeThread | null = null;
  let lastId = 0;
  let open: {
    id: number;
    isLate: boolean;
    resolve: (state: FolderState) => void;
    answer: Promise<FolderState>;
  } | null = null;

  function resolveOpen(id: number, state: FolderState) {
    if (open === null || open.id !== id) return;
    const { isLate, resolve } = open;
    open = null;
    if (isLate) woke(state);
    else resolve(state);
  }

  function start(): ProbeThread {
    const started = startThread({
      answered(message) {
        const { id, state } = answerSchema.parse(message);
        resolveOpen(id, state);
      },
      died() {
        if (thread !== started) return;
        thread = null;
        resolveOpen(lastId, 'away');
      },
    });
    return started;
  }

  return {
    /** Resolves with the state within the limit of time: `sleeping` if there was no answer until then. */
    probe(path: string, hadScenes: boolean): Promise<FolderState> {
      if (open !== null) return open.isLate ? Promise.resolve('sleeping') : open.answer;
      thread ??= start();
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<FolderState>();
      const cancel = setTimer(() => {
        if (open?.id !== id) return;
        open.isLate = true;
        resolve('sleeping');
      }, limitMs);
      const answer = promise.finally(cancel);
      open = { id, isLate: false, resolve, answer };
      thread.ask({ id, path, hadScenes });
      return answer;
    },
    /** True while a question has no answer: the thread may hang. */
    hangs: () => open !== null,
    close() {
      const ended = thread;
      thread = null;
      // A question that is open stays open: the end of the program must not wait for its thread.
      ended?.terminate();
    },
  };
}

/** What `createFolderProber` returns. */
export type FolderProber = ReturnType<typeof createFolderProber>;
