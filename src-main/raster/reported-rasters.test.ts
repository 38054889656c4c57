import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeRaster } from './describe-raster.ts';
import type { RasterRecord } from './raster-record.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-reported-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Describes a raster that stands for a public report of a similar tool. */
async function describeReported(file: string): Promise<RasterRecord> {
  const record = await describeRaster({
    path: fileURLToPath(new URL(`../../testing/cases/rasters/${file}`, import.meta.url)),
    displayPath: join(folder, 'display.tif'),
    bands: [],
    mayBuild: true,
    mayBeOverviews: false,
    progress: () => undefined,
  });
  if (!record) throw new Error('a copy may be built');
  return record;
}

const scaled = { scale: 0.0001, offset: -0.1 };

// The values are those of `gdalinfo -json` (GDAL 3.10).
describe('a raster is described as GDAL reads it', () => {
  it.each([
    {
      file: 'desc-escaped.tif',
      says: 'names that were escaped twice',
      expected: { bands: ['Red & NIR', 'p<0.05', '"green"'] },
    },
    {
      file: 'nir-310.tif',
      says: 'the colour interpretation NIR of newer GDAL',
      expected: { bands: ['blue', 'green', 'red', 'nir'], hasAlpha: false },
    },
    {
      file: 'tags-norole.tif',
      says: 'plain tags named description and scale, which are neither names nor a scale',
      expected: { bands: ['Blue', 'Green', 'Red', 'NIR'], scales: [null, null, null, null] },
    },
    {
      file: 'scale-offset.tif',
      says: 'scale and offset',
      expected: { bands: ['blue', 'green', 'red', 'nir'], scales: [scaled, scaled, scaled, scaled] },
    },
    {
      file: 'nodata-slovak.tif',
      says: 'nodata with a decimal comma and three digits in the exponent',
      expected: { nodata: -3.4028230607370965e38, stretch: [[522, 1013]] },
    },
    {
      file: 'nodata-flt-short.tif',
      says: 'nodata that is written with fewer digits than the pixels have',
      expected: { nodata: -3.4028230607370965e38, stretch: [[522, 1013]] },
    },
    {
      file: 'msk.tif',
      says: 'the mask beside it',
      expected: { hasAlpha: true, stretch: [[522, 1013]] },
    },
    {
      file: 'wide200.tif',
      says: 'a place that is wider than half of the world',
      expected: { placement: { box: [-20, 0, 180, expect.closeTo(60, 6)] } },
    },
  ])('$file: $says', async ({ file, expected }) => {
    expect(await describeReported(file)).toMatchObject(expected);
  });

  it('bands-285.tif: every one of many bands', async () => {
    const { bands, scales, widthPx, heightPx } = await describeReported('bands-285.tif');
    expect([bands.length, scales.length, widthPx, heightPx]).toEqual([285, 285, 8, 8]);
  });
});
