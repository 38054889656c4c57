import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReviewProblem } from '../../../src-preload/contract/reviews.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { isReviewName, maxReviewBytes, readReviewText } from '../format/review-file.ts';
import type { Review } from '../model/review.ts';
import type { ReviewDisk } from './review-disk.ts';

/** A review that was found, or why a file is not used; `path` is below the folder that was read, or a name. */
export interface FoundReviews {
  reviews: { path: string; review: Review; writer: string }[];
  problems: { path: string; problem: ReviewProblem }[];
  /** All files and folders that were looked at so far. */
  entries: number;
}

/** A folder that was chosen by mistake may be a whole disk. */
const maxDepth = 12;
/** After so many of each a stretch is told, so that the reader's memory stays bounded. */
const maxReviews = 20;
const maxProblems = 200;
const maxEntries = 2_000;
/** More review files beside one scene than there are people. */
const maxBeside = 500;
/** The characters of files that are told at once: they are copied from one thread to the other in one turn. */
const maxTold = 4 * 1024 * 1024;
const maxToldBeside = 16 * 1024 * 1024;

/**
 * Reads one file into what was found; resolves with the number of characters that were used. A file that was changed by hand counts
 * and is named.
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

/** Reads the reviews in one folder, not below it. Rejects with an error of the system if the folder cannot be listed. */
export async function readBeside(disk: ReviewDisk, folder: string): Promise<FoundReviews> {
  const found = nothing();
  const names = (await disk.list(folder)).filter(isReviewName).sort();
  let characters = 0;
  for (const [n, name] of names.entries()) {
    if (n >= maxBeside || characters >= maxToldBeside) {
      found.problems.push({ path: name, problem: 'too-many' });
      break;
    }
    characters += await readOne(disk, join(folder, name), name, found);
  }
  return found;
}

const isOwnFolder = (depth: number, name: string) =>
  name.startsWith('.') || (depth === 0 && name === '_catalog');

/**
 * Reads all reviews below a folder, a stretch at a time; of a single file, that one. No link of the file system is followed, and only
 * the list of a folder's subfolders is in memory.
 */
export async function* readReviews(disk: ReviewDisk, root: string): AsyncGenerator<FoundReviews> {
  let found = nothing();
  if ((await lstat(root)).isFile()) {
    await readOne(disk, root, basename(root), found);
    yield { ...found, entries: 1 };
    return;
  }
  let toldAt = 0;
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
          characters >= maxTold ||
          entries - toldAt >= maxEntries
        ) {
          toldAt = entries;
          characters = 0;
          yield found;
          found = nothing(entries);
        }
      }
    } catch {
      // A drive that goes away in the middle: what was read stays.
      found.problems.push({ path: folder, problem: 'unreadable' });
    }
  }
  yield found;
}
