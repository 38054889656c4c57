import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreignItem, putText } from '../../../testing/import-world.ts';
import { importTools } from '../../app/import-tools.ts';
import { type FoundBatch, type FoundScene, splitBatch } from './found-scene.ts';
import { createImportWork } from './import-work.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-import-work-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('a page of many items is split into batches of limited size', async () => {
  putText(join(home, 'a.txt'), 'a');
  const features = Array.from({ length: 110 }, (_, n) =>
    // Every other one has no file.
    foreignItem(`i${n}`, { assets: { a: { href: n % 2 === 0 ? './a.txt' : './none.txt' } } }),
  );
  const page = putText(join(home, 'page.json'), { type: 'FeatureCollection', features });
  const work = createImportWork(importTools, () => undefined);
  const source = { paths: [page], library: join(home, 'library'), staging: join(home, 'library', 'x') };
  const scenes: FoundScene[] = [];
  const problems: unknown[] = [];
  for (;;) {
    const told = (await work({ ask: 'read', reading: 1, source })) as FoundBatch | null;
    if (told === null) break;
    expect(told.scenes.length).toBeLessThanOrEqual(20);
    scenes.push(...told.scenes);
    problems.push(...told.problems);
  }
  expect(scenes.map(({ scene }) => scene.source.sceneId)).toEqual(
    Array.from({ length: 55 }, (_, n) => `i${n * 2}`),
  );
  expect(problems).toHaveLength(110);
});

it('the parts of a batch have everything once, and an empty batch is one part', () => {
  const problems = Array.from({ length: 450 }, (_, n) => ({
    path: String(n),
    problem: 'missing' as const,
    detail: '',
  }));
  const reviews = Array.from({ length: 201 }, (_, n) => ({ path: String(n), label: String(n) }));
  const pieces = [...splitBatch({ scenes: [], problems, reviews, entries: 7 })];
  expect(pieces.map((piece) => piece.problems.length)).toEqual([200, 200, 50]);
  expect(pieces.flatMap((piece) => piece.problems)).toEqual(problems);
  expect(pieces.flatMap((piece) => piece.reviews)).toEqual(reviews);
  expect([...splitBatch({ scenes: [], problems: [], reviews: [], entries: 3 })]).toEqual([
    { scenes: [], problems: [], reviews: [], entries: 3 },
  ]);
});
