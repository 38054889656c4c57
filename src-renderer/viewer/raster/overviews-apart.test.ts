import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTiffWriter } from '../../../src-main/practice/imagery/tiff-writer.ts';
import { describeRaster } from '../../../src-main/raster/describe-raster.ts';
import { mercatorBox } from '../../../src-shared/geometry/mercator.ts';
import { serveFiles } from '../../../testing/serve-files.ts';
import { createPixelPlacer } from './place-pixels.ts';
import { openRaster } from './raster-reader.ts';

const side = 1_500;
/** Larger than what is read as a whole. */
const wideSide = 3_001;
const bands = ['red', 'green', 'blue', 'nir'];
let folder: string;
let served: Awaited<ReturnType<typeof serveFiles>>;
const paths = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-apart-'));
  const path = join(folder, 'strips.tif');
  const writer = createTiffWriter({
    path,
    widthPx: side,
    heightPx: side,
    bands,
    bitsPerSample: 16,
    layout: 'strips',
    epsg: 32_631,
    originX: 400_000,
    originY: 5_000_000,
    gsdMetres: 2,
    nodata: 0,
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
  const wide = createTiffWriter({
    path: join(folder, 'wide.tif'),
    widthPx: wideSide,
    heightPx: wideSide,
    bands: ['grey'],
    bitsPerSample: 16,
    layout: 'strips',
    epsg: 32_631,
    originX: 400_000,
    originY: 5_000_000,
    gsdMetres: 2,
    nodata: 0,
  });
  for (let top = 0; top < wideSide; top += wide.bandRows) {
    const rows = Math.min(wide.bandRows, wideSide - top);
    const samples = Uint16Array.from(
      { length: wideSide * rows },
      (_, i) => 1 + 10 * (i % wideSide) + ((top + Math.floor(i / wideSide)) % 10),
    );
    wide.writeRows(samples, rows);
  }
  wide.finish();
  paths.set('/wide', join(folder, 'wide.tif'));
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
      path: join(folder, 'strips.tif'),
      displayPath,
      bands: [],
      mayBuild: true,
      mayBeOverviews,
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

it('draws strips that have no overviews yet from a few of their pixels, each in its place', async () => {
  const record = await describeRaster({
    path: join(folder, 'wide.tif'),
    displayPath: join(folder, 'none'),
    bands: [],
    mayBuild: false,
    mayBeOverviews: true,
    progress: () => undefined,
  });
  if (record === null || record.placement.kind === 'unplaced') throw new Error('not placed');
  expect([record.isEarly, record.overviews, record.display]).toEqual([true, false, false]);
  const { display: _, overviews: __, source: ___, isEarly: ____, ...info } = record;
  const [low = 0, high = 0] = info.stretch[0] ?? [];
  // Of 0 to 30,009, from some rows of all columns.
  expect([Math.round(low / 300), Math.round(high / 300)]).toEqual([2, 98]);
  const reader = await openRaster({ info: { ...info, path: '/wide' }, bands: [0] }, served.origin);
  const [west, south, east, north] = mercatorBox([...record.placement.box]);
  const size = Math.max(east - west, north - south);
  const { signal } = new AbortController();
  const style = { resampling: 'nearest', hidesZeros: false } as const;
  for (const share of [1, 0.5]) {
    const extent = [west, north - size * share, west + size * share, north] as const;
    const sampled = await reader.sample(extent, 256, { bands: [0], style, signal });
    const inDegrees = createPixelPlacer(record.placement).under(extent)[0];
    if (!sampled || !inDegrees) throw new Error('nothing was read');
    const values = sampled.planes.get(0) ?? [];
    let seen = 0;
    for (let i = 0; i < values.length; i += 1) {
      if (sampled.opacity[i] === 0) continue;
      const unit = (size * share) / 256;
      const [column] = inDegrees.toPixel(
        west + ((i % 256) + 0.5) * unit,
        north - (Math.floor(i / 256) + 0.5) * unit,
      );
      // Each value tells its column: it is that of a pixel that is at most half a step away.
      const due = Math.floor(((values[i] ?? 0) - 1) / 10);
      expect(Math.abs(due + 0.5 - column)).toBeLessThanOrEqual(share * 8);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(50_000);
  }
  // A whole view needs a part of the strips only.
  expect(reader.decoded()).toBeLessThan(wideSide / 2);
  reader.close();
});
