import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { HoldingsTrouble } from '../../src-preload/contract/holdings.ts';
import { AppError } from '../app-error.ts';
import type { FileVerdict, RecordedFile } from './disk/check-file.ts';
import type { ScannedStretch } from './disk/scan-library.ts';
import type { HoldingEntry, WrittenHoldings } from './disk/write-holdings.ts';

/** What the thread is asked to do; it does one after another. */
export type HoldingsQuestion =
  | { ask: 'write'; library: string; instance: string; entries: readonly HoldingEntry[] }
  /** Returns the next stretch of the folder, from the beginning if it is another one than before; null at the end. */
  | { ask: 'scan'; library: string; scan: number }
  /** `isGentle` reads at a quarter of the speed, so that nothing else waits for the disk. */
  | { ask: 'check'; file: RecordedFile; isGentle: boolean }
  /** Whether the folder is there; `hadCatalog` if it must have its catalog, because an empty folder may be where a drive is mounted. */
  | { ask: 'is-there'; library: string; hadCatalog: boolean };

/** The answer to each question, by its name. */
export interface HoldingsAnswers {
  write: WrittenHoldings;
  scan: ScannedStretch | null;
  check: FileVerdict;
  'is-there': boolean;
}

/** What the thread posts. `trouble` is a failure of the disk that the user can do something about. */
export type HoldingsMessage =
  | { id: number; answer: unknown }
  | { id: number; trouble: HoldingsTrouble }
  | { id: number; failed: Error };

/** Thrown if the disk does not do what it should; it may at another time. */
export class DiskTrouble extends Error {
  readonly trouble: HoldingsTrouble;

  constructor(trouble: HoldingsTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The thread that reads and writes the library folder for the catalog. */
export interface HoldingsThread {
  ask<Name extends HoldingsQuestion['ask']>(
    question: Extract<HoldingsQuestion, { ask: Name }>,
  ): Promise<HoldingsAnswers[Name]>;
  /** Ends it, whatever it does; what was asked is rejected with CANCELLED. The next question starts it again. */
  end(): Promise<void>;
}

const longestEndMs = 3_000;

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Starts the thread. */
export const startHoldingsWorker = (): Worker =>
  new Worker(new URL(`./holdings-worker${extname(import.meta.url)}`, import.meta.url), {
    // A hostile folder ends this thread alone.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });

/** Creates the client of the thread, which starts with the first question. */
export function createHoldingsThread(start: () => Worker): HoldingsThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function rejectAll(error: Error) {
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(error);
  }

  function startWorker(): Worker {
    const started = start();
    started.on('message', (message: HoldingsMessage) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject('trouble' in message ? new DiskTrouble(message.trouble) : message.failed);
    });
    started.on('error', (error: Error) => {
      if (worker === started) worker = null;
      rejectAll(error);
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      rejectAll(new AppError('CANCELLED', {}));
    });
    started.unref();
    return started;
  }

  function ask<Name extends HoldingsQuestion['ask']>(
    question: Extract<HoldingsQuestion, { ask: Name }>,
  ): Promise<HoldingsAnswers[Name]>;
  function ask(question: HoldingsQuestion): Promise<unknown> {
    worker ??= startWorker();
    lastId += 1;
    const id = lastId;
    const answered = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    worker.postMessage({ id, question });
    return answered;
  }

  return {
    ask,
    async end() {
      const ended = worker;
      worker = null;
      rejectAll(new AppError('CANCELLED', {}));
      // A thread that hangs in a drive which does not answer ends when the drive does; nobody waits for that.
      if (ended !== null)
        await Promise.race([ended.terminate(), setTimeout(longestEndMs, null, { ref: false })]);
    },
  };
}
