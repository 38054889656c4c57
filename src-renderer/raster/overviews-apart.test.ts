import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRaster } from '../../src-main/library/describe-raster.ts';
import { createTiffWriter } from '../../src-main/practice/imagery/tiff-writer.ts';
import { serveFiles } from '../../testing/serve-files.ts';
import { mercatorBox } from '../geometry/mercator.ts';
import { openRaster } from './raster-reader.ts';

const side = 1_500;
const bands = ['red', 'green', 'blue', 'nir'];
let folder: string;
let served: Awaited<ReturnType<typeof serveFiles>>;
const paths = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-apart-'));
  const path = join(folder, 'strips.tif');
  const writer = createTiffWriter({
    ...{ path, widthPx: side, heightPx: side, bands, bitsPerSample: 16, layout: 'strips' },
    ...{ epsg: 32_631, originX: 400_000, originY: 5_000_000, gsdMetres: 2, nodata: 0 },
  });
  for (let top = 0; top < side; top += writer.bandRows) {
    const rows = Math.min(writer.bandRows, side - top);
    const samples = new Uint16Array(side * rows * bands.length);
    for (let i = 0; i < samples.length; i += 1) {
      const [column, row] = [Math.floor(i / 4) % side, top + Math.floor(i / 4 / side)];
      samples[i] = 100 + ((column * 3 + row * 7 + (i % 4) * 500) % 3_000);
    }
    writer.writeRows(samples, rows);
  }
  writer.finish();
  paths.set('/strips', path);
  served = await serveFiles(paths);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

it('draws strips with overviews from another file as it draws a copy of them', async () => {
  const read = async (name: string, mayBeOverviews: boolean) => {
    const displayPath = join(folder, name);
    paths.set(`/${name}`, displayPath);
    const record = await describeRaster({
      ...{ path: join(folder, 'strips.tif'), displayPath, bands: [], mayBuild: true, mayBeOverviews },
      progress: () => undefined,
    });
    if (record === null || record.placement.kind === 'unplaced') throw new Error('not placed');
    return { record, box: mercatorBox([...record.placement.box]) };
  };
  const apart = await read('overviews', true);
  const copied = await read('copy', false);
  expect([apart.record.overviews, copied.record.display]).toEqual([true, true]);
  const open = (
    { record: { display: _, overviews: __, source: ___, ...info } }: typeof apart,
    more: object,
  ) => openRaster({ info: { ...info, path: '/strips', ...more }, bands: [0, 1, 3] }, served.origin);
  const one = await open(apart, { overviewsPath: '/overviews' });
  const other = await open(copied, { path: '/copy' });
  const [west, south, east, north] = apart.box;
  const { signal } = new AbortController();
  let drawn = 0;
  // The whole, a quarter, and a part of which the pixels of the file itself are seen.
  for (const share of [1, 0.4, 0.05]) {
    const size = Math.max(east - west, north - south) * share;
    const extent = [west, north - size, west + size, north] as const;
    const [seen, due] = [await one.tile(extent, 256, signal), await other.tile(extent, 256, signal)];
    expect(seen).not.toBeNull();
    expect(Buffer.compare(Buffer.from(seen ?? []), Buffer.from(due ?? []))).toBe(0);
    for (const value of seen ?? []) if (value > 0) drawn += 1;
  }
  expect(drawn).toBeGreaterThan(100_000);
  expect(south).toBeLessThan(north);
  one.close();
  other.close();
});
