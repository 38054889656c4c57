import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReviewProblem } from '../../../../src-preload/contract/reviews.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { isReviewName, maxReviewBytes, readReviewText } from '../format/review-file.ts';
import type { Review } from '../model/review.ts';
import type { ReviewDisk } from './review-disk.ts';

/** Reviews and problems that were found; `path` is relative to the folder that is read. */
export interface FoundReviews {
  reviews: { path: string; review: Review; writer: string }[];
  problems: { path: string; problem: ReviewProblem }[];
  /** The number of all files and folders so far. */
  entries: number;
}

/** A user may select a whole disk by mistake. */
const maxDepth = 12;
/** The limits of a batch, so that memory stays bounded. */
const maxReviews = 20;
const maxProblems = 200;
const maxEntries = 2_000;
/** The review files of one scene are never more. */
const maxBesideFiles = 500;
/** The characters of a batch, which is copied from one thread to the other in one go. */
const maxBatchCharacters = 4 * 1024 * 1024;
const maxBesideCharacters = 16 * 1024 * 1024;

/**
 * Reads one file and adds its review or problem to `found`; resolves with the number of characters that were used. A file that was changed
 * by hand is used and also named as a problem.
 */
async function readOne(
  disk: ReviewDisk,
  absolute: string,
  path: string,
  found: FoundReviews,
): Promise<number> {
  const problem = (reason: ReviewProblem) => {
    found.problems.push({ path, problem: reason });
    return 0;
  };
  try {
    const text = await disk.read(absolute, maxReviewBytes);
    if (text === null) return problem('unreadable');
    const read = readReviewText(text);
    if (typeof read === 'string') return problem(read);
    found.reviews.push({ path, review: read.review, writer: read.writer });
    if (!read.isUnchanged) problem('changed-by-hand');
    return text.length;
  } catch (error) {
    return problem(systemErrorCode(error) === '' ? 'too-large' : 'unreadable');
  }
}

const nothing = (entries = 0): FoundReviews => ({ reviews: [], problems: [], entries });

/** Resolves with the reviews in one folder, without its subfolders. Rejects with a system error if the folder cannot be listed. */
export async function readBeside(disk: ReviewDisk, folder: string): Promise<FoundReviews> {
  const found = nothing();
  const names = (await disk.list(folder)).filter(isReviewName).sort();
  let characters = 0;
  for (const [n, name] of names.entries()) {
    if (n >= maxBesideFiles || characters >= maxBesideCharacters) {
      found.problems.push({ path: name, problem: 'too-many' });
      break;
    }
    characters += await readOne(disk, join(folder, name), name, found);
  }
  return found;
}

/** Resolves with the review in a file; `path` of what is found is that of the file. */
export async function readFile(disk: ReviewDisk, path: string): Promise<FoundReviews> {
  const found = nothing(1);
  await readOne(disk, path, path, found);
  return found;
}

const isOwnFolder = (depth: number, name: string) =>
  name.startsWith('.') || (depth === 0 && name === '_catalog');

/**
 * Yields the reviews below a folder in batches, or the review of a single file. No symbolic link is followed. Only the list of folders still
 * to be read is held in memory.
 */
export async function* readReviews(disk: ReviewDisk, root: string): AsyncGenerator<FoundReviews> {
  let found = nothing();
  if ((await lstat(root)).isFile()) {
    await readOne(disk, root, basename(root), found);
    yield { ...found, entries: 1 };
    return;
  }
  let batchStart = 0;
  let characters = 0;
  const waiting: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path: folder, depth } = next;
    const opened: Dir | null = await opendir(join(root, folder)).catch(() => null);
    if (opened === null) {
      found.problems.push({ path: folder, problem: 'unreadable' });
      continue;
    }
    try {
      for await (const entry of opened) {
        found.entries += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (isOwnFolder(depth, entry.name)) continue;
          if (depth < maxDepth) waiting.push({ path, depth: depth + 1 });
          else found.problems.push({ path, problem: 'too-deep' });
        } else if (isReviewName(entry.name)) characters += await readOne(disk, join(root, path), path, found);
        const { reviews, problems, entries } = found;
        if (
          reviews.length >= maxReviews ||
          problems.length >= maxProblems ||
          characters >= maxBatchCharacters ||
          entries - batchStart >= maxEntries
        ) {
          batchStart = entries;
          characters = 0;
          yield found;
          found = nothing(entries);
        }
      }
    } catch {
      // The drive was removed meanwhile. The reviews read before that are used.
      found.problems.push({ path: folder, problem: 'unreadable' });
    }
  }
  yield found;
}
