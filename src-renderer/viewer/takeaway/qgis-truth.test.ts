import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { qgisLayerFile } from '../../../src-main/features/viewer/takeaway/qgis-layer.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle, type RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { qgisLayerSchema } from '../../../src-preload/contract/takeaway.ts';
import type { SampleTypeName } from '../../../testing/gdal-files.ts';
import { createRasterFolder, madeBands, madeExtent } from '../../../testing/raster-folder.ts';
import { openRaster } from '../raster/raster-reader.ts';
import { withPreset } from '../raster/style/presets.ts';
import { channelBounds, displayOf, styledRaster } from '../raster-style/style-on-raster.ts';
import { qgisDrawing } from './qgis-drawing.ts';

/**
 * QGIS draws the layer files, and its own Python compares; scripts/check-qlr.py says what it needs. A machine of CI has no minute
 * for its installation, so the test runs where QGIS is installed.
 */
const hasQgis = existsSync('/usr/lib/python3/dist-packages/qgis/core/__init__.py');
const sidePx = 48;
const rasters = createRasterFolder('nadir-qgis-');

interface Made {
  name: string;
  type: SampleTypeName;
  words: readonly string[];
  style: RasterStyle;
}

const inPreset = (preset: RasterStyle['preset'], more: Partial<RasterStyle> = {}): RasterStyle => ({
  ...withPreset(defaultRasterStyle, preset),
  ...more,
});
const byHand = (...bounds: [number, number][]): RasterStyle['stretch'] => ({
  ...defaultRasterStyle.stretch,
  kind: 'by-hand',
  bounds,
});
const reflectance = (column: number, row: number, band: number) =>
  300 + ((column * 17 + row * 5 + band * 731 + ((column * row) % 97) * 13) % 5_000);

const expression = (text: string): RasterStyle =>
  inPreset('expression', { expression: text, ramp: 'turbo', stretch: byHand([-0.8, 0.9]) });

const cases: readonly Made[] = [
  { name: 'true-colour', type: 'UInt16', words: [], style: inPreset('true-colour', { gamma: 1.6 }) },
  { name: 'near-infrared', type: 'UInt16', words: ['-a_nodata', '0'], style: inPreset('near-infrared') },
  {
    name: 'inverted',
    type: 'Float32',
    words: [],
    style: inPreset('bands', {
      channels: ['#1', '#2', '#4'],
      stretch: byHand([4_000, 500], [600, 3_000], [300, 5_000]),
    }),
  },
  { name: 'ndvi', type: 'UInt16', words: [], style: inPreset('ndvi') },
  { name: 'evi', type: 'UInt16', words: [], style: inPreset('evi') },
  {
    name: 'band',
    type: 'Int16',
    words: [],
    style: inPreset('band', { band: '#3', ramp: 'magma', gamma: 0.7, isRampReversed: true }),
  },
  {
    name: 'functions',
    type: 'Float32',
    words: [],
    style: expression('min(log(#1 / 900), max(-0.5, #2 / 4000 - 0.5, where(#3 > #4, 0.4, -0.2)))'),
  },
  {
    name: 'powers',
    type: 'Float32',
    words: [],
    style: expression('abs(-(#1 / 3000) ^ 2 + sqrt(#2) / 90) - (#3 >= #4) * 0.3'),
  },
];

/** The raster in Nadir's own colours, pixel by pixel, and its layer file. */
async function made({ name, type, words, style }: Made) {
  const tiles = ['-co', 'TILED=YES', '-co', 'COMPRESS=LZW'];
  const path = await rasters.make({ type, sidePx, words: [...tiles, ...words], value: reflectance });
  const described = await rasters.describeAndServe(path, { bands: madeBands, mayBuild: false });
  const info: RasterInfo = {
    ...described.info,
    fileName: name,
    fileId: libraryFileIdSchema.parse(1),
    librarySceneId: librarySceneIdSchema.parse(1),
  };
  const styled = styledRaster(style, info);
  const bounds = styled && channelBounds(styled, null);
  if (!styled || !bounds) throw new Error('the style has its bounds');
  const drawing = qgisDrawing(styled, bounds);
  if (typeof drawing === 'string') throw new Error(drawing);
  const reader = await openRaster(displayOf(styled, bounds), rasters.origin());
  const rgba = await reader.tile(madeExtent(sidePx), sidePx, new AbortController().signal);
  const [layer, pixels] = [rasters.pathOf(`${name}.qlr`), rasters.pathOf(`${name}.rgba`)];
  writeFileSync(pixels, new Uint8Array(rgba ?? []));
  const { widthPx, heightPx, placement, scales } = info;
  const raster = { path, widthPx, heightPx, placement, scales, alphaBand: null, isConverted: false };
  writeFileSync(
    layer,
    qgisLayerFile(raster, qgisLayerSchema.parse({ ...drawing.layer, title: name }), dirname(path)),
  );
  return { layer, pixels, widthPx, heightPx };
}

const answerSchema = z.array(
  z.object({
    crs: z.string(),
    renderer: z.string(),
    mean: z.number(),
    beyond: z.number(),
    drawn: z.number(),
    alone: z.number(),
  }),
);

function compared(jobs: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/python3', [join(import.meta.dirname, '../../../scripts/check-qlr.py')]);
    const [out, problems]: [string[], string[]] = [[], []];
    child.stdout.on('data', (part) => out.push(String(part)));
    child.stderr.on('data', (part) => problems.push(String(part)));
    child.once('close', (code) =>
      code === 0 ? resolve(out.join('')) : reject(new Error(problems.join(''))),
    );
    child.stdin.end(JSON.stringify(jobs));
  });
}

it.skipIf(!hasQgis)(
  'QGIS draws a layer file in Nadir’s colours, within 2 %',
  { timeout: 60_000 },
  async () => {
    const jobs = [];
    for (const each of cases) jobs.push(await made(each));
    const answers = answerSchema.parse(JSON.parse(await compared(jobs)));
    for (const [i, answer] of answers.entries()) {
      const { name } = cases[i] ?? { name: '' };
      expect({ name, crs: answer.crs, alone: answer.alone }).toEqual({ name, crs: 'EPSG:3857', alone: 0 });
      // QGIS bends 256 levels by gamma: the darkest of them are some percent apart.
      expect(answer.beyond, name).toBeLessThanOrEqual(name === 'true-colour' ? 0.01 : 0);
      expect(answer.mean, name).toBeLessThan(0.005);
      expect(answer.drawn, name).toBe(1);
    }
    expect(answers.map(({ renderer }) => renderer).slice(0, 4)).toEqual([
      'multibandcolor',
      'multibandcolor',
      'multibandcolor',
      'singlebandpseudocolor',
    ]);
  },
);
