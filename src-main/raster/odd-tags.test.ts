import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TiffImage, writeTiff } from '../../testing/write-tiff.ts';
import { describeRaster } from './describe-raster.ts';
import { readRasterFacts } from './raster-facts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-odd-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function described(image: TiffImage) {
  const [path, displayPath] = [join(folder, 'r.tif'), join(folder, 'd.tif')];
  writeTiff(path, image);
  const asked = { path, displayPath, bands: [], mayBuild: true, mayBeOverviews: false };
  return { displayPath, record: await describeRaster({ ...asked, progress: () => undefined }) };
}

async function samplesOf(path: string): Promise<number[]> {
  const tiff = await fromFile(path);
  try {
    return [...(await (await tiff.getImage()).readRasters({ interleave: true }))];
  } finally {
    tiff.close();
  }
}

/** The tags of the first image of a little-endian BigTIFF, in the order of the file. */
function bigTiffTags(path: string): number[] {
  const bytes = readFileSync(path);
  const at = Number(bytes.readBigUInt64LE(8));
  const count = Number(bytes.readBigUInt64LE(at));
  return Array.from({ length: count }, (_, i) => bytes.readUInt16LE(at + 8 + i * 20));
}

it('a display copy has its tags in ascending order, as the format wants it', async () => {
  const data = new Uint8Array(16);
  const tags = [{ tag: 258, type: 3, values: [8] }] as const;
  const { displayPath } = await described({ widthPx: 4, heightPx: 2, samplesPerPixel: 2, data, tags });
  const found = bigTiffTags(displayPath);
  expect(found).toContain(317);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});

describe('a TIFF as some programs write it', () => {
  const sizes = { widthPx: 4, heightPx: 2 };

  it('has a predictor without a compression: the tag says nothing', async () => {
    // 12 bits each: 100, 1000, 100, 1000, and the same again.
    const row = [0x06, 0x43, 0xe8, 0x06, 0x43, 0xe8];
    const data = Uint8Array.from([...row, ...row]);
    const tags = [{ tag: 317, type: 3, values: [2] }] as const;
    const { record, displayPath } = await described({ ...sizes, bitsPerSample: 12, data, tags });
    expect(record).toMatchObject({ display: true, bitsPerSample: 12 });
    expect(await samplesOf(displayPath)).toEqual([100, 1_000, 100, 1_000, 100, 1_000, 100, 1_000]);
  });

  it('has one format and one number of bits for all samples', async () => {
    const values = Float32Array.from({ length: 8 * 3 }, (_, i) => i / 7);
    const tags = [
      { tag: 258, type: 3, values: [32] },
      { tag: 339, type: 3, values: [3] },
    ] as const;
    const data = new Uint8Array(values.buffer);
    const { record, displayPath } = await described({ ...sizes, samplesPerPixel: 3, data, tags });
    expect(record).toMatchObject({ display: true, bands: ['band 1', 'band 2', 'band 3'] });
    expect(await samplesOf(displayPath)).toEqual([...values]);
  });

  it('has a damaged tag that says nothing of its pixels: it is drawn, as GDAL draws it', async () => {
    const path = join(folder, 'r.tif');
    const description = 'a long description of the raster';
    const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const damage = (tag: number) => {
      writeTiff(path, { ...sizes, data, tags: [{ tag, type: 2, values: description }] });
      const bytes = readFileSync(path);
      const entry = bytes.indexOf(Buffer.from([tag & 0xff, tag >> 8, 2, 0]), bytes.readUInt32LE(4));
      bytes.writeUInt32LE(0x7f_ff_ff_00, entry + 8);
      writeFileSync(path, bytes);
      const displayPath = join(folder, 'd.tif');
      const asked = { path, displayPath, bands: [], mayBuild: true, mayBeOverviews: false };
      return describeRaster({ ...asked, progress: () => undefined });
    };
    expect(await damage(306)).toMatchObject({ widthPx: 4, heightPx: 2 });
    expect(await readRasterFacts(path)).toMatchObject({ dateTime: null });
    // Without GDAL's metadata the values could have another scale.
    await expect(damage(42_112)).rejects.toThrow();
  });

  it('without compression has less than its pixels: it is damaged', async () => {
    await expect(described({ ...sizes, data: new Uint8Array(7) })).rejects.toThrow('not-readable');
    const { record } = await described({ ...sizes, data: new Uint8Array(8) });
    expect(record).toMatchObject({ widthPx: 4, heightPx: 2 });
  });

  it('has a palette without the right number of colours: it has none, as libtiff reads it', async () => {
    const tags = [
      { tag: 262, type: 3, values: [3] },
      { tag: 320, type: 3, values: [1_000, 2_000, 3_000] },
    ] as const;
    const data = Uint8Array.from({ length: 8 * 3 }, (_, i) => i);
    const grey = await described({ ...sizes, data: data.subarray(8), tags });
    expect(grey.record).toMatchObject({ bands: ['band 1'], display: false });
    expect(grey.record).not.toHaveProperty('classes');
    const colours = await described({ ...sizes, samplesPerPixel: 3, data, tags });
    expect(colours.record).toMatchObject({ bands: ['red', 'green', 'blue'] });
  });

  it.each([
    ['grey', 1, 4, 2, [0, 2, 3, 1]],
    ['RGB', 2, 5, 2, [0, 1, 2, 4, 3]],
    ['grey of Corel Draw', 1, 3, 999, [0, 2, 1]],
  ])('tells of the first sample after the colours only (%s): it is the alpha', async (...row) => {
    const [, kind, count, alpha, order] = row;
    const tags = [
      { tag: 262, type: 3, values: [kind] },
      { tag: 338, type: 3, values: [alpha] },
    ] as const;
    const data = Uint8Array.from({ length: 8 * count }, (_, i) => 200 - i);
    const { record, displayPath } = await described({ ...sizes, samplesPerPixel: count, data, tags });
    expect(record).toMatchObject({ hasAlpha: true, display: true });
    expect(record?.bands).toHaveLength(count - 1);
    expect((await samplesOf(displayPath)).slice(0, count)).toEqual(order.map((sample) => 200 - sample));
  });

  it('has inks with a sign: they are as many as without it', async () => {
    const data = Uint8Array.from({ length: 8 * 4 }, (_, i) => (i % 4 === 3 ? 0 : 8 * i));
    const tags = [{ tag: 262, type: 3, values: [5] }] as const;
    const image = { ...sizes, samplesPerPixel: 4, data, tags };
    const plain = await samplesOf((await described(image)).displayPath);
    expect(plain.slice(-3)).toEqual([255 - 224, 255 - 232, 255 - 240]);
    const { record, displayPath } = await described({ ...image, sampleFormat: 2 });
    expect(record).toMatchObject({ bands: ['red', 'green', 'blue'] });
    expect(await samplesOf(displayPath)).toEqual(plain);
  });

  it('does not tell the length of its only strip: it is that of its pixels', async () => {
    const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const { record, displayPath } = await described({ ...sizes, data, without: [279] });
    expect(record).toMatchObject({ display: true });
    expect(await samplesOf(displayPath)).toEqual([...data]);
    // The file ends before the pixels do, which only their number tells.
    const long = { widthPx: 4, heightPx: 200, data, without: [279] };
    await expect(described(long)).rejects.toThrow('pixels reach beyond the end');
    // Several strips can lie anywhere.
    const offsets = [{ tag: 273, type: 4, values: [8, 12] }] as const;
    const strips = { ...sizes, data, tags: offsets, without: [279] };
    await expect(described(strips)).rejects.toThrow('a directory names no pixels');
  });
});
