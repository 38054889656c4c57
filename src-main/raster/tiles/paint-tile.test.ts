import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { describeRaster } from '../describe-raster.ts';
import { paintTile } from './paint-tile.ts';
import { boxOfTile, isTilePlace, type TilePlace } from './tile-grid-points.ts';
import type { TileSource } from './tile-job.ts';
import { createTileThread, TooManyTilesError } from './tile-thread.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-tiles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a raster of red, green, blue over a box in a system, from values that GDAL makes of a small plain one. */
function makeRaster(
  name: string,
  epsg: number,
  box: readonly number[],
  options: readonly string[] = [],
): string {
  const path = join(folder, name);
  const small = join(folder, 'small.ppm');
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const bytes = Buffer.alloc(64 * 64 * 3);
  for (let y = 0; y < 64; y += 1)
    for (let x = 0; x < 64; x += 1) bytes.set([x * 4, y * 4, 128], (y * 64 + x) * 3);
  writeFileSync(small, Buffer.concat([Buffer.from('P6 64 64 255\n'), bytes]));
  execFileSync('gdal_translate', [
    '-q',
    '-of',
    'GTiff',
    '-a_srs',
    `EPSG:${epsg}`,
    ...['-a_ullr', west, north, east, south].map(String),
    ...options,
    small,
    path,
  ]);
  return path;
}

async function sourceOf(path: string): Promise<TileSource> {
  const displayPath = `${path}.display.tif`;
  const job = { path, displayPath, bands: [], mayBuild: true, mayBeOverviews: true };
  const record = await describeRaster({ ...job, progress: () => undefined });
  if (record === null) throw new Error('not described');
  return {
    path: record.display ? displayPath : path,
    overviewsPath: record.overviews ? displayPath : null,
    raster: record,
  };
}

async function colours(tile: TilePlace, sources: readonly TileSource[]) {
  const { data } = PNG.sync.read(await paintTile(tile, sources));
  return (x: number, y: number) => [...data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)];
}

/** The box of a tile in metres of EPSG:3857. */
function metresOf({ z, x, y }: TilePlace): number[] {
  const size = (2 * 20_037_508.342_789_244) / 2 ** z;
  const left = -20_037_508.342_789_244 + x * size;
  const top = 20_037_508.342_789_244 - y * size;
  return [left, top - size, left + size, top];
}

const place: TilePlace = { z: 14, x: 8_300, y: 5_638 };

describe('a tile', () => {
  it('shows the pixels of a raster that lies exactly below it, each four by four', async () => {
    const source = await sourceOf(makeRaster('exact.tif', 3_857, metresOf(place)));
    const at = await colours(place, [source]);
    expect(at(1, 1)).toEqual([0, 0, 128, 255]);
    expect(at(254, 2)).toEqual([252, 0, 128, 255]);
    expect(at(130, 254)).toEqual([128, 252, 128, 255]);
    for (const [x, y] of [
      [3, 3],
      [77, 140],
      [201, 9],
    ] as const)
      expect(at(x, y)).toEqual([Math.floor(x / 4) * 4, Math.floor(y / 4) * 4, 128, 255]);
  });

  it('shows the overview that fits when it covers much more', async () => {
    const path = makeRaster('large.tif', 3_857, metresOf(place), [
      '-outsize',
      '2048',
      '2048',
      '-r',
      'bilinear',
    ]);
    const source = await sourceOf(path);
    expect(source.overviewsPath ?? source.path).toContain('display');
    const parent = { z: 13, x: place.x >> 1, y: place.y >> 1 };
    const at = await colours(parent, [source]);
    expect(at(64, 64)[0]).toBeGreaterThan(115);
    expect(at(64, 64)[0]).toBeLessThan(138);
    expect(at(200, 64)).toEqual([0, 0, 0, 0]);
  });

  it('agrees with gdalwarp for a raster in UTM to a pixel', async () => {
    const [west, south, east, north] = boxOfTile(place);
    const box = execFileSync('gdaltransform', ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:32631', '-output_xy'], {
      input: `${west} ${south}\n${east} ${north}\n`,
      encoding: 'utf8',
    });
    const [w = 0, s = 0, e = 0, n = 0] = box.trim().split(/\s+/).map(Number);
    const path = makeRaster('utm.tif', 32_631, [w, s, e, n]);
    const warped = join(folder, 'warped.png');
    const extent = metresOf(place).map(String);
    execFileSync('gdalwarp', [
      '-q',
      '-t_srs',
      'EPSG:3857',
      '-te',
      ...extent,
      '-ts',
      '256',
      '256',
      '-r',
      'near',
      '-dstalpha',
      '-of',
      'GTiff',
      path,
      join(folder, 'warped.tif'),
    ]);
    execFileSync('gdal_translate', ['-q', '-of', 'PNG', join(folder, 'warped.tif'), warped]);
    const wanted = PNG.sync.read(readFileSync(warped));
    const got = PNG.sync.read(await paintTile(place, [await sourceOf(path)]));
    let other = 0;
    for (let i = 0; i < wanted.data.length; i += 4)
      if ([0, 1, 2, 3].some((c) => Math.abs((wanted.data[i + c] ?? 0) - (got.data[i + c] ?? 0)) > 4))
        other += 1;
    expect(other).toBeLessThan(256 * 256 * 0.005);
  });

  it('has the first raster on top, and the next where that has nothing', async () => {
    const [west = 0, south = 0, east = 0, north = 0] = metresOf(place);
    const half = await sourceOf(makeRaster('half.tif', 3_857, [west, south, (west + east) / 2, north]));
    const whole = await sourceOf(makeRaster('whole.tif', 3_857, [west, south, east, north]));
    const at = await colours(place, [half, whole]);
    expect(at(120, 1)[0]).toBe(240);
    expect(at(130, 1)[0]).toBe(128);
    expect((await colours(place, [whole, half]))(120, 1)[0]).toBe(120);
  });

  it('is transparent without a raster, where none lies, and where one cannot be read', async () => {
    const source = await sourceOf(makeRaster('far.tif', 3_857, metresOf({ ...place, x: place.x + 5 })));
    expect((await colours(place, []))(9, 9)).toEqual([0, 0, 0, 0]);
    expect((await colours(place, [source]))(9, 9)).toEqual([0, 0, 0, 0]);
    const gone = { ...source, path: join(folder, 'nothing.tif') };
    expect((await colours({ ...place, x: place.x + 5 }, [gone, source]))(9, 9)[3]).toBe(255);
  });

  it.each([
    [{ z: 0, x: 0, y: 0 }, true],
    [{ z: 22, x: 4_194_303, y: 4_194_303 }, true],
    [{ z: 23, x: 0, y: 0 }, false],
    [{ z: 1, x: 2, y: 0 }, false],
    [{ z: 1, x: 0, y: -1 }, false],
    [{ z: 1.5, x: 0, y: 0 }, false],
    [{ z: Number.NaN, x: 0, y: 0 }, false],
  ])('%o is a place of the grid: %s', (tile, is) => expect(isTilePlace(tile)).toBe(is));
});

describe('the thread', () => {
  const signal = () => new AbortController().signal;

  it('paints one tile after another, gives up those that nobody waits for, and refuses what is too much', async () => {
    const thread = createTileThread();
    const source = await sourceOf(makeRaster('thread.tif', 3_857, metresOf(place)));
    const first = thread.paint(place, [source], signal());
    const gone = new AbortController();
    const given = expect(thread.paint(place, [source], gone.signal)).rejects.toBeInstanceOf(AppError);
    gone.abort();
    await given;
    expect(PNG.sync.read(Buffer.from(await first)).data[3]).toBe(255);
    const many = Array.from({ length: 70 }, () => thread.paint(place, [], signal()));
    const results = await Promise.allSettled(many);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: expect.any(TooManyTilesError) });
    await thread.close();
  });

  it('is given up with a tile that takes too long, and the next one gets a fresh one', async () => {
    const slow = createTileThread({ limitMs: 0 });
    await expect(slow.paint(place, [], signal())).rejects.toThrow('too long');
    await slow.close();
    const thread = createTileThread();
    expect((await thread.paint(place, [], signal())).length).toBeGreaterThan(60);
    const waiting = expect(thread.paint(place, [], signal())).rejects.toBeInstanceOf(AppError);
    await thread.close();
    await waiting;
  });
});
