import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { writeZip } from '../../../testing/write-zip.ts';
import { createTiffWriter } from '../../practice/imagery/tiff-writer.ts';
import { expectationOf, type FileExpectation, maxBytesOf, verifyFile } from './verify-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nadir-verify-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function verify(bytes: Buffer, expected: FileExpectation): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  try {
    await verifyFile(path, 'file', expected);
    return 'whole';
  } catch (error) {
    expect(error).toMatchObject({ code: 'FILE_NOT_WHOLE', data: { fileName: 'file', detail: expected } });
    return 'not whole';
  }
}

/** Expects that every truncated version fails, and a page in place of the file too. */
async function expectCutsToFail(bytes: Buffer, expected: FileExpectation, lastHarmless = 0) {
  for (const length of [0, 1, 4, 20, bytes.length >> 2, bytes.length >> 1, bytes.length - 9 - lastHarmless]) {
    expect([length, await verify(bytes.subarray(0, length), expected)]).toEqual([length, 'not whole']);
  }
  expect(await verify(Buffer.from('<!doctype html><html></html>'), expected)).toBe('not whole');
  expect(await verify(Buffer.alloc(bytes.length), expected)).toBe('not whole');
}

it.each([
  ['attachment', 'thumbnail', 8 * 1_024 ** 2],
  ['attachment', 'preview', 64 * 1_024 ** 2],
  ['attachment', 'footprint', undefined],
  ['raster', 'preview', undefined],
] as const)('limits a %s %s to %s bytes', (kind, name, bytes) => {
  expect(maxBytesOf(kind, name)).toBe(bytes);
});

async function tiff(layout: 'tiles' | 'strips'): Promise<Buffer> {
  const path = join(folder, 'made.tif');
  const writer = createTiffWriter({
    path,
    widthPx: 700,
    heightPx: 700,
    bands: ['red'],
    bitsPerSample: 8,
    layout,
    epsg: 32631,
    originX: 5e5,
    originY: 5e6,
    gsdMetres: 1,
    nodata: 0,
  });
  for (let top = 0; top < 700; top += writer.bandRows) {
    const rows = Math.min(writer.bandRows, 700 - top);
    writer.writeRows(
      Uint8Array.from({ length: 700 * rows }, (_, i) => (i * 7) % 253),
      rows,
    );
  }
  writer.finish();
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}

async function zip(compress: boolean): Promise<Buffer> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.alloc(50_000, 'pixels '), 'scene/raster.tif', { compress });
  archive.addBuffer(Buffer.from('{"a":1}'), 'scene/metadata.json', { compress });
  archive.end();
  const path = join(folder, 'made.zip');
  await pipeline(archive.outputStream, createWriteStream(path));
  const { readFile } = await import('node:fs/promises');
  return readFile(path);
}

describe('a TIFF', () => {
  it.each(['tiles', 'strips'] as const)('in %s is whole only with all its pixels', async (layout) => {
    const bytes = await tiff(layout);
    expect(await verify(bytes, 'tiff')).toBe('whole');
    await expectCutsToFail(bytes, 'tiff');
  });

  it('whose directories never end is no TIFF', async () => {
    const loop = Buffer.alloc(64);
    loop.write('II', 0, 'latin1');
    loop.writeUInt16LE(42, 2);
    loop.writeUInt32LE(8, 4);
    loop.writeUInt16LE(1, 8);
    loop.writeUInt32LE(8, 22);
    expect(await verify(loop, 'tiff')).toBe('not whole');
  });
});

describe('a PNG', () => {
  it('is whole only to its end', async () => {
    const bytes = PNG.sync.write(new PNG({ width: 40, height: 40 }));
    expect(await verify(bytes, 'png')).toBe('whole');
    await expectCutsToFail(bytes, 'png');
  });
});

describe('a zip', () => {
  it('whose entries share their bytes is a bomb, and is not unpacked', async () => {
    const bytes = await zip(false);
    const end = bytes.length - 22;
    const directory = bytes.subarray(bytes.readUInt32LE(end + 16), end);
    // The first record: 46 bytes, name, extra field, comment.
    const length = [28, 30, 32].reduce((sum, at) => sum + directory.readUInt16LE(at), 46);
    const record = directory.subarray(0, length);
    const tail = Buffer.from(bytes.subarray(end));
    const times = 20;
    for (const at of [8, 10]) tail.writeUInt16LE(times, at);
    tail.writeUInt32LE(times * length, 12);
    const before = bytes.subarray(0, bytes.readUInt32LE(end + 16));
    const once = Buffer.from(tail);
    for (const at of [8, 10]) once.writeUInt16LE(1, at);
    once.writeUInt32LE(length, 12);
    expect(await verify(Buffer.concat([before, record, once]), 'zip')).toBe('whole');
    const records = Array.from({ length: times }, () => record);
    expect(await verify(Buffer.concat([before, ...records, tail]), 'zip')).toBe('not whole');
  });

  it.each([true, false])(
    '(compressed: %s) is whole only with its directory and checksums',
    async (compress) => {
      const bytes = await zip(compress);
      expect(await verify(bytes, 'zip')).toBe('whole');
      await expectCutsToFail(bytes, 'zip', 20);
    },
  );

  it('with one changed byte in an entry is not whole', async () => {
    const bytes = await zip(false);
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
    expect(await verify(bytes, 'zip')).toBe('not whole');
  });

  it('with a part missing in the middle is not whole', async () => {
    const bytes = await zip(false);
    const spliced = Buffer.concat([bytes.subarray(0, 10_000), bytes.subarray(12_000)]);
    expect(await verify(spliced, 'zip')).toBe('not whole');
  });
});

describe('a KML', () => {
  const kml = '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>\n';
  it('is whole only to its end', async () => {
    expect(await verify(Buffer.from(kml), 'kml')).toBe('whole');
    await expectCutsToFail(Buffer.from(kml), 'kml');
  });

  it('may have a prefix and a comment after its end', async () => {
    const odd = '<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Document/></k:kml><!-- made by x -->';
    expect(await verify(Buffer.from(odd), 'kml')).toBe('whole');
  });
});

it('expects what the kind and the name promise, and nothing of other files', () => {
  expect(expectationOf('raster', 'x', 'A.TIF')).toBe('tiff');
  expect(expectationOf('raster', 'x', 'a.jp2')).toBe('any');
  expect(expectationOf('attachment', 'delivery_zip', 'a.zip')).toBe('zip');
  expect(expectationOf('attachment', 'thumbnail', 'a.png')).toBe('png');
  expect(expectationOf('attachment', 'preview', 'a.jpg')).toBe('any');
  expect(expectationOf('attachment', 'footprint', 'a.kml')).toBe('kml');
  expect(expectationOf('attachment', 'report', 'a.pdf')).toBe('any');
});

it('a TIFF that names the same million blocks over and over is given up soon', async () => {
  const blocks = 1_000_000;
  const directories = 60;
  const bytes = Buffer.alloc(8 + 4 * blocks + directories * 30);
  bytes.write('II', 0, 'latin1');
  bytes.writeUInt16LE(42, 2);
  bytes.writeUInt32LE(8 + 4 * blocks, 4);
  for (let i = 0; i < directories; i += 1) {
    const at = 8 + 4 * blocks + i * 30;
    bytes.writeUInt16LE(2, at);
    for (const [n, tag] of [273, 279].entries()) {
      bytes.writeUInt16LE(tag, at + 2 + n * 12);
      bytes.writeUInt16LE(4, at + 4 + n * 12);
      bytes.writeUInt32LE(blocks, at + 6 + n * 12);
      bytes.writeUInt32LE(8, at + 10 + n * 12);
    }
    bytes.writeUInt32LE(i + 1 < directories ? at + 30 : 0, at + 26);
  }
  expect(await verify(bytes, 'tiff')).toBe('not whole');
}, 5_000);

it('a zip of many entries is left in the middle when nobody waits for it any more', async () => {
  const path = join(folder, 'many.zip');
  await writeFile(
    path,
    writeZip(Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}`, data: Buffer.from([1]) }))),
  );
  const leaving = new AbortController();
  const verifying = verifyFile(path, 'many.zip', 'zip', leaving.signal);
  setImmediate(() => leaving.abort());
  await expect(verifying).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});

it('a TIFF that names two million blocks leaves main its turns', async () => {
  const path = join(folder, 'many.tif');
  const count = 1_900_000;
  const bytes = Buffer.alloc(38 + count * 8);
  bytes.write('II');
  bytes.writeUInt16LE(42, 2);
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(2, 8);
  for (const [at, tag, offset] of [
    [10, 273, 38],
    [22, 279, 38 + count * 4],
  ] as const) {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(offset, at + 8);
  }
  await writeFile(path, bytes);
  // Processor time, because other work on the machine must not count.
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longestMs, before, verifying] = [0, spent(), true];
  const turn = () => {
    const now = spent();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    if (verifying) setImmediate(turn);
  };
  turn();
  await verifyFile(path, 'many.tif', 'tiff');
  verifying = false;
  expect(longestMs).toBeLessThan(50);
});
