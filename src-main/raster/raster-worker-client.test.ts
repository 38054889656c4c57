import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { geoTags, writeTiff } from '../../testing/write-tiff.ts';
import { createTiffWriter } from '../practice/imagery/tiff-writer.ts';
import { createRasterWorkerClient } from './raster-worker-client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-client-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function square(name: string, sidePx: number): string {
  const path = join(folder, `${name}.tif`);
  const data = new Uint8Array(sidePx * sidePx).fill(9);
  writeTiff(path, { widthPx: sidePx, heightPx: sidePx, data, tags: geoTags() });
  return path;
}

function thinStrips(sidePx: number): string {
  const path = join(folder, `thin-${sidePx}.tif`);
  const writer = createTiffWriter({
    path,
    widthPx: sidePx,
    heightPx: sidePx,
    bands: ['grey'],
    bitsPerSample: 8,
    layout: 'strips',
    epsg: 32_631,
    originX: 400_000,
    originY: 5_000_000,
    gsdMetres: 2,
    nodata: 0,
  });
  for (let top = 0; top < sidePx; top += writer.bandRows) {
    const rows = Math.min(writer.bandRows, sidePx - top);
    writer.writeRows(new Uint8Array(sidePx * rows).fill(9), rows);
  }
  writer.finish();
  return path;
}

it('looks at one raster while the display copy of another is being built', async () => {
  const client = createRasterWorkerClient({ folder: () => folder });
  try {
    const [large, small] = [libraryFileIdSchema.parse(1), libraryFileIdSchema.parse(2)];
    let isBuilt = false;
    const built = client
      .describe({ fileId: large, path: square('large', 9_000), kept: null, bands: [] })
      .finally(() => {
        isBuilt = true;
      });
    await vi.waitFor(() => expect(existsSync(`${client.displayPath(large)}.part`)).toBe(true), {
      timeout: 20_000,
      interval: 5,
    });
    const seen = await client.describe({ fileId: small, path: square('small', 64), kept: null, bands: [] });
    expect(isBuilt).toBe(false);
    expect(seen.raster.path).toBe('/files/raster/2');
    expect((await built).raster.path).toBe('/files/display/1');
  } finally {
    await client.close();
  }
});

const fileId = libraryFileIdSchema.parse(3);
const until = (check: () => boolean) =>
  vi.waitFor(() => expect(check()).toBe(true), { timeout: 20_000, interval: 5 });

it('describes a raster that the page can read before its overviews are built, and tells when they are', async () => {
  let told = 0;
  const client = createRasterWorkerClient({
    folder: () => folder,
    onBuild: () => {
      told += 1;
    },
  });
  try {
    const path = thinStrips(3_000);
    const texts: string[] = [];
    const request = {
      fileId,
      path,
      kept: null,
      bands: [],
      whenBuilt: (text: string) => texts.push(text),
    };
    const early = await client.describe(request);
    expect([texts, early.text]).toEqual([[], null]);
    expect(early.raster.path).toBe('/files/raster/3');
    expect(early.raster.overviewsPath).toBeUndefined();
    await until(() => texts.length > 0);
    expect(client.build(fileId)).toEqual({ kind: 'none' });
    expect(told).toBeGreaterThan(2);
    const whole = await client.describe({ ...request, kept: texts[0] ?? null });
    expect(whole.raster).toMatchObject({ path: '/files/raster/3', overviewsPath: '/files/display/3' });
    expect(texts).toHaveLength(1);
  } finally {
    await client.close();
  }
});

it('ends a build that is cancelled, removes what it wrote, and begins again only when asked', async () => {
  const client = createRasterWorkerClient({ folder: () => folder });
  try {
    const part = `${client.displayPath(fileId)}.part`;
    const path = thinStrips(6_000);
    const request = { fileId, path, kept: null, bands: [], whenBuilt: () => undefined };
    await client.describe(request);
    await until(() => existsSync(part));
    expect(client.build(fileId).kind).toBe('running');
    await client.cancelBuild(fileId);
    expect([client.build(fileId), existsSync(part)]).toEqual([{ kind: 'cancelled' }, false]);
    expect((await client.describe(request)).raster.path).toBe('/files/raster/3');
    expect(client.build(fileId)).toEqual({ kind: 'cancelled' });
    // What cannot be drawn without a copy says so until it is asked for again.
    const tall = { ...request, fileId: libraryFileIdSchema.parse(4), path: square('tall', 9_000) };
    const building = client.describe(tall);
    const ended = expect(building).rejects.toMatchObject({ code: 'CANCELLED' });
    await until(() => client.build(tall.fileId).kind === 'running');
    await client.cancelBuild(tall.fileId);
    await ended;
    await expect(client.describe(tall)).rejects.toMatchObject({ code: 'CANCELLED' });
    client.allowBuild(fileId);
    await client.describe(request);
    await until(() => existsSync(part));
  } finally {
    await client.close();
  }
});
