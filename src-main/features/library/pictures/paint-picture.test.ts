import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TiffImage, writeTiff } from '../../../../testing/write-tiff.ts';
import { describeRaster } from '../../../raster/describe-raster.ts';
import { paintPicture } from './paint-picture.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a raster of 16-bit samples whose values are computed for each pixel. */
function write16(
  name: string,
  [widthPx, heightPx]: readonly [number, number],
  valuesAt: (x: number, y: number) => readonly number[],
  tags: TiffImage['tags'] = [],
): string {
  const path = join(folder, name);
  const samplesPerPixel = valuesAt(0, 0).length;
  const data = new Uint16Array(widthPx * heightPx * samplesPerPixel);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) data.set(valuesAt(x, y), (y * widthPx + x) * samplesPerPixel);
  const bytes = new Uint8Array(data.buffer);
  writeTiff(path, { widthPx, heightPx, samplesPerPixel, bitsPerSample: 16, data: bytes, tags });
  return path;
}

const jobOf = (path: string, bands: string[] = []) => ({
  path,
  displayPath: `${path}.display`,
  bands,
  record: null,
});

async function pictureOf(job: Parameters<typeof paintPicture>[0]) {
  const bytes = await paintPicture(job);
  if (bytes === null) throw new Error('no picture');
  const { width, height, data } = PNG.sync.read(bytes);
  return {
    width,
    height,
    at: (x: number, y: number) => [...data.subarray((y * width + x) * 4).subarray(0, 4)],
  };
}

describe('the picture of a raster', () => {
  it('has the pixels of a small one, of three bands as red, green and blue', async () => {
    const path = join(folder, 'small.tif');
    const data = Uint8Array.from({ length: 3 * 2 * 3 }, (_, i) => i * 10);
    writeTiff(path, { widthPx: 3, heightPx: 2, samplesPerPixel: 3, data });
    const picture = await pictureOf(jobOf(path));
    expect([picture.width, picture.height]).toEqual([3, 2]);
    expect(picture.at(0, 0)).toEqual([0, 10, 20, 255]);
    expect(picture.at(2, 1)).toEqual([150, 160, 170, 255]);
  });

  it('is 256 pixels long with means, stretched, in true colour by names, and clear without data', async () => {
    // Blue, green, red and infrared; every other column differs by 2, and the right half has no data.
    const path = write16(
      'four.tif',
      [512, 256],
      (x, y) => (x < 256 ? [1_000 + (x % 2) * 2, 2_000, y < 128 ? 500 : 3_000, 9_999] : [0, 0, 0, 0]),
      [{ tag: 42_113, type: 2, values: '0' }],
    );
    const picture = await pictureOf(jobOf(path, ['blue', 'green', 'red', 'nir']));
    expect([picture.width, picture.height]).toEqual([256, 128]);
    // The three share the range from 500 to 3,000: what has more red than blue is redder.
    expect(picture.at(5, 5)).toEqual([0, 153, 51, 255]);
    expect(picture.at(127, 127)).toEqual([255, 153, 51, 255]);
    expect(picture.at(128, 5)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['copy', []],
    ['overviews', ['-co', 'TILED=YES']],
  ])('is made of the %s that Nadir built, with the stretch of the record', async (kind, options) => {
    const striped = write16('large.tif', [2_200, 2_200], (x) => [x < 1_100 ? 100 : 300]);
    const path = options.length === 0 ? striped : join(folder, 'tiled.tif');
    if (path !== striped) execFileSync('gdal_translate', ['-q', ...options, striped, path]);
    expect(await paintPicture(jobOf(path))).toBeNull();
    const displayPath = `${path}.display`;
    const job = { path, displayPath, bands: [], mayBuild: true, mayBeOverviews: true };
    const record = await describeRaster({ ...job, progress: () => undefined });
    expect([record?.display, record?.overviews]).toEqual([kind === 'copy', kind === 'overviews']);
    const stored = { ...record, stretch: [[0, 400]] };
    const picture = await pictureOf({ ...jobOf(path), displayPath, record: JSON.stringify(stored) });
    expect([picture.width, picture.height]).toEqual([256, 256]);
    expect([picture.at(3, 128)[0], picture.at(250, 128)[0]]).toEqual([64, 191]);
    // What describes another file does not count.
    const other = { ...stored, source: { sizeBytes: statSync(path).size + 1, modifiedMs: 0 } };
    expect(await paintPicture({ ...jobOf(path), displayPath, record: JSON.stringify(other) })).toBeNull();
  });

  it('is none where nothing is to be seen, and fails for what cannot be read', async () => {
    const empty = write16('empty.tif', [40, 40], () => [7], [{ tag: 42_113, type: 2, values: '7' }]);
    expect(await paintPicture(jobOf(empty))).toBeNull();
    const broken = join(folder, 'broken.tif');
    writeFileSync(broken, 'no raster');
    await expect(paintPicture(jobOf(broken))).rejects.toThrow();
    const cut = write16('cut.tif', [40, 40], () => [7]);
    truncateSync(cut, 400);
    await expect(paintPicture(jobOf(cut))).rejects.toThrow();
    await expect(paintPicture(jobOf(join(folder, 'gone.tif')))).rejects.toThrow();
  });
});
