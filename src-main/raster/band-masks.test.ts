import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeRaster } from './describe-raster.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-masks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const side = 4;
const count = side * side;

/** One directory of a little-endian TIFF whose values all fit into their entries or lie at these positions. */
function directory(
  tags: readonly (readonly [tag: number, type: 3 | 4, count: number, value: number])[],
  next: number,
) {
  const bytes = Buffer.alloc(2 + tags.length * 12 + 4);
  bytes.writeUInt16LE(tags.length, 0);
  for (const [i, [tag, type, length, value]] of tags.entries()) {
    const at = 2 + i * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(length, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  bytes.writeUInt32LE(next, bytes.length - 4);
  return bytes;
}

/** Two bands of 16 bits, and a mask of 8 bits for each of them. */
function writeMasked(path: string, isThere: (pixel: number, band: number) => boolean) {
  const samples = new Uint16Array(2 * count).map((_, i) => 1_000 + i);
  const masks = new Uint8Array(2 * count).map((_, i) => (isThere(i >> 1, i & 1) ? 255 : 0));
  const [samplesAt, masksAt] = [8, 8 + 4 * count];
  const firstAt = masksAt + 2 * count;
  const shared = (at: number, length: number, bits: number, photometric: number, kind: number) =>
    [
      [254, 4, 1, kind],
      [256, 4, 1, side],
      [257, 4, 1, side],
      [258, 3, 2, bits * 65_537],
      [259, 3, 1, 1],
      [262, 3, 1, photometric],
      [273, 4, 1, at],
      [277, 3, 1, 2],
      [278, 4, 1, side],
      [279, 4, 1, length],
      [284, 3, 1, 1],
      [338, 3, 1, 0],
    ] as const;
  const first = shared(samplesAt, 4 * count, 16, 1, 0);
  const secondAt = firstAt + 2 + first.length * 12 + 4;
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(firstAt, 4);
  writeFileSync(
    path,
    Buffer.concat([
      head,
      new Uint8Array(samples.buffer),
      masks,
      directory(first, secondAt),
      directory(shared(masksAt, 2 * count, 8, 4, 4), 0),
    ]),
  );
}

it('a mask for each band makes its samples "not a number", and the others keep their values', async () => {
  const path = join(folder, 'r.tif');
  const displayPath = join(folder, 'd.tif');
  const isThere = (pixel: number, band: number) => (band === 0 ? pixel !== 5 : pixel < 8);
  writeMasked(path, isThere);
  const record = await describeRaster({
    path,
    displayPath,
    bands: [],
    mayBuild: true,
    mayBeOverviews: false,
    progress: () => undefined,
  });
  expect(record).toMatchObject({ display: true, hasAlpha: false, bands: ['band 1', 'band 2'] });
  const tiff = await fromFile(displayPath);
  try {
    const data = [...(await (await tiff.getImage()).readRasters({ interleave: true }))];
    const due = Array.from({ length: 2 * count }, (_, i) =>
      isThere(i >> 1, i & 1) ? 1_000 + i : Number.NaN,
    );
    expect(data).toEqual(due);
  } finally {
    tiff.close();
  }
});
