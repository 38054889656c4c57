import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMemoryDisk,
  openReviewNadir,
  type ReviewNadir,
  reviewerIdOf,
  reviewFolder,
} from '../../../testing/reviews-world.ts';
import { sampleReview } from '../../../testing/sample-review.ts';
import { createDisk } from '../library/holdings/disk/disk.ts';
import { readBeside, readReviews } from './disk/read-reviews.ts';
import { reviewFileName, toReviewText } from './format/review-file.ts';
import type { Review } from './model/review.ts';
import { maxReviewers } from './review-intake.ts';

const writer = 'b00000000001';
const disk = createMemoryDisk();
let nadir: ReviewNadir;
beforeEach(() => {
  disk.files.clear();
  nadir = openReviewNadir({
    reviewer: { id: reviewerIdOf(9_999), name: 'Me' },
    writer: 2,
    disk: disk.disk,
    scenes: ['S1'],
    now: () => new Date('2026-03-01T10:00:00Z'),
  });
});
afterEach(() => nadir.close());

const put = (review: Review) =>
  disk.files.set(`${reviewFolder}/${reviewFileName(review, writer, 1)}`, toReviewText(review, writer));

/** A review with half a megabyte of remarks; its file has them twice. */
function large(n: number): Review {
  const remarks = Array.from({ length: 250 }, (_, i) => [
    `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    Object.values(sampleReview().remarks)[0]?.map((version) => ({
      ...version,
      value: version.value && { ...version.value, text: 'x'.repeat(2_000) },
    })),
  ]);
  return { ...sampleReview(n), remarks: Object.fromEntries(remarks) };
}

/** Returns how often the loop turned while something was done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
}

it('a scene has a limit of reviewers, which never excludes the user; the others are reported', async () => {
  for (let n = 1; n <= maxReviewers + 20; n += 1) put(sampleReview(n));
  put(sampleReview(9_999));
  const turns = await turnsOf(() => nadir.readBeside());
  // One review a turn: nothing else waits for all of them.
  expect(turns).toBeGreaterThan(maxReviewers);
  const [id] = nadir.ids;
  if (id === undefined) throw new Error('there is no scene');
  const { reviews, problems } = nadir.reviews.ofScene(id);
  expect(reviews.length).toBe(maxReviewers + 1);
  expect(reviews.some(({ isMine }) => isMine)).toBe(true);
  expect(problems.map(({ problem }) => problem)).toEqual(Array.from({ length: 20 }, () => 'too-many'));
  // Stored reviews can still change, and a refused review is still in its file.
  nadir.reviews.recordStatement(id, { field: 'rating', value: 5 });
  expect(nadir.reviews.ofScene(id).reviews.find(({ isMine }) => isMine)?.rating[0]?.value).toBe(5);
  expect(disk.files.size).toBe(maxReviewers + 21);
});

it('a scene has a limit of some megabytes of reviews', async () => {
  for (let n = 1; n <= 20; n += 1) put(large(n));
  await nadir.readBeside();
  const [id] = nadir.ids;
  if (id === undefined) throw new Error('there is no scene');
  const { reviews, problems } = nadir.reviews.ofScene(id);
  expect(reviews.length).toBeGreaterThan(8);
  expect(reviews.length).toBeLessThan(16);
  expect(problems[0]?.problem).toBe('too-many');
});

it('files are read in batches of limited size', async () => {
  for (let n = 1; n <= 40; n += 1) put(large(n));
  const beside = await readBeside(disk.disk, reviewFolder);
  expect(beside.reviews.length).toBeLessThan(20);
  expect(beside.problems.map(({ problem }) => problem)).toEqual(['too-many']);
  const folder = mkdtempSync(join(tmpdir(), 'nadir-crowded-'));
  try {
    for (const [path, text] of disk.files) writeFileSync(join(folder, path.slice(reviewFolder.length)), text);
    let reviews = 0;
    for await (const found of readReviews(createDisk(), folder)) {
      expect(found.reviews.length).toBeLessThan(6);
      reviews += found.reviews.length;
    }
    expect(reviews).toBe(40);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
