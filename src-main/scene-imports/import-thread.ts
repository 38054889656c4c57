import type { Worker } from 'node:worker_threads';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import type { ImportProblem, ImportTrouble } from '../../src-preload/contract/scene-imports.ts';
import { AppError } from '../app-error.ts';
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
  /** Returns false if somebody has just taken the name. */
  | { ask: 'place'; staging: string; folder: string }
  /** Removes a hidden folder of imports with all that is in it. */
  | { ask: 'remove'; folder: string }
  /** Returns true if all files are in the folder with their sizes. */
  | { ask: 'is-whole'; folder: string; files: readonly PlacedFile[] };

/** The answer to each question, by its name. */
export interface ImportAnswers {
  read: FoundStretch | null;
  parse: StacAnswer | { problem: ImportProblem };
  hash: string;
  copy: PlacedFile[];
  name: string;
  place: boolean;
  remove: null;
  'is-whole': boolean;
}

/** What the thread posts. `bytes` are those copied since the last message. */
export type ImportMessage =
  | { bytes: number }
  | { id: number; answer: unknown }
  | { id: number; source: { problem: ImportProblem; path: string } }
  | { id: number; trouble: ImportTrouble }
  | { id: number; refused: StoredError }
  | { id: number; failed: Error };

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
export interface ImportThread {
  ask<Name extends ImportQuestion['ask']>(
    question: Extract<ImportQuestion, { ask: Name }>,
  ): Promise<ImportAnswers[Name]>;
  /** Ends it, whatever it does: what was asked is rejected with CANCELLED. The next question starts it again. */
  end(): Promise<void>;
}

interface Asked {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

function errorOf(message: Exclude<ImportMessage, { bytes: number } | { answer: unknown }>): Error {
  if ('source' in message) return new SourceFileError(message.source.problem, message.source.path);
  if ('trouble' in message) return new ImportTroubleError(message.trouble);
  if ('refused' in message) return new RefusedSourceError(storedErrorSchema.parse(message.refused));
  return message.failed;
}

/** Creates the client of the thread, which starts with the first question. */
export function createImportThread(start: () => Worker, copied: (bytes: number) => void): ImportThread {
  const asked = new Map<number, Asked>();
  let worker: Worker | null = null;
  let count = 0;

  function giveUp(error: Error) {
    worker = null;
    const all = [...asked.values()];
    asked.clear();
    for (const { reject } of all) reject(error);
  }

  function hear(message: ImportMessage) {
    if ('bytes' in message) return copied(message.bytes);
    const question = asked.get(message.id);
    asked.delete(message.id);
    if ('answer' in message) question?.resolve(message.answer);
    else question?.reject(errorOf(message));
  }

  function running(): Worker {
    if (worker !== null) return worker;
    const begun = start();
    worker = begun;
    begun.on('message', (message: ImportMessage) => {
      if (worker === begun) hear(message);
    });
    begun.on('error', (error: Error) => {
      if (worker === begun) giveUp(error);
    });
    begun.on('exit', () => {
      if (worker === begun) giveUp(new AppError('CANCELLED', {}));
    });
    begun.unref();
    return begun;
  }

  function ask<Name extends ImportQuestion['ask']>(
    question: Extract<ImportQuestion, { ask: Name }>,
  ): Promise<ImportAnswers[Name]>;
  function ask(question: ImportQuestion): Promise<unknown> {
    const thread = running();
    count += 1;
    const id = count;
    return new Promise<unknown>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      thread.postMessage({ id, question });
    });
  }

  return {
    ask,
    async end() {
      const ended = worker;
      giveUp(new AppError('CANCELLED', {}));
      await ended?.terminate();
    },
  };
}
