import { expect, it } from 'vitest';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { formatOffset, isNudged, nudgeLines } from './offset-text.ts';
import type { StyledShownRaster } from './shown-rasters.ts';

const t = await wordsOf('en');
const raster = (fileName: string, offset: PixelOffset): Pick<StyledShownRaster, 'styled' | 'offset'> => ({
  styled: { ...Object.create(null), info: { fileName } },
  offset,
});

it('names the rasters of a picture that are drawn elsewhere than their files lie', () => {
  expect(formatOffset(t, 'en', [-0.25, -3])).toBe('Nudged: 0.25 px left, 3 px up');
  expect([isNudged([0, 0]), isNudged([-0, 0]), isNudged([0, 0.25])]).toEqual([false, false, true]);
  expect(nudgeLines(t, 'en', [raster('a.tif', [0, 0]), raster('b.tif', [10, 0])])).toEqual([
    'b.tif · Nudged: 10 px right, 0 px down',
  ]);
});
