import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../../../core/system-error.ts';
import {
  isOfSameScene,
  maxReviewBytes,
  readReviewText,
  reviewFileName,
  toReviewText,
} from '../format/review-file.ts';
import { mergeReviews } from '../model/merge-reviews.ts';
import { clockOf, maxAhead, type Review } from '../model/review.ts';
import { LibraryAwayError, type ReviewDisk } from './review-disk.ts';

/** A review to be written to a file beside its scene. */
export interface ReviewEntry {
  /** The number of the note in the database. */
  seq: number;
  /** The folder of the scene, relative to the library folder and separated by `/`. */
  folder: string;
  review: Review;
}

/**
 * The result for one entry. `review` is the content of the file now, merged with what it had before. `kept` are the names of files that were
 * not replaced, because Nadir did not write them or somebody has changed them. `code` is that of the system error.
 */
export type WrittenReview =
  | { seq: number; outcome: 'written'; review: Review; kept: string[] }
  | { seq: number; outcome: 'no-files' }
  | { seq: number; outcome: 'failed'; code: string };

/** The file names that are tried. More files that must not be replaced would only keep the disk busy. */
const maxNames = 20;
/** Errors that concern the whole library; others concern one scene. */
const ofLibrary = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN']);

/** Resolves with the review in a file that may be replaced, null if there is no file, or false if the file must stay as it is. */
async function readReplaceable(
  disk: ReviewDisk,
  path: string,
  review: Review,
): Promise<Review | null | false> {
  let text: string | null;
  try {
    text = await disk.read(path, maxReviewBytes);
  } catch (error) {
    // Without a code of the system, the file is too large to be one of Nadir.
    if (systemErrorCode(error) !== '') throw error;
    return false;
  }
  // A link or a folder of this name must stay too.
  if (text === null) return (await disk.list(dirname(path))).includes(basename(path)) ? false : null;
  const read = readReviewText(text);
  if (typeof read === 'string' || !read.isUnchanged) return false;
  const isOwn =
    isOfSameScene(read.review.scene, review.scene) && read.review.reviewer.id === review.reviewer.id;
  // A forged file in place of the own one must not set the clock of the review.
  const isPossible = clockOf(read.review) <= clockOf(review) + maxAhead;
  return isOwn && isPossible ? read.review : false;
}

async function writeOne(
  disk: ReviewDisk,
  library: string,
  writer: string,
  entry: ReviewEntry,
): Promise<WrittenReview> {
  const { seq, review } = entry;
  const folder = join(library, ...entry.folder.split('/'));
  // The folder is not created: its parent may be the mount point of a drive that is away.
  if (!(await disk.isFolder(folder))) return { seq, outcome: 'no-files' };
  const kept: string[] = [];
  for (let n = 1; n <= maxNames; n += 1) {
    const name = reviewFileName(review, writer, n);
    const path = join(folder, name);
    const present = await readReplaceable(disk, path, review);
    if (present === false) {
      kept.push(name);
      continue;
    }
    const merged = present === null ? review : mergeReviews(review, present);
    const text = toReviewText(merged, writer);
    if (present === null || text !== toReviewText(present, writer)) await disk.replace(path, text);
    // Also for an unchanged file: the process that wrote it may have ended before the flush.
    await disk.sync(folder);
    return { seq, outcome: 'written', review: merged, kept };
  }
  return { seq, outcome: 'failed', code: 'EEXIST' };
}

/**
 * Writes reviews beside their scenes. The present content of a file is merged and never lost; if a file cannot be read or somebody has
 * changed it, it stays and the review is written under another name. Throws LibraryAwayError or an error of the whole disk; the same batch
 * can then be written again.
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
