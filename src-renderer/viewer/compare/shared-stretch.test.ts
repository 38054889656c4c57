import { expect, it } from 'vitest';
import { rasterInfoSchema } from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { withPreset } from '../raster/style/presets.ts';
import { styledRaster } from '../raster-style/style-on-raster.ts';
import { sharedBounds } from './shared-stretch.ts';

const infoOf = (bands: string[], low: number) =>
  rasterInfoSchema.parse({
    fileId: 1,
    librarySceneId: 7,
    fileName: 'a.tif',
    path: '/files/raster/1',
    widthPx: 10,
    heightPx: 8,
    bitsPerSample: 16,
    nodata: null,
    hasAlpha: false,
    bands,
    stretch: bands.map(() => [low, low + 9]),
    placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
  });
const all = ['Blue', 'Green', 'Red', 'NIR'];
const styled = (bands: string[], preset: 'true-colour' | 'ndvi' = 'true-colour') => {
  const found = styledRaster(withPreset(defaultRasterStyle, preset), infoOf(bands, 100));
  if (found === null) throw new Error('no band');
  return found;
};
const bounds = [
  [1, 2],
  [3, 4],
  [5, 6],
] as const;

it('stretches another raster as the first one, whatever its own values are', () => {
  expect(sharedBounds(styled(all), { styled: styled(all), bounds })).toBe(bounds);
});

it('leaves a raster its own stretch where it shows something else, and while the first is not counted', () => {
  expect(sharedBounds(styled(all, 'ndvi'), { styled: styled(all), bounds })).toBeNull();
  expect(sharedBounds(styled(all), { styled: styled(all), bounds: null })).toBeNull();
  expect(sharedBounds(styled(all), { styled: null, bounds })).toBeNull();
});
