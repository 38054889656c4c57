import { expect, it } from 'vitest';
import { wireProductSchema, wireSceneSchema, wireTaskSchema } from './wire.ts';

it('numbers that a row could not be read with again are none', () => {
  const task = wireTaskSchema.parse({
    task_id: 1,
    priority: '9'.repeat(400),
    product: JSON.parse('1e999'),
    max_captures: '3',
  });
  expect(task).toMatchObject({ priority: null, product: null, max_captures: 3 });
  expect(wireProductSchema.safeParse({ pk: '9'.repeat(400), name: 'x' }).success).toBe(false);
  // Forms and the store accept only whole numbers (service §4.2).
  expect(wireProductSchema.safeParse({ pk: 1.5, name: 'x' }).success).toBe(false);
});

const filesOf = (fields: { rasters?: unknown[]; attachments?: unknown[] }) => {
  const { rasters, attachments } = wireSceneSchema.parse({ scene_id: 's', ...fields });
  return [...attachments, ...rasters].map(({ name, file_name }) => [name, file_name]);
};

it('a raster or an attachment without its names or its link is kept, by what else is known of it', () => {
  const at = 'https://catalog.invalid/v2/scenes/s';
  expect(
    filesOf({
      attachments: [
        { url: `${at}/attachments/thumbnail/download/?token=CANARY` },
        { name: 'footprint', url: 'x' },
        { file_name: 'notes.txt' },
        { url: 'https://catalog.invalid/files/CANARY' },
        {},
      ],
      rasters: [
        { url: `${at}/token/CANARY/raster/S%201.tif`, bands: ['red'] },
        { bands: ['red', 'nir'] },
        { url: 'https://catalog.invalid/files/CANARY' },
      ],
    }),
  ).toEqual([
    ['thumbnail', 'thumbnail.png'],
    ['footprint', 'footprint.kml'],
    ['notes.txt', 'notes.txt'],
    ['attachment', 'attachment'],
    ['attachment (2)', 'attachment (2)'],
    ['S 1.tif', 'S 1.tif'],
    ['raster-red-nir.tif', 'raster-red-nir.tif'],
    ['raster.tif', 'raster.tif'],
  ]);
});

it('two files of the same name are two, in whatever sequence they are listed', () => {
  const red = { url: 'a', file_name: 'S.tif', bands: ['red'] };
  const blue = { url: 'b', file_name: 'S.tif', bands: ['blue'] };
  const namesBy = (rasters: (typeof red)[]) =>
    Object.fromEntries(
      wireSceneSchema.parse({ scene_id: 's', rasters }).rasters.map(({ url, name }) => [url, name]),
    );
  expect(namesBy([red, blue])).toEqual({ a: 'S (2).tif', b: 'S.tif' });
  expect(namesBy([blue, red])).toEqual(namesBy([red, blue]));
  expect(
    filesOf({
      attachments: [
        { url: 'c', name: 'preview', file_name: 'big.png' },
        { url: 'd', name: 'preview', file_name: 'small.png' },
      ],
    }),
  ).toEqual([
    ['preview', 'big.png'],
    ['preview (2)', 'small (2).png'],
  ]);
});
