import { expect, it } from 'vitest';
import { libraryFileIdSchema } from './ids.ts';
import type { SceneFile } from './library.ts';
import { wholeScene } from './whole-scene.ts';

let ids = 0;
function file(name: string, more: Partial<SceneFile> = {}): SceneFile {
  ids += 1;
  return {
    fileId: libraryFileIdSchema.parse(ids),
    kind: 'attachment',
    name,
    fileName: `${name}.bin`,
    bands: [],
    state: 'remote',
    sizeBytes: null,
    sha256: null,
    savedAt: null,
    sameFiles: [],
    ...more,
  };
}
const names = (files: SceneFile[]) => wholeScene(files).wanted.map(({ name }) => name);
const raster = file('analytic', { kind: 'raster' });
const archive = file('delivery_zip');
const preview = file('preview');

it('brings the files, not the archive with the same files as well', () => {
  expect(names([archive, raster, preview])).toEqual(['analytic', 'preview']);
  expect(wholeScene([archive, raster, preview]).withoutArchive).toBe(true);
  // Also if the raster is already on the disk.
  expect(names([archive, { ...raster, state: 'on-disk' }, preview])).toEqual(['preview']);
});

it('brings the archive where the pixels are in nothing else', () => {
  expect(names([archive, preview])).toEqual(['delivery_zip', 'preview']);
  expect(wholeScene([archive, preview]).withoutArchive).toBe(false);
});

it('what is here or on its way is not asked for again', () => {
  expect(
    names([
      { ...raster, state: 'on-disk' },
      { ...preview, state: 'missing' },
    ]),
  ).toEqual(['preview']);
  expect(wholeScene([{ ...archive, state: 'on-disk' }, raster]).withoutArchive).toBe(false);
});
