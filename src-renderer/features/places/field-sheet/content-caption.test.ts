import type { TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { defaultRasterStyle, type PixelOffset } from '../../../../src-preload/contract/raster-styles.ts';
import { wordsOf } from '../../../../testing/i18n/words.ts';
import { sceneOf } from '../../../../testing/page/samples.ts';
import { rasterInfoOf } from '../../../../testing/raster-info.ts';
import type { StyledShownRaster } from '../../../viewer/compare/shown-rasters.ts';
import type { RasterDisplay } from '../../../viewer/raster/raster-messages.ts';
import { rampGradient } from '../../../viewer/raster/style/ramps.ts';
import { displayOf, type StyledRaster } from '../../../viewer/raster-style/style-on-raster.ts';
import { rasterNotes } from './content-caption.ts';

let t: TFunction;
beforeAll(async () => {
  t = await wordsOf('en');
});

const info = rasterInfoOf({
  placement: {
    kind: 'placed',
    projection: 'EPSG:32631',
    epsg: 32_631,
    rough: null,
    box: [3, 0, 4, 1],
    model: { kind: 'affine', geoTransform: [0, 1, 0, 0, 0, -1] },
  },
  bands: ['Blue', 'Green', 'Red', 'NIR'],
  stretch: [
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ],
});
const styled: StyledRaster = {
  info,
  style: { ...defaultRasterStyle, preset: 'ndvi', ramp: 'viridis' },
  expressions: ['(NIR - Red) / (NIR + Red)'],
  bands: [3, 2],
  automatic: [[-0.2, 1]],
};
const display = displayOf(styled, [[-0.2, 1]]);
const scene = sceneOf({
  productName: 'Multispectral',
  satelliteName: 'SN1',
  timestamp: '2026-03-02T10:30:00Z',
});
const shown: StyledShownRaster = { styled, display, scene, opacity: 1, offset: [0, 0] };
const words = () => ({ t, language: 'en' });

it('a raster on the sheet is named with its date, its style, and the legend of what is drawn', () => {
  const [note] = rasterNotes(
    words(),
    { rasters: [display], isComplete: true },
    { shown: [shown], difference: null },
  );
  expect(note?.text).toMatch(/^Multispectral · SN1 · Mar 2, 2026, 10:30 UTC · NDVI$/);
  expect(note?.legend?.gradient).toBe(rampGradient('viridis', false));
  expect(note?.legend?.labels.map((label) => label.replace('−', '-'))).toEqual(['-0.2', '0.4', '1']);
});

it('the line of a nudged raster names the nudge, and that of a difference the nudges of both captures', () => {
  const [note] = rasterNotes(
    words(),
    { rasters: [display], isComplete: true },
    { shown: [{ ...shown, offset: [10, -1] }], difference: null },
  );
  expect(note?.text).toMatch(/ · NDVI · Nudged: 10 px right, 1 px up$/);
  const paint = display.paint && { ...display.paint, offset: [0, 3] satisfies PixelOffset };
  const minus: RasterDisplay['minus'] = { info, expression: '', offset: [-2, 0] };
  const earlier = { ...scene, timestamp: '2026-02-02T10:30:00Z' };
  const [ofBoth] = rasterNotes(
    words(),
    { rasters: [{ ...display, ...(paint && { paint }), minus }], isComplete: true },
    { shown: [shown], difference: { index: 'ndvi', reach: 0.5, later: scene, earlier } },
  );
  expect(ofBoth?.text.split(' | ').slice(1)).toEqual([
    'Mar 2, 2026, 10:30 UTC · SN1 · Nudged: 0 px right, 3 px down',
    'Feb 2, 2026, 10:30 UTC · SN1 · Nudged: 2 px left, 0 px down',
  ]);
});

it('a difference has both dates and the legend of the difference', () => {
  const drawn: RasterDisplay = { ...display, minus: { info, expression: '', offset: [0, 0] } };
  const earlier = { ...scene, timestamp: '2026-02-02T10:30:00Z' };
  const [note, ...others] = rasterNotes(
    words(),
    { rasters: [drawn], isComplete: true },
    { shown: [shown], difference: { index: 'ndvi', reach: 0.5, later: scene, earlier } },
  );
  expect(others).toEqual([]);
  expect(note?.text).toContain('Mar 2, 2026');
  expect(note?.text).toContain('Feb 2, 2026');
  expect(note?.legend?.gradient).toBe(rampGradient('purple-green', false));
});

it('a raster outside of the sheet is not named', () => {
  const notes = rasterNotes(words(), { rasters: [], isComplete: true }, { shown: [shown], difference: null });
  expect(notes).toEqual([]);
});
