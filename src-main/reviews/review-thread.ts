import type { Worker } from 'node:worker_threads';
import type { FoundReviews } from './disk/read-reviews.ts';
import { readBeside, readReviews } from './disk/read-reviews.ts';
import { LibraryAwayError, type ReviewDisk } from './disk/review-disk.ts';
import { type ReviewEntry, type WrittenReview, writeReviews } from './disk/write-reviews.ts';

/** Why a folder cannot be read or written now. */
export type ReviewTrouble = 'library-missing' | 'read-only' | 'disk-full' | 'failed';

/** What the thread is asked to do; it does one after another. */
export type ReviewQuestion =
  | { ask: 'write'; library: string; writer: string; entries: readonly ReviewEntry[] }
  /** The reviews in one folder. */
  | { ask: 'beside'; folder: string }
  /** The next stretch of a folder or file, from the beginning if `turn` is another one than before; null at the end. */
  | { ask: 'read'; root: string; turn: number };

/** The answer to each question, by its name. */
export interface ReviewAnswers {
  write: WrittenReview[];
  beside: FoundReviews;
  read: FoundReviews | null;
}

/** What the thread posts; `trouble` is a failure of the disk. */
export type ReviewMessage =
  | { answer: ReviewAnswers[keyof ReviewAnswers] }
  | { trouble: ReviewTrouble }
  | { failed: Error };

/** Thrown if the disk does not do what it should; it may at another time. */
export class ReviewTroubleError extends Error {
  readonly trouble: ReviewTrouble;

  constructor(trouble: ReviewTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Thrown to whoever waits for a thread that was ended. */
export class ReviewThreadEndedError extends Error {}

/** The thread that reads and writes review files; questions wait for each other. */
export interface ReviewThread {
  ask<Name extends ReviewQuestion['ask']>(
    question: Extract<ReviewQuestion, { ask: Name }>,
  ): Promise<ReviewAnswers[Name]>;
  /** Ends it, whatever it does. The next question starts it again. */
  end(): Promise<void>;
}

/** Creates what the thread does. One folder is read at a time. */
export function createReviewWork(disk: ReviewDisk) {
  let open: { turn: number; stretches: AsyncGenerator<FoundReviews> } | null = null;
  return async (question: ReviewQuestion): Promise<ReviewAnswers[keyof ReviewAnswers]> => {
    if (question.ask === 'write') return writeReviews({ ...question, disk }, question.entries);
    if (question.ask === 'beside') return readBeside(disk, question.folder);
    if (open?.turn !== question.turn)
      open = { turn: question.turn, stretches: readReviews(disk, question.root) };
    const next = await open.stretches.next();
    return next.done ? null : next.value;
  };
}

const troubles = new Map<string, ReviewTrouble>([
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, 'disk-full'] as const),
  ...['EROFS', 'EACCES', 'EPERM'].map((code) => [code, 'read-only'] as const),
  ...['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN', 'ENOENT', 'ENOTDIR'].map(
    (code) => [code, 'library-missing'] as const,
  ),
]);

/** Returns a failure of the disk in the user's terms; null for a defect. */
export function reviewTroubleOf(error: unknown): ReviewTrouble | null {
  if (error instanceof LibraryAwayError) return 'library-missing';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return troubles.get(code) ?? (code === '' ? null : 'failed');
}

/** Creates the client of the thread, which starts with the first question. */
export function createReviewThread(start: () => Worker): ReviewThread {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { resolve: (message: ReviewMessage) => void; reject: (error: Error) => void } | null = null;

  function startWorker(): Worker {
    const started = start();
    const ended = (error: Error) => {
      if (worker === started) worker = null;
      waiting?.reject(error);
      waiting = null;
    };
    started.on('message', (message: ReviewMessage) => {
      waiting?.resolve(message);
      waiting = null;
    });
    started.on('error', ended);
    started.on('exit', () => {
      // One that was ended on purpose has a successor by now, which answers for itself.
      if (worker === started) ended(new ReviewThreadEndedError());
    });
    started.unref();
    return started;
  }

  function put(question: ReviewQuestion): Promise<ReviewMessage> {
    worker ??= startWorker();
    const asked = worker;
    return new Promise<ReviewMessage>((resolve, reject) => {
      waiting = { resolve, reject };
      asked.postMessage(question);
    });
  }

  function ask<Name extends ReviewQuestion['ask']>(
    question: Extract<ReviewQuestion, { ask: Name }>,
  ): Promise<ReviewAnswers[Name]>;
  function ask(question: ReviewQuestion): Promise<unknown> {
    const answered = last.then(() => put(question));
    last = answered.catch(() => undefined);
    return answered.then((message) => {
      if ('answer' in message) return message.answer;
      throw 'trouble' in message ? new ReviewTroubleError(message.trouble) : message.failed;
    });
  }

  return {
    ask,
    async end() {
      const ended = worker;
      worker = null;
      waiting?.reject(new ReviewThreadEndedError());
      waiting = null;
      await ended?.terminate();
    },
  };
}
