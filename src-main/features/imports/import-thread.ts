import type { Worker } from 'node:worker_threads';
import { type StoredError, storedErrorSchema } from '../../../src-preload/contract/errors.ts';
import type { ImportProblem, ImportTrouble } from '../../../src-preload/contract/scene-imports.ts';
import { createQuestionThread, type QuestionThread } from '../../core/question-thread.ts';
import { type SceneToCopy, SourceFileError } from './copy/copy-scene.ts';
import type { FoundBatch, FoundScene } from './found-scene.ts';
import type { PlacedFile } from './import-plan.ts';
import type { StacAnswer } from './read/read-answer.ts';
import type { LocalSource } from './read/read-source.ts';
import type { UnnamedFile } from './read/scene-files.ts';

/** A question to the import thread, which answers one after another. */
export type ImportQuestion =
  /** Answered with the next batch of a source, or the first one if `reading` differs from that of the last question; null at the end. */
  | { ask: 'read'; reading: number; source: LocalSource }
  /** Answered with the content of the response of an address. */
  | { ask: 'parse'; text: string; address: string }
  /** Answered with the scene of these files, read together, or with the problems of files that cannot be used. */
  | { ask: 'build'; label: string; scene: FoundScene['scene']; files: readonly UnnamedFile[] }
  /** Answered with the scene as its fetched rasters describe it. */
  | { ask: 'describe'; scene: FoundScene['scene']; rasters: readonly { from: string; name: string }[] }
  | { ask: 'hash'; path: string }
  /** Answered with a short text that is equal for equal files, and seldom for others; see `samplesOf`. */
  | { ask: 'samples'; path: string }
  | { ask: 'copy'; scene: SceneToCopy }
  /** Answered with a free absolute path for the folder of a scene. */
  | { ask: 'name'; parent: string; wanted: string }
  /** Renames the hidden folder; false if another program has just taken the name. Fails if files are missing. */
  | { ask: 'place'; staging: string; folder: string; files: readonly PlacedFile[] }
  /** Removes a hidden folder of imports with its content. */
  | { ask: 'remove'; folder: string }
  /** Answered with whether the hidden folder of a scene was renamed, and whether all its files are unchanged. */
  | { ask: 'placed'; library: string; staging: string; folder: string; files: readonly PlacedFile[] };

/** The answer to each question, by its name. */
export interface ImportAnswers {
  read: FoundBatch | null;
  build: FoundBatch;
  parse: StacAnswer | { problem: ImportProblem };
  describe: FoundScene['scene'];
  hash: string;
  samples: string;
  copy: PlacedFile[];
  name: string;
  place: boolean;
  remove: null;
  placed: 'whole' | 'in-part' | 'never';
}

/** A failure as the thread posts it. */
export type ImportFailure =
  | { source: { problem: ImportProblem; path: string } }
  | { trouble: ImportTrouble }
  | { refused: StoredError }
  | { failed: Error };

/** Thrown if the library's disk fails, or if the drive of the source is away. */
export class ImportTroubleError extends Error {
  readonly trouble: ImportTrouble;

  constructor(trouble: ImportTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Thrown if the whole source cannot be read; `stored` is the reason. */
export class RefusedSourceError extends Error {
  readonly stored: StoredError;

  constructor(stored: StoredError) {
    super(stored.code);
    this.stored = stored;
  }
}

/** The thread that reads sources and copies files. */
export type ImportThread = QuestionThread<ImportQuestion, ImportAnswers>;

/** A message with the number of bytes that were copied since the last one. */
export interface CopiedBytes {
  bytes: number;
}

/** Returns a failure as an error. */
export function importErrorOf(failure: ImportFailure): Error {
  if ('source' in failure) return new SourceFileError(failure.source.problem, failure.source.path);
  if ('trouble' in failure) return new ImportTroubleError(failure.trouble);
  if ('refused' in failure) return new RefusedSourceError(storedErrorSchema.parse(failure.refused));
  return failure.failed;
}

/** Creates the client of the import thread, which starts with the first question. `onCopied` receives the number of newly copied bytes. */
export const createImportThread = (start: () => Worker, onCopied: (bytes: number) => void): ImportThread =>
  createQuestionThread<ImportQuestion, ImportAnswers, ImportFailure, CopiedBytes>({
    start,
    errorOf: importErrorOf,
    onPosted: ({ bytes }) => onCopied(bytes),
  });
