import type { Worker } from 'node:worker_threads';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import type { ImportProblem, ImportTrouble } from '../../src-preload/contract/scene-imports.ts';
import { createQuestionThread, type QuestionThread } from '../core/question-thread.ts';
import { type SceneToCopy, SourceFileError } from './copy/copy-scene.ts';
import type { FoundStretch } from './found-scene.ts';
import type { PlacedFile } from './import-plan.ts';
import type { StacAnswer } from './read/read-answer.ts';
import type { LocalSource } from './read/read-source.ts';

/** What the thread of imports is asked; it does one after another. */
export type ImportQuestion =
  /** Returns the next stretch of a source, from the beginning if it is another one than before; null at the end. */
  | { ask: 'read'; reading: number; source: LocalSource }
  /** Returns what the JSON of an answer has, and where to go on. */
  | { ask: 'parse'; text: string; address: string }
  | { ask: 'hash'; path: string }
  | { ask: 'copy'; scene: SceneToCopy }
  /** Returns a free path for the folder of a scene, absolute. */
  | { ask: 'name'; parent: string; wanted: string }
  /** Returns false if somebody has just taken the name. Fails if not all files are there. */
  | { ask: 'place'; staging: string; folder: string; files: readonly PlacedFile[] }
  /** Removes a hidden folder of imports with all that is in it. */
  | { ask: 'remove'; folder: string }
  /** Says whether the hidden folder of a scene was given its final name, and whether all files are there with their sizes. */
  | { ask: 'placed'; library: string; staging: string; folder: string; files: readonly PlacedFile[] };

/** The answer to each question, by its name. */
export interface ImportAnswers {
  read: FoundStretch | null;
  parse: StacAnswer | { problem: ImportProblem };
  hash: string;
  copy: PlacedFile[];
  name: string;
  place: boolean;
  remove: null;
  placed: 'whole' | 'in-part' | 'never';
}

/** What the thread tells of a failure. */
export type ImportFailure =
  | { source: { problem: ImportProblem; path: string } }
  | { trouble: ImportTrouble }
  | { refused: StoredError }
  | { failed: Error };

/** Thrown if the library's disk does not do what it should, or the drive of what is imported is away. */
export class ImportTroubleError extends Error {
  readonly trouble: ImportTrouble;

  constructor(trouble: ImportTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Thrown if what was chosen cannot be read at all; `stored` says why. */
export class RefusedSourceError extends Error {
  readonly stored: StoredError;

  constructor(stored: StoredError) {
    super(stored.code);
    this.stored = stored;
  }
}

/** The thread that reads sources and copies files. */
export type ImportThread = QuestionThread<ImportQuestion, ImportAnswers>;

/** The bytes that were copied since the last message. */
export interface CopiedBytes {
  bytes: number;
}

/** Returns the error that stands for a failure. */
export function importErrorOf(failure: ImportFailure): Error {
  if ('source' in failure) return new SourceFileError(failure.source.problem, failure.source.path);
  if ('trouble' in failure) return new ImportTroubleError(failure.trouble);
  if ('refused' in failure) return new RefusedSourceError(storedErrorSchema.parse(failure.refused));
  return failure.failed;
}

/** Creates the client of the thread, which starts with the first question. */
export const createImportThread = (start: () => Worker, copied: (bytes: number) => void): ImportThread =>
  createQuestionThread<ImportQuestion, ImportAnswers, ImportFailure, CopiedBytes>({
    start,
    errorOf: importErrorOf,
    onPosted: ({ bytes }) => copied(bytes),
  });
