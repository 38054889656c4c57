import { expect, it } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { RasterPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { type MovedRaster, noOffset, offsetOf } from './offsets.ts';

const placed: RasterPlacement = {
  kind: 'placed',
  projection: 'EPSG:4326',
  epsg: 4326,
  rough: null,
  box: [10, 50, 11, 51],
  model: { kind: 'affine', geoTransform: [10, 0.001, 0, 51, 0, -0.001] },
};
const rasterOf = (file: number, scene: number, heightPx: number): MovedRaster => ({
  fileId: libraryFileIdSchema.parse(file),
  librarySceneId: librarySceneIdSchema.parse(scene),
  heightPx,
  placement: placed,
});

const visual = rasterOf(1, 7, 4_000);
const analytic = rasterOf(2, 7, 1_000);
const stored = { ...visual, offset: [8, -2] as [number, number], pixelDegrees: 1 / 4_000 };

it('moves the rasters of a scene by the same distance on the ground', () => {
  expect(offsetOf([stored], visual)).toEqual([8, -2]);
  expect(offsetOf([stored], analytic)).toEqual([2, -0.5]);
});

it('leaves other scenes and rasters without a place where they are', () => {
  expect(offsetOf([stored], rasterOf(3, 8, 1_000))).toBe(noOffset);
  const unplaced = { kind: 'unplaced' as const, reason: 'no-georeference' as const, detail: '' };
  expect(offsetOf([stored], { ...analytic, placement: unplaced })).toBe(noOffset);
});

it('uses an offset of a raster alone for this raster only, until one is stored for the scene', () => {
  const old = { ...stored, librarySceneId: null, pixelDegrees: null };
  expect(offsetOf([old], visual)).toEqual([8, -2]);
  expect(offsetOf([old], analytic)).toBe(noOffset);
  const ofScene = { ...analytic, offset: [1, 0] as [number, number], pixelDegrees: 1 / 1_000 };
  expect(offsetOf([old, ofScene], visual)).toEqual([4, 0]);
});
