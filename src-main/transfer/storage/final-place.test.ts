import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFileMovedEarlier, freeName, placeFolder } from './final-place.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that was moved into place before Nadir died', () => {
  const find = (row: { place?: string | null; doneBytes?: number; totalBytes?: number | null } = {}) =>
    findFileMovedEarlier(
      { place: join(folder, 'a.tif'), doneBytes: 5, totalBytes: 5, ...row },
      join(folder, 'partial'),
      new AbortController().signal,
    );

  it('is found with its checksum', async () => {
    writeFileSync(join(folder, 'a.tif'), 'whole');
    expect(await find()).toEqual({
      path: join(folder, 'a.tif'),
      sizeBytes: 5,
      sha256: createHash('sha256').update('whole').digest('hex'),
    });
  });

  it('is none where its length is another, or where it is no file', async () => {
    expect(await find()).toBeNull();
    writeFileSync(join(folder, 'a.tif'), 'longer');
    expect(await find()).toBeNull();
    rmSync(join(folder, 'a.tif'));
    mkdirSync(join(folder, 'a.tif'));
    expect(await find()).toBeNull();
  });

  it('is none while not all of it was there, or the partial file is', async () => {
    writeFileSync(join(folder, 'a.tif'), 'whole');
    for (const row of [{ place: null }, { doneBytes: 4 }, { totalBytes: null }])
      expect(await find(row)).toBeNull();
    writeFileSync(join(folder, 'partial'), 'who');
    expect(await find()).toBeNull();
  });
});

it('counts on where a name is taken, in any spelling', () => {
  const taken = new Set<string>();
  const names = ['a.tif', 'A.TIF', 'a.tif', 'b'].map((name) => freeName('/f', name, taken));
  expect(names).toEqual(['a.tif', 'A (2).TIF', 'a (3).tif', 'b'].map((name) => join('/f', name)));
});

it('keeps the first folder out of Nadir’s own, and every folder in the library', () => {
  expect(placeFolder('/l', ['Coast', 's'])).toBe(join('/l', 'Coast', 's'));
  expect(placeFolder('/l', ['.partial', 's'])).toBe(join('/l', '_.partial', 's'));
  expect(placeFolder('/l', ['2026', '_Catalog'])).toBe(join('/l', '2026', '_Catalog'));
  expect(placeFolder('/l', ['_Catalog', '..', 'Harbour/north', 'CON'])).toBe(
    join('/l', '__Catalog', 'scene', 'Harbour_north', '_CON'),
  );
});
