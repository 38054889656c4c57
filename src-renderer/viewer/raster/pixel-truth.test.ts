import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRaster } from '../../../src-main/raster/describe-raster.ts';
import { readByGdal, type SampleTypeName, translate, writeRaw } from '../../../testing/gdal-files.ts';
import { serveFiles } from '../../../testing/serve-files.ts';
import { openRaster } from './raster-reader.ts';

/** GDAL makes each file, GDAL says what stands in it, and what the page paints is compared with that. */
const sidePx = 96;
const extent = [1_000_000, 5_000_000 - sidePx * 10, 1_000_000 + sidePx * 10, 5_000_000] as const;
const [west, south, east, north] = extent.map(String);
const place = ['-a_srs', 'EPSG:3857', '-a_ullr', west ?? '', north ?? '', east ?? '', south ?? ''];

let folder: string;
let served: Awaited<ReturnType<typeof serveFiles>>;
const paths = new Map<string, string>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-truth-'));
  served = await serveFiles(paths);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const values: Record<SampleTypeName, (n: number) => number> = {
  Byte: (n) => n % 251,
  UInt16: (n) => (n * 37) % 60_000,
  Int16: (n) => ((n * 37) % 60_000) - 30_000,
  UInt32: (n) => (n * 400_007) % 4_294_967_000,
  Int32: (n) => ((n * 400_007) % 4_294_967_000) - 2_147_483_000,
  Float32: (n) => ((n * 1.37) % 5_000) - 100,
  Float64: (n) => ((n * 1.37) % 5_000) - 100,
};

interface Case {
  type?: SampleTypeName;
  bands?: number;
  options?: readonly string[];
  /** Further words for `gdal_translate`. */
  words?: readonly string[];
  value?: (column: number, row: number, band: number) => number;
  /** How GDAL is asked for the colours that are to be seen, where they are not the samples. */
  judge?: readonly string[];
  /** How far a colour may be off, of 255: lossy compressions round in their own ways. */
  off?: number;
  name: string;
}

const creation = (options: readonly string[]) => options.flatMap((option) => ['-co', option]);

/** Makes the file and answers its picture at full size and at another, with what it should be. */
async function drawn(each: Case, far: number) {
  const { type = 'Byte', bands = 3, options = [], words = [] } = each;
  const number = values[type];
  // Not the same in each direction, and other steps in each band.
  const value =
    each.value ?? ((column: number, row: number, band: number) => number(column * 5 + row * 91 + band * 61));
  const id = paths.size + 1;
  const raw = writeRaw({ folder, name: `raw${id}`, type, sidePx, bands, value });
  const path = join(folder, `${id}.tif`);
  await translate(raw, path, [...place, ...creation(options), ...words]);
  return draw(path, each.judge, sidePx, far);
}

async function draw(path: string, judge: readonly string[] | undefined, size: number, far = 0) {
  const id = paths.size + 1;
  const displayPath = `${path}.display.tif`;
  const record = await describeRaster({
    path,
    displayPath,
    bands: [],
    mayBuild: true,
    mayBeOverviews: false,
    progress: () => undefined,
  });
  if (!record) throw new Error('a copy may be built');
  const { display, ...info } = record;
  paths.set(`/${id}`, display ? displayPath : path);
  const shown = info.bands.length >= 3 ? ([0, 1, 2] as const) : ([0, 0, 0] as const);
  const reader = await openRaster({ info: { ...info, path: `/${id}` }, bands: shown }, served.origin);
  const picture = await reader.tile(extent, size, new AbortController().signal);
  const small = far === 0 ? picture : await reader.tile(extent, far, new AbortController().signal);
  reader.close();
  if (!picture || !small) throw new Error('nothing was drawn');
  return {
    picture,
    small,
    record,
    shown,
    truth: await readByGdal(path, {
      bands: Math.min(3, info.bands.length),
      ...(judge ? { words: judge } : {}),
    }),
  };
}

async function expectTruth(each: Case, far = 0) {
  const { picture, small, record, shown, truth } = await drawn(each, far);
  let worst = 0;
  let wrongHoles = 0;
  // All channels have one range; that of a raster whose smallest value is white is turned round.
  const ends = shown.map((band): readonly [number, number] => {
    const [dark = 0, bright = 255] = record.stretch[band] ?? [];
    return [dark, bright];
  });
  const values = ends.flat();
  const [smallest, largest] = [Math.min(...values), Math.max(...values)];
  const [low, high] = ends.every(([dark, bright]) => dark > bright)
    ? [largest, smallest]
    : [smallest, largest];
  for (let pixel = 0; pixel < sidePx * sidePx; pixel += 1) {
    const isThere = truth.mask[pixel] !== 0;
    if ((picture[4 * pixel + 3] !== 0) !== isThere) wrongHoles += 1;
    if (!isThere) continue;
    for (const [channel, band] of shown.entries()) {
      const value = truth.bands[band]?.[pixel] ?? Number.NaN;
      const due = Math.max(0, Math.min(255, ((value - low) / (high - low)) * 255));
      worst = Math.max(worst, Math.abs((picture[4 * pixel + channel] ?? 0) - due));
    }
  }
  expect({ wrongHoles, isTrue: worst <= (each.off ?? 1), worst }).toMatchObject({
    wrongHoles: 0,
    isTrue: true,
  });
  return { record, small };
}

const tiled = ['TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=32'];
const big = 'ENDIANNESS=BIG';

describe('samples of every type, as GDAL reads them', () => {
  const cases: Case[] = [
    { name: 'Byte', options: tiled },
    { name: 'Byte LZW predictor', options: [...tiled, 'COMPRESS=LZW', 'PREDICTOR=2'] },
    { name: 'Byte deflate by bands', options: [...tiled, 'COMPRESS=DEFLATE', 'INTERLEAVE=BAND'] },
    { name: 'Byte packbits', options: ['COMPRESS=PACKBITS'] },
    { name: 'Byte packbits tiled', options: [...tiled, 'COMPRESS=PACKBITS'] },
    { name: 'Byte zstd', options: [...tiled, 'COMPRESS=ZSTD'] },
    { name: 'Byte LERC', options: [...tiled, 'COMPRESS=LERC'] },
    { name: 'UInt16 strips', type: 'UInt16' },
    { name: 'UInt16 big-endian strips', type: 'UInt16', options: [big, 'BLOCKYSIZE=1'] },
    { name: 'UInt16 big-endian tiles', type: 'UInt16', options: [...tiled, big] },
    { name: 'UInt16 LZW predictor', type: 'UInt16', options: ['COMPRESS=LZW', 'PREDICTOR=2'] },
    {
      name: 'UInt16 LZW predictor big-endian',
      type: 'UInt16',
      options: [...tiled, big, 'COMPRESS=LZW', 'PREDICTOR=2'],
    },
    { name: 'UInt16 zstd predictor', type: 'UInt16', options: [...tiled, 'COMPRESS=ZSTD', 'PREDICTOR=2'] },
    {
      name: 'UInt16 of 12 bits',
      type: 'UInt16',
      options: ['NBITS=12'],
      value: (x, y, b) => (x * 41 + y + b) % 4_096,
    },
    {
      name: 'UInt16 of 12 bits, big-endian',
      type: 'UInt16',
      options: ['NBITS=12', big],
      value: (x, y, b) => (x * 41 + y + b) % 4_096,
    },
    {
      name: 'Int16 deflate predictor',
      type: 'Int16',
      options: [...tiled, 'COMPRESS=DEFLATE', 'PREDICTOR=2'],
    },
    {
      name: 'Int16 big-endian by bands',
      type: 'Int16',
      options: [big, 'INTERLEAVE=BAND', 'COMPRESS=DEFLATE'],
    },
    { name: 'UInt32', type: 'UInt32', options: tiled },
    { name: 'UInt32 LERC', type: 'UInt32', options: [...tiled, 'COMPRESS=LERC'] },
    { name: 'UInt32 big-endian', type: 'UInt32', options: [big, 'COMPRESS=LZW', 'PREDICTOR=2'] },
    { name: 'Int32 LERC zstd', type: 'Int32', options: [...tiled, 'COMPRESS=LERC_ZSTD'] },
    { name: 'Float32', type: 'Float32', options: tiled },
    { name: 'Float32 predictor 3', type: 'Float32', options: [...tiled, 'COMPRESS=DEFLATE', 'PREDICTOR=3'] },
    { name: 'Float32 predictor 3 strips zstd', type: 'Float32', options: ['COMPRESS=ZSTD', 'PREDICTOR=3'] },
    {
      name: 'Float32 predictor 3 big-endian',
      type: 'Float32',
      options: [...tiled, big, 'COMPRESS=DEFLATE', 'PREDICTOR=3'],
    },
    { name: 'Float32 predictor 2', type: 'Float32', options: [...tiled, 'COMPRESS=LZW', 'PREDICTOR=2'] },
    { name: 'Float32 of 16 bits', type: 'Float32', options: ['NBITS=16'] },
    { name: 'Float32 LERC deflate', type: 'Float32', options: [...tiled, 'COMPRESS=LERC_DEFLATE'] },
    { name: 'Float32 LERC by bands', type: 'Float32', options: ['COMPRESS=LERC', 'INTERLEAVE=BAND'] },
    { name: 'Float64 LERC zstd', type: 'Float64', options: [...tiled, 'COMPRESS=LERC_ZSTD'] },
    { name: 'Float64 big-endian', type: 'Float64', options: [big] },
    { name: 'one band of four bits', bands: 1, options: ['NBITS=4'], value: (x, y) => (x + y) % 16 },
    { name: 'one band of one bit', bands: 1, options: ['NBITS=1'], value: (x, y) => (x * y) % 2 },
    { name: 'BigTIFF', type: 'UInt16', options: [...tiled, 'BIGTIFF=YES', 'COMPRESS=DEFLATE'] },
    { name: 'BigTIFF big-endian', type: 'UInt16', options: ['BIGTIFF=YES', big, 'BLOCKYSIZE=2'] },
    {
      name: 'sparse',
      type: 'UInt16',
      options: [...tiled, 'SPARSE_OK=TRUE'],
      value: (x) => (x < 64 ? 0 : 700 + x),
    },
  ];
  it.each(cases)('$name', async (each) => {
    await expectTruth(each);
  });
});

describe('ways of colouring', () => {
  const smooth = (x: number, y: number, band: number) => 40 + x + (band === 1 ? y : 0) + 10 * band;
  const jpeg = [...tiled.slice(0, 1), 'BLOCKXSIZE=32', 'BLOCKYSIZE=32', 'COMPRESS=JPEG', 'JPEG_QUALITY=95'];
  it.each<Case>([
    { name: 'JPEG in YCbCr', options: [...jpeg, 'PHOTOMETRIC=YCBCR'], value: smooth, off: 3 },
    { name: 'JPEG in RGB', options: jpeg, value: smooth, off: 3 },
    { name: 'JPEG in strips', options: ['COMPRESS=JPEG', 'PHOTOMETRIC=YCBCR'], value: smooth, off: 4 },
    { name: 'JPEG grey', bands: 1, options: jpeg, value: smooth, off: 3 },
  ])('$name', async (each) => {
    await expectTruth(each);
  });

  it('the smallest value is white', async () => {
    const options = ['PHOTOMETRIC=MINISWHITE'];
    const { record } = await expectTruth({ name: '', bands: 1, options });
    expect(record.stretch).toEqual([[255, 0]]);
    const wide = await expectTruth({ name: '', bands: 1, type: 'UInt16', options });
    const [low = 0, high = 0] = wide.record.stretch[0] ?? [];
    expect(low).toBeGreaterThan(high);
  });
});

describe('what is not there', () => {
  const hole = (x: number, y: number) => x > 20 && x < 60 && y > 30 && y < 50;
  const withHole =
    (empty: number, value = (n: number) => n % 200) =>
    (x: number, y: number, band: number) =>
      hole(x, y) ? empty : value(x * 5 + y * 91 + band * 61) + 1;
  const masked = [
    '-b',
    '1',
    '-b',
    '2',
    '-b',
    '3',
    '-mask',
    '4',
    '--config',
    'GDAL_TIFF_INTERNAL_MASK',
    'YES',
  ];
  const maskValue = (x: number, y: number, band: number) =>
    band === 3 ? (hole(x, y) ? 0 : 255) : (x * 5 + y * 91 + band * 61) % 251;
  it.each<Case>([
    { name: 'nodata of bytes', words: ['-a_nodata', '0'], value: withHole(0) },
    { name: 'nodata -9999.9', type: 'Float32', words: ['-a_nodata', '-9999.9'], value: withHole(-9999.9) },
    { name: 'nodata 1e20', type: 'Float32', words: ['-a_nodata', '1e20'], value: withHole(1e20) },
    {
      name: 'nodata of the smallest float',
      type: 'Float32',
      words: ['-a_nodata', '-3.40282346638529e+38'],
      value: withHole(-3.4028234663852886e38),
    },
    { name: 'nodata NaN', type: 'Float32', words: ['-a_nodata', 'nan'], value: withHole(Number.NaN) },
    { name: 'nodata NaN double', type: 'Float64', words: ['-a_nodata', 'nan'], value: withHole(Number.NaN) },
    {
      name: 'nodata 4294967295',
      type: 'UInt32',
      words: ['-a_nodata', '4294967295'],
      value: withHole(4_294_967_295, (n) => (n % 200) + 4_294_967_000),
    },
    { name: 'nodata of Int16', type: 'Int16', words: ['-a_nodata', '-32768'], value: withHole(-32_768) },
    { name: 'an internal mask', bands: 4, options: tiled, words: masked, value: maskValue },
    {
      name: 'an internal mask, deflate',
      bands: 4,
      options: ['COMPRESS=DEFLATE'],
      words: masked,
      value: maskValue,
    },
    { name: 'an internal mask of UInt16', type: 'UInt16', bands: 4, words: masked, value: maskValue },
    {
      name: 'an internal mask of floats',
      type: 'Float32',
      bands: 4,
      words: masked,
      value: maskValue,
      options: ['COMPRESS=LZW', big],
    },
    { name: 'an alpha', bands: 4, options: [...tiled, 'PHOTOMETRIC=RGB', 'ALPHA=YES'], value: maskValue },
    {
      name: 'an alpha by bands',
      bands: 4,
      options: ['PHOTOMETRIC=RGB', 'ALPHA=YES', 'INTERLEAVE=BAND'],
      value: maskValue,
    },
  ])('is clear: $name', async (each) => {
    const far = 24;
    const { small, record } = await expectTruth(each, far);
    // And from far away: a hole is no dark or white patch, and the rest stays what it is.
    expect(small[4 * (10 * far + 10) + 3]).toBe(0);
    expect(small[4 * (20 * far + 20) + 3]).toBe(255);
    for (const [low, high] of record.stretch) expect(Math.abs(high - low)).toBeLessThan(70_000);
  });
});

it('a palette is drawn in its colours, and its "no data" is clear', async () => {
  const grey = writeRaw({
    folder,
    name: 'indexed',
    type: 'Byte',
    sidePx,
    bands: 1,
    value: (x, y) => (x + y) % 7,
  });
  const colours = join(folder, 'colours.vrt');
  await translate(grey, colours, ['-of', 'VRT', ...place]);
  const entries = Array.from(
    { length: 8 },
    (_, i) => `<Entry c1="${i * 30}" c2="${255 - i * 20}" c3="${(i * 97) % 256}" c4="255"/>`,
  );
  writeFileSync(
    colours,
    readFileSync(colours, 'utf8')
      .replace(/<ColorInterp>.*<\/ColorInterp>/, '')
      .replace(
        /(<VRTRasterBand[^>]*>)/,
        `$1<ColorInterp>Palette</ColorInterp><ColorTable>${entries.join('')}</ColorTable>`,
      ),
  );
  for (const words of [[], ['-a_nodata', '3', '-co', 'COMPRESS=LZW'], ['-co', 'NBITS=4']]) {
    const path = join(folder, `palette${paths.size}.tif`);
    await translate(colours, path, words);
    const { picture, record, truth } = await draw(path, ['-expand', 'rgb'], sidePx);
    expect(record).toMatchObject({ bands: ['red', 'green', 'blue'], bitsPerSample: expect.any(Number) });
    let wrong = 0;
    for (let pixel = 0; pixel < sidePx * sidePx; pixel += 1) {
      const isThere =
        !words.includes('-a_nodata') || ((pixel % sidePx) + Math.floor(pixel / sidePx)) % 7 !== 3;
      if (picture[4 * pixel + 3] !== (isThere ? 255 : 0)) wrong += 1;
      if (!isThere) continue;
      if (truth.bands.some((band, channel) => band[pixel] !== picture[4 * pixel + channel])) wrong += 1;
    }
    expect(wrong).toBe(0);
  }
});

it('a second page and a mask are no overviews', async () => {
  const each: Case = { name: '', bands: 1, value: (x, y) => 50 + ((x + y) % 20) };
  const raw = writeRaw({
    folder,
    name: 'page',
    type: 'Byte',
    sidePx,
    bands: 1,
    value: each.value ?? (() => 0),
  });
  const path = join(folder, 'pages.tif');
  await translate(raw, path, place);
  const white = writeRaw({
    folder,
    name: 'white',
    type: 'Byte',
    sidePx: sidePx / 2,
    bands: 1,
    value: () => 255,
  });
  await translate(white, path, ['-co', 'APPEND_SUBDATASET=YES']);
  const { picture } = await draw(path, undefined, sidePx / 4);
  for (let pixel = 0; pixel < picture.length / 4; pixel += 1) expect(picture[4 * pixel]).toBeLessThan(90);
});

describe('a raster over 180 degrees', () => {
  const world = 20_037_508.342789244;
  it.each([
    ['from 0 to 360', 0, 3.75],
    ['from 170 to 190', 170, 20 / 96],
  ])('is drawn on both sides: %s', async (_name, left, degrees) => {
    const value = (column: number) => 20 + column * 2;
    const raw = writeRaw({ folder, name: `over${left}`, type: 'Byte', sidePx, bands: 1, value });
    const path = join(folder, `over${left}.tif`);
    const words = [
      '-a_srs',
      'EPSG:4326',
      '-a_ullr',
      String(left),
      '40',
      String(left + sidePx * degrees),
      '-40',
    ];
    await translate(raw, path, words);
    const id = `/over${left}`;
    paths.set(id, path);
    const described = await describeRaster({
      path,
      displayPath: `${path}.d`,
      bands: [],
      mayBuild: true,
      mayBeOverviews: false,
      progress: () => undefined,
    });
    if (!described) throw new Error('a copy may be built');
    const { display: _, ...info } = described;
    const reader = await openRaster({ info: { ...info, path: id }, bands: [0, 0, 0] }, served.origin);
    const metres = (longitude: number) => (longitude / 180) * world;
    for (const longitude of [172, 178, 179.9, -179.9, -178, -172]) {
      const x = metres(longitude);
      const side = metres(0.01);
      const tile = await reader.tile([x - side, -side, x + side, side], 4, new AbortController().signal);
      const column = Math.floor(((longitude < left ? longitude + 360 : longitude) - left) / degrees);
      expect([longitude, tile?.[3]]).toEqual([longitude, 255]);
      expect(Math.abs((tile?.[0] ?? 0) - value(column))).toBeLessThanOrEqual(2);
    }
    reader.close();
  });
});
