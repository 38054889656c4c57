import type { TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { rampColours } from '../../raster/style/ramps.ts';
import type { ShownDifference } from '../compare/shown-rasters.ts';
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
const difference: ShownDifference = {
  index: 'ndvi',
  reach: 0.5,
  later: { sceneId: sceneIdSchema.parse('b'), timestamp: '2026-03-09T10:30:00Z', satelliteName: 'SN2' },
  earlier: { sceneId: sceneIdSchema.parse('a'), timestamp: '2026-03-02T10:30:00Z', satelliteName: 'SN1' },
};

/** The caption of a picture that shows the difference. */
const captionOf = (title: string) =>
  rasterCaption({
    t,
    language: 'en',
    coordinateFormat: 'dd',
    shown,
    difference,
    view: { x: 0, y: 0, resolution: 10, widthPx: 400, heightPx: 300 },
    scale: 1,
    title,
    hasMap: false,
  });

it('the caption of a difference has its ramp, its range and both dates, and nothing of the raster below it', () => {
  const title = differenceTitle(t, difference, 'en');
  expect(title).toContain('Mar 09, 2026');
  expect(title).toContain('Mar 02, 2026');
  const { legend, lines } = captionOf(title);
  expect(legend?.labels.map((label) => label.replace('−', '-'))).toEqual(['-0.5', '0', '0.5']);
  expect(legend?.title).toBe('Index difference: NDVI');
  expect(legend?.colours).toEqual(rampColours('purple-green', false));
  expect(lines[0]).toMatch(/^Index difference: NDVI/);
  expect(lines.join('\n')).not.toContain('0.2');
});

it('a title of a person leaves the dates of a difference in the lines below', () => {
  expect(captionOf('Before and after').lines[0]).toBe(differenceTitle(t, difference, 'en'));
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
