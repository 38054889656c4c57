// npm run torture -- tiff [--seed S] [--rounds N]: mutated TIFFs, in main and in the page. Each must end in a picture or in
// an error of its own, within ten seconds, and the process must not grow.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRasterWorkerClient } from '../../src-main/raster/raster-worker-client.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { openRaster } from '../../src-renderer/viewer/raster/raster-reader.ts';
import { serveFiles } from '../../testing/serve-files.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1000' } },
});
const rounds = Number(values.rounds);
const slowMs = 10_000;
const mostGrownMiB = 256;
const mostSeedBytes = 40_000;

/** Mulberry32: the same numbers for the same seed, on every machine. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
const random = createRandom(Number(values.seed));

/** Where the first list of tags is; other mutations hit any byte. */
function directoryOf(bytes: Buffer): { at: number; entries: number } | null {
  const little = bytes.toString('latin1', 0, 2) === 'II';
  if ((little ? bytes.readUInt16LE(2) : bytes.readUInt16BE(2)) !== 42) return null;
  const at = little ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  if (at + 2 > bytes.length) return null;
  return { at, entries: little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at) };
}

const extremes = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000, 65_535 * 3];

function mutate(source: Buffer): Buffer {
  let bytes = Buffer.from(source);
  const directory = directoryOf(bytes);
  const times = 1 + random(2);
  for (let i = 0; i < times; i += 1) {
    const kind = random(6);
    if (kind === 0) bytes = bytes.subarray(0, 8 + random(bytes.length - 8));
    else if (kind <= 3 && directory && directory.at + 2 + 12 * directory.entries <= bytes.length) {
      // A tag, its type, its count or its value.
      const entry = directory.at + 2 + 12 * random(directory.entries);
      const value = extremes[random(extremes.length)] ?? 0;
      if (kind === 1) bytes.writeUInt32LE(value, entry + 8);
      else if (kind === 2) bytes.writeUInt32LE(value, entry + 4);
      else bytes.writeUInt16LE(random(20), entry + 2);
    } else if (kind === 4) bytes[random(bytes.length)] = random(256);
    else {
      const from = random(bytes.length);
      bytes.copyWithin(random(bytes.length), from, Math.min(bytes.length, from + 1 + random(64)));
    }
  }
  return bytes;
}

const folder = mkdtempSync(join(tmpdir(), 'nadir-tiff-'));
const writer = fileURLToPath(new URL('../../testing/raster-matrix/write-matrix.py', import.meta.url));
execFileSync('/usr/bin/python3', [writer, folder], { stdio: 'ignore' });
const seeds = readdirSync(folder)
  .filter((name) => name.endsWith('.tif') && statSync(join(folder, name)).size <= mostSeedBytes)
  .toSorted();

const paths = new Map<string, string>();
const server = await serveFiles(paths);
const client = createRasterWorkerClient({ folder: () => folder });
const librarySceneId = librarySceneIdSchema.parse(1);

/** Main describes the file, and the page draws it in its own pixels. */
async function draw(path: string, round: number): Promise<string> {
  const fileId = libraryFileIdSchema.parse(round + 1);
  try {
    const { raster } = await client.describe({ fileId, path, kept: null, bands: [] });
    const address = `/${round}`;
    paths.set(address, raster.path.startsWith('/files/display') ? client.displayPath(fileId) : path);
    const placement = { kind: 'unplaced', reason: 'no-georeference', detail: '' } as const;
    const info = { ...raster, fileId, librarySceneId, fileName: 'x.tif', path: address, placement };
    const reader = await openRaster({ info, bands: [0, 0, 0] }, server.origin);
    try {
      const picture = await reader.tile([0, -256, 256, 0], 256, new AbortController().signal);
      return picture ? 'drawn' : 'nothing';
    } finally {
      reader.close();
      paths.delete(address);
    }
  } catch (error) {
    const isKnown = error instanceof Error && 'code' in error && error.code === 'RASTER_UNDRAWABLE';
    return isKnown ? 'refused by main' : 'refused by the page';
  } finally {
    await client.forget(fileId);
  }
}

const ends = new Map<string, number>();
let slowest = { ms: 0, round: 0, seed: '' };
const path = join(folder, 'mutated.bin');
// What every raster costs once, such as the decoders, is no growth.
for (const [round, name] of seeds.slice(0, 40).entries()) await draw(join(folder, name), round);
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
for (let round = 0; round < rounds; round += 1) {
  const seed = seeds[random(seeds.length)] ?? '';
  writeFileSync(path, mutate(readFileSync(join(folder, seed))));
  const started = performance.now();
  const end = await draw(path, round);
  const ms = performance.now() - started;
  if (ms > slowest.ms) slowest = { ms, round, seed };
  ends.set(end, (ends.get(end) ?? 0) + 1);
  if (round % 100 === 99)
    console.error(`${round + 1} of ${rounds}; the slowest took ${slowest.ms.toFixed(0)} ms`);
}
clearInterval(watch);
await client.close();
await server.close();
rmSync(folder, { recursive: true, force: true });
const grownMiB = (most - before) / 1_048_576;
console.log(`${rounds} mutated TIFFs, seed ${values.seed}:`, Object.fromEntries(ends));
console.log(
  `grown by ${grownMiB.toFixed(0)} MiB at most; the slowest took ${slowest.ms.toFixed(0)} ms (round ${slowest.round}, ${slowest.seed})`,
);
process.exit(slowest.ms > slowMs || grownMiB > mostGrownMiB ? 1 : 0);
