import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HoldingsTrouble } from '../../../../src-preload/contract/holdings.ts';
import type { CatalogSource } from '../../../core/catalog-scene.ts';
import type { FileClaim } from '../../../core/file-claims.ts';
import { createQuestionThread, type QuestionThread } from '../../../core/question-thread.ts';
import type { FileVerdict, RecordedFile } from './disk/check-file.ts';
import type { ScannedBatch } from './disk/scan-library.ts';
import type { HoldingEntry, WrittenHoldings } from './disk/write-holdings.ts';

/** A question to the thread, which answers one after another. */
export type HoldingsQuestion =
  | { ask: 'write'; library: string; instance: string; entries: readonly HoldingEntry[] }
  /** Answered with the next batch of the folder, or the first one if `scan` differs from that of the last question; null at the end. */
  | { ask: 'scan'; library: string; scan: number }
  /** With `isGentle` the file is read at a quarter of the speed, so that others can use the disk. */
  | { ask: 'check'; file: RecordedFile; isGentle: boolean }
  /** Answered with those of these files that items of scenes other than `source` name; see `disk/claims-beside.ts`. */
  | {
      ask: 'claims';
      library: string;
      paths: string[];
      source: CatalogSource | null;
      ownItem: string | null;
    }
  /** Answered with true if the folder exists. With `hadCatalog` it must have its catalog: an empty folder may be a mount point. */
  | { ask: 'is-there'; library: string; hadCatalog: boolean };

/** The answer to each question, by its name. */
export interface HoldingsAnswers {
  write: WrittenHoldings;
  scan: ScannedBatch | null;
  check: FileVerdict;
  claims: [string, FileClaim][];
  'is-there': boolean;
}

/** A failure as the thread posts it. `trouble` is a problem of the disk that the user can solve. */
export type HoldingsFailure = { trouble: HoldingsTrouble } | { failed: Error };

/** Thrown if the disk fails; the same work may succeed later. */
export class DiskTroubleError extends Error {
  readonly trouble: HoldingsTrouble;

  constructor(trouble: HoldingsTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The thread that reads and writes the library folder for the catalog. */
export type HoldingsThread = QuestionThread<HoldingsQuestion, HoldingsAnswers>;

/** Starts the worker of the thread. */
export const startHoldingsWorker = (): Worker =>
  new Worker(new URL(`./holdings-worker${extname(import.meta.url)}`, import.meta.url), {
    // If a hostile folder exhausts the memory, only this thread ends.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });

/** Creates the client of the thread, which starts with the first question. */
export const createHoldingsThread = (start: () => Worker): HoldingsThread =>
  createQuestionThread<HoldingsQuestion, HoldingsAnswers, HoldingsFailure>({
    start,
    errorOf: (failure) => ('trouble' in failure ? new DiskTroubleError(failure.trouble) : failure.failed),
  });
