import type { Worker } from 'node:worker_threads';
import { type DiskTroubleKind, diskTroubleOf } from '../../core/disk-trouble.ts';
import { createQuestionThread, type QuestionThread } from '../../core/question-thread.ts';
import type { FoundReviews } from './disk/read-reviews.ts';
import { readBeside, readFile, readReviews } from './disk/read-reviews.ts';
import { LibraryAwayError, type ReviewDisk } from './disk/review-disk.ts';
import { type ReviewEntry, type WrittenReview, writeReviews } from './disk/write-reviews.ts';

/** Why a folder cannot be read or written now. */
export type ReviewTrouble = DiskTroubleKind;

/** A question to the thread, which answers one after another. */
export type ReviewQuestion =
  | { ask: 'write'; library: string; writer: string; entries: readonly ReviewEntry[] }
  /** Answered with the reviews in one folder. */
  | { ask: 'beside'; folder: string }
  /** Answered with the review in one file. */
  | { ask: 'file'; path: string }
  /** Answered with the next batch of a folder or file, or the first one if `turn` differs from the last question; null at the end. */
  | { ask: 'read'; root: string; turn: number };

/** The answer to each question, by its name. */
export interface ReviewAnswers {
  write: WrittenReview[];
  beside: FoundReviews;
  file: FoundReviews;
  read: FoundReviews | null;
}

/** A failure as the thread posts it; `trouble` is a problem of the disk. */
export type ReviewFailure = { trouble: ReviewTrouble } | { failed: Error };

/** Thrown if the disk fails; the same work may succeed later. */
export class ReviewTroubleError extends Error {
  readonly trouble: ReviewTrouble;

  constructor(trouble: ReviewTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The thread that reads and writes review files. */
export type ReviewThread = QuestionThread<ReviewQuestion, ReviewAnswers>;

/**
 * Creates the function that answers questions in the thread. One folder is read at a time. `confined` returns the disk for writing to
 * a library, which follows no link out of it.
 */
export function createReviewWork(disk: ReviewDisk, confined: (library: string) => ReviewDisk = () => disk) {
  let open: { turn: number; batches: AsyncGenerator<FoundReviews> } | null = null;
  return async (question: ReviewQuestion): Promise<ReviewAnswers[keyof ReviewAnswers]> => {
    if (question.ask === 'write')
      return writeReviews({ ...question, disk: confined(question.library) }, question.entries);
    if (question.ask === 'beside') return readBeside(disk, question.folder);
    if (question.ask === 'file') return readFile(disk, question.path);
    if (open?.turn !== question.turn)
      open = { turn: question.turn, batches: readReviews(disk, question.root) };
    const next = await open.batches.next();
    return next.done ? null : next.value;
  };
}

/** Returns a failure of the disk as a problem that the user can understand; null for a defect. */
export function reviewTroubleOf(error: unknown): ReviewTrouble | null {
  if (error instanceof LibraryAwayError) return 'library-missing';
  return diskTroubleOf(error);
}

/** Returns an error as the failure that is posted to the client. */
export function failureOf(error: unknown): ReviewFailure {
  const trouble = reviewTroubleOf(error);
  if (trouble !== null) return { trouble };
  return { failed: error instanceof Error ? error : new Error(String(error)) };
}

/** Creates the client of the thread, which starts with the first question. */
export const createReviewThread = (start: () => Worker): ReviewThread =>
  createQuestionThread<ReviewQuestion, ReviewAnswers, ReviewFailure>({
    start,
    errorOf: (failure) => ('trouble' in failure ? new ReviewTroubleError(failure.trouble) : failure.failed),
  });
