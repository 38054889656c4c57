import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { geoTags, type TiffTag, writeTiff } from '../../testing/write-tiff.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-bombs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mebi = 1_024 * 1_024;
const long = (tag: number, value: number): TiffTag => ({ tag, type: 4, values: [value] });
const short = (tag: number, value: number): TiffTag => ({ tag, type: 3, values: [value] });

/** One block that says to be of this size and holds these bytes. */
function bomb(
  name: string,
  data: Uint8Array,
  claims: { sidePx: number; compression: number; tags?: TiffTag[] },
) {
  const path = join(folder, `${name}.tif`);
  const { sidePx, compression } = claims;
  writeTiff(path, {
    widthPx: sidePx,
    heightPx: sidePx,
    data,
    compression,
    tags: [...geoTags(), ...(claims.tags ?? [])],
  });
  return path;
}

/** A megabyte of zeros packed, as often as it takes: what is packed twice is packed once. */
const packed = (pack: (bytes: Uint8Array) => Uint8Array, bytes: number) => pack(new Uint8Array(bytes));

/** PackBits: two bytes become 128. */
const packBits = (bytes: number) =>
  Uint8Array.from({ length: bytes / 64 }, (_, i) => (i % 2 === 0 ? 129 : 0));

const resultSchema = z.object({
  grownMiB: z.number(),
  ends: z.array(z.object({ status: z.string(), code: z.string() })),
});

const runScript = (script: string): unknown => {
  const file = join(folder, 'script.mjs');
  writeFileSync(file, script);
  const words = ['--disable-warning=ExperimentalWarning', file];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', timeout: 240_000 }));
};
const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** All through one client in a process of its own, whose memory is watched all the while. */
function describeAll(paths: readonly string[]) {
  const script = `
    import { setInterval } from 'node:timers';
    const { createRasterWorkerClient } = await import(${moduleAt('./raster-worker-client.ts')});
    const client = createRasterWorkerClient({ folder: () => ${JSON.stringify(folder)} });
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, 5);
    const paths = ${JSON.stringify(paths)};
    const ends = await Promise.allSettled(paths.map((path, i) => client.describe({ fileId: i + 1, path, kept: null, bands: [] })));
    clearInterval(watch);
    await client.close();
    console.log(JSON.stringify({
      grownMiB: (most - before) / 1048576,
      ends: ends.map((end) => ({ status: end.status, code: end.status === 'rejected' ? String(end.reason.data?.reason ?? end.reason) : '' })),
    }));`;
  return resultSchema.parse(runScript(script));
}

it('no bomb takes more than 200 MiB, ends the process or keeps a good raster from being drawn', () => {
  const good = join(folder, 'good.tif');
  writeTiff(good, { widthPx: 64, heightPx: 64, data: new Uint8Array(4_096).fill(9), tags: geoTags() });
  const tile = (px: number) => [long(322, px), long(323, px), long(324, 8)];
  const paths = [
    // Little is due, and far more comes.
    bomb('zstd', packed(zstdCompressSync, 128 * mebi), { sidePx: 64, compression: 50_000 }),
    bomb('deflate', packed(deflateSync, 128 * mebi), { sidePx: 64, compression: 8, tags: [short(317, 2)] }),
    bomb('packbits', packBits(128 * mebi), { sidePx: 64, compression: 32_773 }),
    bomb('lerc', packed(zstdCompressSync, 128 * mebi), {
      sidePx: 64,
      compression: 34_887,
      tags: [{ tag: 50_674, type: 4, values: [4, 2] }],
    }),
    bomb('jpeg', Uint8Array.of(255, 216, 255, 192, 0, 17, 8, 255, 255, 255, 255, 1, 1, 17, 0, 255, 217), {
      sidePx: 64,
      compression: 7,
    }),
    // All of it is due: a raster of 100 megabytes in one strip, of some kilobytes.
    bomb('strip', packed(deflateSync, 100 * mebi), { sidePx: 10_240, compression: 8 }),
    bomb('zstd-strip', packed(zstdCompressSync, 100 * mebi), { sidePx: 10_240, compression: 50_000 }),
    // More than anything may have.
    bomb('claims', new Uint8Array(16), { sidePx: 100_000, compression: 1 }),
    bomb('tile', packed(deflateSync, 64 * mebi), { sidePx: 16, compression: 8, tags: tile(32_768) }),
    bomb('webp', new Uint8Array(64), { sidePx: 16_000, compression: 50_001 }),
    good,
  ];
  const { grownMiB, ends } = describeAll(paths);
  expect(ends.map(({ status, code }) => code || status)).toEqual([
    // Nothing of the first two is unpacked here: they are small enough to be drawn from themselves.
    'fulfilled',
    'fulfilled',
    'not-readable',
    'not-readable',
    'not-readable',
    'fulfilled',
    'fulfilled',
    'too-large',
    'large-blocks',
    'large-blocks',
    'fulfilled',
  ]);
  expect(grownMiB).toBeLessThan(200);
}, 300_000);

it('what is drawn from itself takes no more than 400 MiB where it is drawn, and is refused', () => {
  const paths = [
    bomb('small', packed(deflateSync, 256 * mebi), { sidePx: 64, compression: 8 }),
    bomb('small-zstd', packed(zstdCompressSync, 256 * mebi), { sidePx: 64, compression: 50_000 }),
    bomb('whole', packed(deflateSync, 256 * mebi), { sidePx: 16_000, compression: 8 }),
  ];
  const info = {
    fileId: 1,
    librarySceneId: 1,
    fileName: 'x.tif',
    placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
    bitsPerSample: 8,
    bands: ['grey'],
    stretch: [[0, 255]],
    scales: [],
    nodata: null,
    hasAlpha: false,
  };
  const script = `
    const { serveFiles } = await import(${moduleAt('../../testing/serve-files.ts')});
    const { openRaster } = await import(${moduleAt('../../src-renderer/viewer/raster/raster-reader.ts')});
    const paths = ${JSON.stringify(paths)};
    const sides = [64, 64, 16000];
    const served = await serveFiles(new Map(paths.map((path, i) => ['/' + i, path])));
    const before = process.memoryUsage.rss();
    let most = before;
    setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, 5).unref();
    const ends = [];
    for (const [i] of paths.entries()) {
      const info = { ...${JSON.stringify(info)}, path: '/' + i, widthPx: sides[i], heightPx: sides[i] };
      const reader = await openRaster({ info, bands: [0, 0, 0] }, served.origin);
      const extent = [0, -64, 64, 0];
      const drawn = await Promise.allSettled(Array.from({ length: 8 }, () => reader.tile(extent, 256, new AbortController().signal)));
      ends.push({ status: drawn[0].status, code: '' });
      reader.close();
    }
    await served.close();
    console.log(JSON.stringify({ grownMiB: (most - before) / 1048576, ends }));
    process.exit(0);`;
  const { grownMiB, ends } = resultSchema.parse(runScript(script));
  // Of the first no more is unpacked than its 64 rows; zstd gives nothing of a block that is too long; the last is one block of 256
  // megabytes.
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(grownMiB).toBeLessThan(400);
}, 300_000);
