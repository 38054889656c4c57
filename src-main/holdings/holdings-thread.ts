import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HoldingsTrouble } from '../../src-preload/contract/holdings.ts';
import type { CatalogSource } from '../core/catalog-scene.ts';
import type { FileClaim } from '../core/file-claims.ts';
import { createQuestionThread, type QuestionThread } from '../core/question-thread.ts';
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
  /** Which of these files items of other scenes than `source` name; see `disk/claims-beside.ts`. */
  | {
      ask: 'claims';
      library: string;
      paths: string[];
      source: CatalogSource | null;
      ownItem: string | null;
    }
  /** Whether the folder is there; `hadCatalog` if it must have its catalog, because an empty folder may be where a drive is mounted. */
  | { ask: 'is-there'; library: string; hadCatalog: boolean };

/** The answer to each question, by its name. */
export interface HoldingsAnswers {
  write: WrittenHoldings;
  scan: ScannedStretch | null;
  check: FileVerdict;
  claims: [string, FileClaim][];
  'is-there': boolean;
}

/** What the thread tells of a failure. `trouble` is one of the disk that the user can do something about. */
export type HoldingsFailure = { trouble: HoldingsTrouble } | { failed: Error };

/** Thrown if the disk does not do what it should; it may at another time. */
export class DiskTrouble extends Error {
  readonly trouble: HoldingsTrouble;

  constructor(trouble: HoldingsTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The thread that reads and writes the library folder for the catalog. */
export type HoldingsThread = QuestionThread<HoldingsQuestion, HoldingsAnswers>;

/** Starts the thread. */
export const startHoldingsWorker = (): Worker =>
  new Worker(new URL(`./holdings-worker${extname(import.meta.url)}`, import.meta.url), {
    // A hostile folder ends this thread alone.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });

/** Creates the client of the thread, which starts with the first question. */
export const createHoldingsThread = (start: () => Worker): HoldingsThread =>
  createQuestionThread<HoldingsQuestion, HoldingsAnswers, HoldingsFailure>({
    start,
    errorOf: (failure) => ('trouble' in failure ? new DiskTrouble(failure.trouble) : failure.failed),
  });
