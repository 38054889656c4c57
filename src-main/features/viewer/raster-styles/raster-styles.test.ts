import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import {
  mostRasterStyles,
  defaultRasterStyle as plainStyle,
} from '../../../../src-preload/contract/raster-styles.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { createRasterStyles } from './raster-styles.ts';
import { rasterStylesMigrations } from './tables.ts';

let opened: TestStore;
let changes = 0;
const styles = () =>
  createRasterStyles({
    store: opened.store,
    newId: randomUUID,
    onChange: () => {
      changes += 1;
    },
  });
beforeEach(() => {
  opened = openTestStore(rasterStylesMigrations);
  changes = 0;
});
afterEach(() => opened.remove());

const ndvi = { ...plainStyle, preset: 'ndvi' as const };

it('keeps styles by name, and replaces the one of the same name', () => {
  const { save, list, remove } = styles();
  save('Fields', plainStyle);
  const first = save('Crops', plainStyle);
  expect(save('Crops', ndvi).styleId).toBe(first.styleId);
  expect(list().styles.map(({ name, style }) => [name, style.preset])).toEqual([
    ['Crops', 'ndvi'],
    ['Fields', 'true-colour'],
  ]);
  remove(first.styleId);
  expect(list().styles.map(({ name }) => name)).toEqual(['Fields']);
  expect(changes).toBe(4);
});

it('has one default for each product until it is taken back', () => {
  const { setDefault, list } = styles();
  setDefault('Surface reflectance', plainStyle);
  setDefault('Surface reflectance', ndvi);
  setDefault('Visual', plainStyle);
  expect(list().products).toEqual([
    { product: 'Surface reflectance', style: ndvi },
    { product: 'Visual', style: plainStyle },
  ]);
  setDefault('Surface reflectance', null);
  expect(list().products.map(({ product }) => product)).toEqual(['Visual']);
});

it('leaves out damaged styles, and stores no more than it can list', () => {
  const { save, list } = styles();
  for (let n = 0; n < mostRasterStyles; n += 1) save(`style ${n}`, plainStyle);
  expect(() => save('one more', plainStyle)).toThrow('INVALID_INPUT');
  expect(() => save('style 7', ndvi)).not.toThrow();
  opened.store.run(`UPDATE raster_style SET style = '{"preset":"x"}' WHERE name = 'style 8'`);
  expect(list().styles).toHaveLength(mostRasterStyles - 1);
});

const rasterOf = (file: number, scene: number) => ({
  fileId: libraryFileIdSchema.parse(file),
  librarySceneId: librarySceneIdSchema.parse(scene),
});

it('keeps the offset of each scene until it is put back, and leaves out a damaged one', () => {
  const [one, other, damaged] = [rasterOf(1, 7), rasterOf(2, 8), rasterOf(3, 9)];
  const { setOffset, offsets } = styles();
  setOffset({ ...one, offset: [3, -2.5], pixelDegrees: 1e-5 });
  setOffset({ ...other, offset: [0, 1], pixelDegrees: 1e-5 });
  setOffset({ ...one, offset: [4, -2.5], pixelDegrees: 1e-5 });
  opened.store.run("INSERT INTO raster_offset VALUES (3, '[1]', 9, 0.1)", {});
  expect(offsets([one, other, damaged])).toEqual([
    { ...one, offset: [4, -2.5], pixelDegrees: 1e-5 },
    { ...other, offset: [0, 1], pixelDegrees: 1e-5 },
  ]);
  expect(offsets([other])).toHaveLength(1);
  setOffset({ ...one, offset: [0, 0], pixelDegrees: 1e-5 });
  expect(offsets([one])).toEqual([]);
  expect(changes).toBe(4);
});

it('returns the offset of another raster of the scene, and stores one offset for each scene', () => {
  const [visual, analytic] = [rasterOf(1, 7), rasterOf(2, 7)];
  const { setOffset, offsets } = styles();
  setOffset({ ...visual, offset: [4, 0], pixelDegrees: 1e-5 });
  expect(offsets([analytic])).toEqual([{ ...visual, offset: [4, 0], pixelDegrees: 1e-5 }]);
  setOffset({ ...analytic, offset: [1, 1], pixelDegrees: 4e-5 });
  expect(offsets([visual])).toEqual([{ ...analytic, offset: [1, 1], pixelDegrees: 4e-5 }]);
  setOffset({ ...visual, offset: [0, 0], pixelDegrees: 1e-5 });
  expect(offsets([visual, analytic])).toEqual([]);
});

it('keeps an offset that an earlier version stored for a raster alone', () => {
  opened.store.run("INSERT INTO raster_offset (file_id, offset) VALUES (1, '[2,3]')", {});
  expect(styles().offsets([rasterOf(1, 7), rasterOf(2, 7)])).toEqual([
    { fileId: 1, offset: [2, 3], librarySceneId: null, pixelDegrees: null },
  ]);
});
