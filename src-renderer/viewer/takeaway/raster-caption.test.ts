import type { TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { librarySceneIdSchema, sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { rasterInfoOf } from '../../../testing/raster-info.ts';
import type { ShownDifference } from '../compare/shown-rasters.ts';
import { rampColours } from '../raster/style/ramps.ts';
import { styledRaster } from '../raster-style/style-on-raster.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { wrapText } from './picture-frame.ts';
import { differenceTitle, rasterCaption } from './raster-caption.ts';

let t: TFunction;
beforeAll(async () => {
  t = await wordsOf('en');
});

/** The selected raster, which is below the difference and has a stretch and a ramp of its own. */
const shown: ShownRaster = {
  info: null,
  scene: null,
  wanted: { ...defaultRasterStyle, preset: 'ndvi' },
  styled: null,
  bounds: [[-0.2, 1]],
  statistics: null,
  natural: null,
  presets: [],
  display: null,
  isProvisional: false,
  isAwaited: false,
  offset: [0, 0],
  error: null,
  loading: false,
};
const captureOf = (name: string, timestamp: string, satelliteName: string) => ({
  librarySceneId: librarySceneIdSchema.parse(1),
  sceneId: sceneIdSchema.parse(name),
  timestamp,
  period: null,
  satelliteName,
});
const difference: ShownDifference = {
  index: 'ndvi',
  reach: 0.5,
  later: captureOf('b', '2026-03-09T10:30:00Z', 'SN2'),
  earlier: captureOf('a', '2026-03-02T10:30:00Z', 'SN1'),
};

/** The caption of a picture that shows the difference. */
const captionOf = (title: string, of = shown) =>
  rasterCaption({
    t,
    language: 'en',
    coordinateFormat: 'dd',
    shown: of,
    rasters: [{ styled: of.styled, bounds: of.bounds, title: '', label: '' }],
    difference,
    view: { x: 0, y: 0, resolution: 10, widthPx: 400, heightPx: 300 },
    scale: 1,
    title,
    nudges: ['a.tif · Nudged: 10 px right, 0 px down'],
    hasMap: false,
  });

it('the caption of a difference has its ramp, its range and both dates, and nothing of the raster below it', () => {
  const title = differenceTitle(t, difference, 'en');
  expect(title).toContain('Mar 9, 2026');
  expect(title).toContain('Mar 2, 2026');
  const { legends, lines } = captionOf(title);
  const [legend] = legends;
  expect(legend?.labels.map((label) => label.replace('−', '-'))).toEqual(['-0.5', '0', '0.5']);
  expect(legend?.title).toBe('Index difference: NDVI');
  expect(legend?.colours).toEqual(rampColours('purple-green', false));
  expect(lines[0]).toMatch(/^Index difference: NDVI/);
  expect(lines.join('\n')).not.toContain('0.2');
});

it('a title of a person leaves the dates of a difference in the lines below', () => {
  expect(captionOf('Before and after').lines[0]).toBe(differenceTitle(t, difference, 'en'));
});

it('a picture beside the raster has no legend and no lines of it', () => {
  const infoIn = (box: [number, number, number, number]) => rasterInfoOf({}, box);
  const { legends, lines } = captionOf('', { ...shown, info: infoIn([30, 40, 31, 41]) });
  expect(legends).toEqual([]);
  expect(lines.join()).not.toContain('NDVI');
  expect(lines.join()).not.toContain('Nudged');
  const around = captionOf('', { ...shown, info: infoIn([-1, -1, 1, 1]) });
  expect(around.legends).toHaveLength(1);
  expect(around.lines).toContain('a.tif · Nudged: 10 px right, 0 px down');
});

it('a title that is wider than the picture is continued below, and loses no word', () => {
  const measure = (text: string) => text.length;
  const title = differenceTitle(t, difference, 'en');
  const lines = wrapText(measure, title, 40);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe(title);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  expect(wrapText(measure, 'short', 40)).toEqual(['short']);
});

it('rasters with ranges of their own have a legend each, with their sides and times; equal ones share one', () => {
  const info = rasterInfoOf({ bands: ['blue', 'green', 'red', 'nir'] }, [-1, -1, 1, 1]);
  const styled = styledRaster({ ...defaultRasterStyle, preset: 'ndvi' }, info);
  const captionWith = (ranges: readonly [number, number][]) =>
    rasterCaption({
      t,
      language: 'en',
      coordinateFormat: 'dd',
      shown: { ...shown, info, styled },
      rasters: ranges.map((range, i) => ({
        styled,
        bounds: [range],
        title: '',
        label: ['Left', 'Right'][i] ?? '',
      })),
      difference: null,
      view: { x: 0, y: 0, resolution: 10, widthPx: 400, heightPx: 300 },
      scale: 1,
      title: '',
      nudges: [],
      hasMap: false,
    });
  const { legends, lines } = captionWith([
    [0.2, 0.8],
    [0, 0.8],
  ]);
  expect(legends.map(({ title, labels }) => [title, labels[0]])).toEqual([
    ['Left: NDVI', '0.2'],
    ['Right: NDVI', '0'],
  ]);
  expect(
    lines.filter((line) => line.includes('Stretch: 0.2 to 0.8') || line.includes('Stretch: 0 to 0.8')),
  ).toHaveLength(2);
  expect(lines[0]).toMatch(/^Left: a\.tif$/);
  const shared = captionWith([
    [0, 0.8],
    [0, 0.8],
  ]);
  expect(shared.legends.map(({ title }) => title)).toEqual(['NDVI']);
});

it('a raster of classes in the colours of its palette is called so, and no true colour with a stretch', () => {
  const colour = [200, 30, 30] as const;
  const info = rasterInfoOf(
    { bands: ['red', 'green', 'blue'], classes: [{ value: 1, name: 'water', colour: [...colour] }] },
    [-1, -1, 1, 1],
  );
  const { lines } = rasterCaption({
    t,
    language: 'en',
    coordinateFormat: 'dd',
    shown: { ...shown, info },
    rasters: [{ styled: styledRaster(defaultRasterStyle, info), bounds: [[0, 255]], title: '', label: '' }],
    difference: null,
    view: { x: 0, y: 0, resolution: 10, widthPx: 400, heightPx: 300 },
    scale: 1,
    title: 'Land cover',
    nudges: [],
    hasMap: false,
  });
  expect(lines).toContain('Palette classes');
  expect(lines.join()).not.toMatch(/True colour|Stretch/);
});
