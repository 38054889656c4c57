import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type FolderState, folderStates } from '../../../../src-preload/contract/library-folders.ts';
import type { ProbeQuestion } from './probe-folder.ts';

/** A thread that probes one folder. */
export interface ProbeThread {
  ask(question: ProbeQuestion): void;
  /** Resolves when the thread has ended; never while it hangs in the file system. */
  terminate(): Promise<unknown>;
}

/** Starts a thread; `onMessage` receives its messages, `onEnd` is called when it has ended. */
export type StartProbeThread = (listen: {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
}) => ProbeThread;

const answerSchema = z.object({ id: z.number(), state: z.enum(folderStates) });

/** Starts the worker of `probe-worker.ts`. */
export const startProbeWorker: StartProbeThread = ({ onMessage, onEnd }) => {
  const worker = new Worker(new URL(`./probe-worker${extname(import.meta.url)}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  worker.on('message', onMessage);
  worker.on('error', onEnd);
  worker.on('exit', onEnd);
  worker.unref();
  return {
    ask: (question) => worker.postMessage(question),
    terminate: () => worker.terminate(),
  };
};

/** A thread that has not ended within this time hangs. */
const endLimitMs = 1_000;

/** The options of `createFolderProber`. */
export interface FolderProberOptions {
  startThread: StartProbeThread;
  /** A folder without an answer within this time, in milliseconds, is asleep. */
  limitMs: number;
  setTimer: (run: () => void, ms: number) => () => void;
  /** Called when a folder that was asleep answers. */
  woke: (state: FolderState) => void;
}

/**
 * Creates the prober of one folder, with its own thread. While a question has no answer, no other one is asked, so that a hanging drive
 * blocks only this thread.
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
      onMessage(message) {
        const { id, state } = answerSchema.parse(message);
        resolveOpen(id, state);
      },
      onEnd() {
        if (thread !== started) return;
        thread = null;
        resolveOpen(lastId, 'away');
      },
    });
    return started;
  }

  return {
    /** Resolves with the state of the folder; `sleeping` if there is no answer within the time limit. */
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
    /** True while a question has no answer, because the thread may hang; false once `close` has ended the thread. */
    hangs: () => open !== null,
    /** Resolves when the thread has ended, or after a moment: one that hangs in its drive may do so for hours. */
    async close(): Promise<void> {
      const ended = thread;
      thread = null;
      if (ended === null) return;
      // An open question is never answered.
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const cancel = setTimer(resolve, endLimitMs);
      const hasEnded = ended.terminate().then(() => {
        open = null;
      });
      await Promise.race([hasEnded, waited]);
      cancel();
    },
  };
}

/** What `createFolderProber` returns. */
export type FolderProber = ReturnType<typeof createFolderProber>;
