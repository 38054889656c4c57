import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../../core/system-error.ts';
import {
  isOfSameScene,
  maxReviewBytes,
  readReviewText,
  reviewFileName,
  toReviewText,
} from '../format/review-file.ts';
import { mergeReviews } from '../model/merge-reviews.ts';
import type { Review } from '../model/review.ts';
import { LibraryAwayError, type ReviewDisk } from './review-disk.ts';

/** A review that shall be in a file beside its scene. */
export interface ReviewEntry {
  /** The number of the note by which main knows it. */
  seq: number;
  /** The folder of the scene below the library folder, with `/` between its parts. */
  folder: string;
  review: Review;
}

/**
 * What became of one entry. `review` is what the file has now: with what it had before and main did not know. `kept` are the names of
 * files that were not written over, because they are not what Nadir wrote. `failed` has the code of the system's error.
 */
export type WrittenReview =
  | { seq: number; outcome: 'written'; review: Review; kept: string[] }
  | { seq: number; outcome: 'no-files' }
  | { seq: number; outcome: 'failed'; code: string };

/** More files that cannot be written over than this are those of somebody who wants to keep the disk busy. */
const maxNames = 20;
/** These concern the whole library; every other error concerns one scene. */
const ofLibrary = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN']);

/** Resolves with the review in a file that may be written over, null if there is no file, or false if it must stay as it is. */
async function presentIn(disk: ReviewDisk, path: string, review: Review): Promise<Review | null | false> {
  let text: string | null;
  try {
    text = await disk.read(path, maxReviewBytes);
  } catch (error) {
    // A file that is too large is none of Nadir's; an error of the disk is for the caller.
    if (systemErrorCode(error) !== '') throw error;
    return false;
  }
  // What is there and is no file, such as a link or a folder, stays too.
  if (text === null) return (await disk.list(dirname(path))).includes(basename(path)) ? false : null;
  const read = readReviewText(text);
  if (typeof read === 'string' || !read.isUnchanged) return false;
  const isOwn =
    isOfSameScene(read.review.scene, review.scene) && read.review.reviewer.id === review.reviewer.id;
  return isOwn ? read.review : false;
}

async function writeOne(
  disk: ReviewDisk,
  library: string,
  writer: string,
  entry: ReviewEntry,
): Promise<WrittenReview> {
  const { seq, review } = entry;
  const folder = join(library, ...entry.folder.split('/'));
  // An empty folder may be where a drive is mounted at other times, so none is made.
  if (!(await disk.isFolder(folder))) return { seq, outcome: 'no-files' };
  const kept: string[] = [];
  for (let n = 1; n <= maxNames; n += 1) {
    const name = reviewFileName(review, writer, n);
    const path = join(folder, name);
    const present = await presentIn(disk, path, review);
    if (present === false) {
      kept.push(name);
      continue;
    }
    const merged = present === null ? review : mergeReviews(review, present);
    const text = toReviewText(merged, writer);
    if (present === null || text !== toReviewText(present, writer)) await disk.replace(path, text);
    // Also if it was there: the process that wrote it may have ended before this.
    await disk.sync(folder);
    return { seq, outcome: 'written', review: merged, kept };
  }
  return { seq, outcome: 'failed', code: 'EEXIST' };
}

/**
 * Writes reviews beside their scenes. What a file has already is merged, never lost; a file that cannot be read or that somebody has
 * changed stays, and the review gets another name. Throws LibraryAwayError or an error of the whole disk; then the batch is given
 * again later.
 */
export async function writeReviews(
  { disk, library, writer }: { disk: ReviewDisk; library: string; writer: string },
  entries: readonly ReviewEntry[],
): Promise<WrittenReview[]> {
  if (!(await disk.isFolder(library))) throw new LibraryAwayError();
  const results: WrittenReview[] = [];
  for (const entry of entries) {
    try {
      results.push(await writeOne(disk, library, writer, entry));
    } catch (error) {
      const code = systemErrorCode(error);
      if (ofLibrary.has(code)) throw error;
      results.push({ seq: entry.seq, outcome: 'failed', code: code || 'UNKNOWN' });
    }
  }
  return results;
}
