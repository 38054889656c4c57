import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { fromFile } from 'geotiff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { applyPolynomial } from '../../src-shared/geometry/pixel-models.ts';
import { bandOfColour, naturalBands } from '../../src-shared/raster/raster-bands.ts';
import { geoTags, type TiffTag, writeTiff } from '../../testing/write-tiff.ts';
import { createTiffWriter } from '../practice/imagery/tiff-writer.ts';
import { describeRaster as describeFile } from './describe-raster.ts';
import { readRasterFacts } from './raster-facts.ts';
import type { RasterRecord } from './raster-record.ts';
import { createRasterWorkerClient } from './raster-worker-client.ts';

let folder: string;
let path: string;
let displayPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-raster-'));
  path = join(folder, 'r.tif');
  displayPath = join(folder, 'd.tif');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gdalSchema = z.object({
  geoTransform: z.array(z.number()).optional(),
  bands: z.array(
    z.object({
      checksum: z.number(),
      type: z.string(),
      description: z.string().optional(),
      block: z.array(z.number()),
      overviews: z.array(z.object({ size: z.array(z.number()) })).optional(),
    }),
  ),
});
const reader = 'gdalinfo';
/** GDAL's reading of a file, where GDAL is installed. */
function gdal(file: string) {
  try {
    const text = execFileSync(reader, ['-json', '-checksum', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return gdalSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** All samples of one level, pixel-interleaved, in the raster's own type. */
async function pixels(file: string, level = 0): Promise<Uint8Array> {
  const tiff = await fromFile(file);
  try {
    const data = await (await tiff.getImage(level)).readRasters({ interleave: true });
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  } finally {
    tiff.close();
  }
}

async function expectSamePixels(file: string, other: string) {
  expect(Buffer.compare(await pixels(file), await pixels(other))).toBe(0);
}

function scene(layout: 'tiles' | 'strips', bitsPerSample: 8 | 16, bands: string[], sizePx = 1_100) {
  const writer = createTiffWriter({
    path,
    widthPx: sizePx,
    heightPx: sizePx - 77,
    bands,
    bitsPerSample,
    layout,
    epsg: 32_760,
    originX: 300_000,
    originY: 8_000_000,
    gsdMetres: 0.7,
    nodata: 0,
  });
  const height = sizePx - 77;
  for (let top = 0; top < height; top += writer.bandRows) {
    const rows = Math.min(writer.bandRows, height - top);
    const length = sizePx * rows * bands.length;
    const samples = bitsPerSample === 16 ? new Uint16Array(length) : new Uint8Array(length);
    for (let i = 0; i < length; i += 1)
      samples[i] = ((i * 31 + top * 17) % 240) * (bitsPerSample === 16 ? 40 : 1) + 1;
    writer.writeRows(samples, rows);
  }
  writer.finish();
}

async function describeRaster(
  file: string,
  display: string,
  listed: readonly string[],
  mayBeOverviews = false,
): Promise<RasterRecord> {
  const request = { path: file, displayPath: display, bands: listed, mayBuild: true, mayBeOverviews };
  const record = await describeFile({ ...request, progress: () => undefined });
  if (!record) throw new Error('a copy may be built');
  return record;
}

/** The six numbers of a raster that is placed by them. */
function transformOf({ placement }: RasterRecord): readonly number[] | null {
  return placement.kind === 'placed' && placement.model.kind === 'affine'
    ? placement.model.geoTransform
    : null;
}

describe('a delivered raster', () => {
  it.each([
    ['strips', 16, ['red', 'green', 'blue', 'nir']],
    ['strips', 8, ['red', 'green', 'blue']],
    ['strips', 8, ['pan']],
  ] as const)(
    'in %s of %i bits gets a display copy with the very same pixels',
    async (layout, bits, bands) => {
      scene(layout, bits, [...bands]);
      const record = await describeRaster(path, displayPath, []);
      expect(record).toMatchObject({
        display: true,
        widthPx: 1_100,
        heightPx: 1_023,
        bitsPerSample: bits,
        nodata: 0,
        bands: [...bands],
        placement: { kind: 'placed', epsg: 32_760, rough: null },
      });
      expect(readdirSync(folder).toSorted()).toEqual(['d.tif', 'r.tif']);
      await expectSamePixels(displayPath, path);
      const [original, copy] = [gdal(path), gdal(displayPath)];
      expect(copy?.bands.map(({ checksum, type }) => [checksum, type])).toEqual(
        original?.bands.map(({ checksum, type }) => [checksum, type]),
      );
      if (copy) expect(copy.bands[0]?.block).toEqual([256, 256]);
      expect(transformOf(record)).toEqual([300_000, 0.7, 0, 8_000_000, 0, -0.7]);
      expect(original?.geoTransform ?? transformOf(record)).toEqual(transformOf(record));
      for (const [low, high] of record.stretch) {
        if (bits === 8) expect([low, high]).toEqual([0, 255]);
        else expect(low).toBeGreaterThan(0);
        expect(high).toBeGreaterThan(low);
      }
    },
  );

  it('in tiles with overviews is drawn from itself', async () => {
    scene('tiles', 16, ['blue', 'green', 'red', 'nir']);
    const record = await describeRaster(path, displayPath, ['red', 'green', 'blue', 'nir']);
    expect(record).toMatchObject({ display: false, bands: ['blue', 'green', 'red', 'nir'] });
    expect(existsSync(displayPath)).toBe(false);
  });

  it('that is small is drawn from itself, strips or not', async () => {
    scene('strips', 8, ['red'], 500);
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ display: false, widthPx: 500 });
  });
});

describe('bands', () => {
  const rgb = { widthPx: 2, heightPx: 2, samplesPerPixel: 3, data: new Uint8Array(12).fill(9) };
  const described = (names: (string | null)[]): TiffTag => ({
    tag: 42_112,
    type: 2,
    values: `<GDALMetadata>${names.map((name, i) => (name === null ? '' : `<Item name="DESCRIPTION" sample="${i}" role="description">${name}</Item>`)).join('')}</GDALMetadata>`,
  });
  it.each([
    ['by the file, against the service', ['nir', 'red', 'green'], ['a', 'b', 'c'], ['nir', 'red', 'green']],
    ['by the service where the file says nothing', null, ['red', 'green', 'nir'], ['red', 'green', 'nir']],
    ['by number where nobody says', null, [], ['band 1', 'band 2', 'band 3']],
    ['by number where the service lists another count', null, ['red'], ['band 1', 'band 2', 'band 3']],
    ['each by what is known of it', [null, 'swir', null], ['a', 'b', 'c'], ['a', 'swir', 'c']],
  ] as const)('are named %s', async (_name, own, listed, expected) => {
    writeTiff(path, { ...rgb, tags: [...geoTags(), ...(own === null ? [] : [described([...own])])] });
    expect((await describeRaster(path, displayPath, [...listed])).bands).toEqual([...expected]);
  });

  it.each([
    ['as a person says, against the file', ['nir', 'red', 'green'], ['nir', 'red', 'green']],
    ['by the file if a person has named another count', ['nir', 'red'], ['x', 'y', 'z']],
  ])('are named %s', async (_name, bands, expected) => {
    writeTiff(path, { ...rgb, tags: [...geoTags(), described(['x', 'y', 'z'])] });
    const job = { path, displayPath, bands, areBandsEntered: true, mayBuild: true, mayBeOverviews: false };
    expect(await describeFile({ ...job, progress: () => undefined })).toMatchObject({ bands: expected });
  });

  const four = { widthPx: 2, heightPx: 2, samplesPerPixel: 4, data: new Uint8Array(16).fill(9) };
  const items = (...list: readonly string[]): TiffTag => ({
    tag: 42_112,
    type: 2,
    values: `<GDALMetadata>${list.join('')}</GDALMetadata>`,
  });
  const names = ['blue', 'green', 'red', 'nir'];
  const numbers = names.map((_, i) => `B${i + 1}`);
  it.each([
    [
      'the colours of GDAL 3.10',
      names.map(
        (n, i) => `<Item name="COLORINTERP" sample="${i}" role="colorinterp">${n.toUpperCase()}</Item>`,
      ),
      [],
    ],
    [
      'the wavelengths of GDAL',
      [0.49, 0.56, 0.665, 0.842].map(
        (w, i) => `<Item name="CENTRAL_WAVELENGTH_UM" sample="${i}" domain="IMAGERY">${w}</Item>`,
      ),
      [],
    ],
    [
      'the wavelengths of ENVI',
      [490, 560, 665, 842].map(
        (w, i) =>
          `<Item name="wavelength" sample="${i}">${w}</Item><Item name="wavelength_units" sample="${i}">Nanometers</Item>`,
      ),
      [],
    ],
    [
      'the names of an item, against numbers in the file',
      numbers.map((n, i) => `<Item name="DESCRIPTION" sample="${i}" role="description">${n}</Item>`),
      names,
    ],
    [
      'what an item says of them, against numbers in the file',
      numbers.map((n, i) => `<Item name="DESCRIPTION" sample="${i}" role="description">${n}</Item>`),
      numbers.map((n, i) => `${n} (${names[i]})`),
    ],
    ['what an item says of them', [], numbers.map((n, i) => `${n} (${names[i]})`)],
  ] as const)('are found by %s', async (_name, own, listed) => {
    writeTiff(path, { ...four, tags: [...geoTags(), items(...own)] });
    const { bands, hasAlpha } = await describeRaster(path, displayPath, [...listed]);
    expect(hasAlpha).toBe(false);
    expect(naturalBands(bands)).toEqual({ style: 'true-colour', bands: [2, 1, 0] });
    expect(bandOfColour(bands, 'nir')).toBe(3);
  });

  const asAlpha: TiffTag = { tag: 338, type: 3, values: [2] };
  const asRgb: TiffTag = { tag: 262, type: 3, values: [2] };
  it.each([
    ['in a list', '', ['B1 (blue)', 'B2 (green)', 'B3 (red)', 'B4 (nir)']],
    ['by its description', '<Item name="DESCRIPTION" sample="3" role="description">NIR</Item>', []],
  ])('that are infrared %s are no opacity, whatever the flag of the file', async (_name, item, listed) => {
    writeTiff(path, { ...four, tags: [...geoTags(), asRgb, asAlpha, items(item)] });
    const { bands, hasAlpha } = await describeRaster(path, displayPath, listed);
    expect(hasAlpha).toBe(false);
    expect(bands).toHaveLength(4);
    expect(bandOfColour(bands, 'nir')).toBe(3);
  });

  it('with a flag for the opacity keep it where nobody says another thing', async () => {
    writeTiff(path, { ...four, tags: [...geoTags(), asRgb, asAlpha] });
    expect(await describeRaster(path, displayPath, ['red', 'green', 'blue', 'alpha'])).toMatchObject({
      bands: ['red', 'green', 'blue'],
      hasAlpha: true,
    });
  });

  // GDAL 3.6 reads the same of both files.
  it('are named as GDAL escaped them', async () => {
    const item = (i: number, text: string) =>
      `<Item name="DESCRIPTION" sample="${i}" role="description">${text}</Item>`;
    writeTiff(path, {
      ...four,
      tags: [
        ...geoTags(),
        items(
          item(0, 'Red &amp;amp; NIR'),
          item(1, 'p&amp;lt;0.05'),
          item(2, '&amp;quot;g&amp;quot;'),
          item(3, '&amp;#65; &#38;amp;'),
        ),
      ],
    });
    const { bands } = await describeRaster(path, displayPath, []);
    expect(bands).toEqual(['Red & NIR', 'p<0.05', '"g"', 'A &']);
  });

  it.each([
    ['single quotes', "<Item name='DESCRIPTION' sample='0' role='description'>Rot</Item>", 'Rot'],
    [
      'a comment with an older name',
      '<!-- <Item name="DESCRIPTION" sample="0" role="description">old</Item> --><Item name="x">1</Item>',
      'band 1',
    ],
    [
      'the name as character data',
      '<Item name="DESCRIPTION" sample="0" role="description"><![CDATA[p < 0.5]]></Item>',
      'p < 0.5',
    ],
    ['an item of the whole file', '<Item name="DESCRIPTION" role="description">Whole</Item>', 'band 1'],
    [
      'two names',
      '<Item sample="0" role="description">A</Item><Item sample="0" role="description">B</Item>',
      'B',
    ],
    ['an angle bracket', '<Item sample="0" role="description">p>0.5</Item>', 'p>0.5'],
  ])('are read from XML with %s', async (_name, items, name) => {
    const tags = [{ tag: 42_112, type: 2, values: `<GDALMetadata>${items}</GDALMetadata>` } as const];
    writeTiff(path, { widthPx: 2, heightPx: 1, data: Uint8Array.from([1, 2]), tags });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ bands: [name] });
  });

  it('are named and scaled by items with that role only', async () => {
    const item = (i: number, name: string, role: string, text: string) =>
      `<Item name="${name}" sample="${i}"${role && ` role="${role}"`}>${text}</Item>`;
    writeTiff(path, {
      ...four,
      tags: [
        ...geoTags(),
        items(
          item(0, 'DESCRIPTION', 'description', 'Blue'),
          item(0, 'description', '', 'Surface reflectance, band 2'),
          item(0, 'scale', '', '0.5'),
          item(1, 'any', 'SCALE', '0,5'),
        ),
      ],
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({
      bands: ['Blue', 'band 2', 'band 3', 'band 4'],
      scales: [null, { scale: 0.5, offset: 0 }, null, null],
    });
  });
});

describe('the scale of a band', () => {
  const rgb = { widthPx: 4, heightPx: 3, samplesPerPixel: 3, data: new Uint8Array(36) };
  const item = (name: string, sample: number, value: string) =>
    `<Item name="${name}" sample="${sample}" role="${name.toLowerCase()}">${value}</Item>`;

  it('is the one that the file declares, and none is made up', async () => {
    const items = [
      item('SCALE', 0, '0.0001'),
      item('OFFSET', 0, '-0.1'),
      item('OFFSET', 1, '2'),
      item('SCALE', 2, 'none'),
      item('SCALE', 2, '0'),
    ];
    const metadata = {
      tag: 42_112,
      type: 2 as const,
      values: `<GDALMetadata>${items.join('')}</GDALMetadata>`,
    };
    writeTiff(path, { ...rgb, tags: [...geoTags(), metadata] });
    expect((await describeRaster(path, displayPath, [])).scales).toEqual([
      { scale: 0.0001, offset: -0.1 },
      { scale: 1, offset: 2 },
      null,
    ]);
    writeTiff(path, { ...rgb, tags: geoTags() });
    expect((await describeRaster(path, displayPath, [])).scales).toEqual([null, null, null]);
  });
});

describe('the place', () => {
  const projectedWithoutCode: TiffTag[] = geoTags().map((each) =>
    each.tag === 34_735
      ? { ...each, values: [1, 1, 0, 3, 1_024, 0, 1, 1, 1_025, 0, 1, 1, 2_048, 0, 1, 4_326] }
      : each,
  );
  const tiny = { widthPx: 4, heightPx: 3, data: new Uint8Array(12).fill(7) };
  const matrix = (values: number[]): TiffTag => ({ tag: 34_264, type: 12, values });
  const scale: TiffTag = { tag: 33_550, type: 12, values: [2, 3, 0] };

  it.each([
    ['scale and a tie point', geoTags(), [500_000, 0.7, 0, 5_000_000, 0, -0.7]],
    [
      'a tie point that is not the corner',
      geoTags({ geo: [scale, { tag: 33_922, type: 12, values: [2, 1, 0, 1_004, 997, 0] }] }),
      [1_000, 2, 0, 1_000, 0, -3],
    ],
    [
      'pixels that are points',
      geoTags({
        pixelIsPoint: true,
        geo: [scale, { tag: 33_922, type: 12, values: [0, 0, 0, 1_001, 998.5, 0] }],
      }),
      [1_000, 2, 0, 1_000, 0, -3],
    ],
    [
      'a matrix, north up',
      geoTags({ geo: [matrix([2, 0, 0, 1_000, 0, -3, 0, 1_000, 0, 0, 0, 0, 0, 0, 0, 1])] }),
      [1_000, 2, 0, 1_000, 0, -3],
    ],
  ])('is read from %s, as GDAL reads it', async (_name, tags, expected) => {
    writeTiff(path, { ...tiny, tags });
    expect(transformOf(await describeRaster(path, displayPath, []))).toEqual(expected);
    expect(gdal(path)?.geoTransform ?? expected).toEqual(expected);
  });

  it('is approximate beyond the area of a system with an old datum', async () => {
    const roughAt = async (y: number) => {
      const tie: TiffTag = { tag: 33_922, type: 12, values: [0, 0, 0, 600_000, y, 0] };
      writeTiff(path, { ...tiny, tags: geoTags({ epsg: 27_572, geo: [scale, tie] }) });
      const { placement } = await describeRaster(path, displayPath, []);
      return placement.kind === 'placed' ? placement.rough : placement.reason;
    };
    expect(await roughAt(2_200_000)).toBeNull();
    expect(await roughAt(600_000)).toBe('datum');
  });

  it('is approximate beyond the area of an old datum, also in a projection of its own', async () => {
    const values = [1, 1, 0, 4, 1_024, 0, 1, 1, 2_048, 0, 1, 4_123, 3_072, 0, 1, 32_767, 3_074, 0, 1, 16_035];
    const roughAt = async (y: number) => {
      const tie: TiffTag = { tag: 33_922, type: 12, values: [0, 0, 0, 500_000, y, 0] };
      writeTiff(path, { ...tiny, tags: [scale, tie, { tag: 34_735, type: 3, values }] });
      const { placement } = await describeRaster(path, displayPath, []);
      return placement.kind === 'placed' ? placement.rough : placement.reason;
    };
    expect(await roughAt(7_000_000)).toBeNull();
    expect(await roughAt(5_000_000)).toBe('datum');
  });

  it('may be rotated', async () => {
    const tags = geoTags({ geo: [matrix([2, 0.5, 0, 1_000, 0.5, -3, 0, 1_000, 0, 0, 0, 0, 0, 0, 0, 1])] });
    writeTiff(path, { ...tiny, tags });
    expect(transformOf(await describeRaster(path, displayPath, []))).toEqual([1_000, 2, 0.5, 1_000, 0.5, -3]);
  });

  it.each([
    ['no-georeference', '', []],
    ['no-georeference', '', geoTags({ geo: [] })],
    ['no-georeference', '', geoTags({ geo: [scale] })],
    ['no-georeference', '', geoTags().filter(({ tag }) => tag !== 34_735)],
    ['unknown-projection', '', geoTags({ epsg: 32_767 })],
    ['unknown-projection', 'EPSG:9999', geoTags({ epsg: 9_999 })],
    // Pixels without an area.
    [
      'no-georeference',
      '',
      geoTags({ geo: [matrix([2, 2, 0, 1_000, 2, 2, 0, 1_000, 0, 0, 0, 0, 0, 0, 0, 1])] }),
    ],
    // Projected, with the code of the geographic system below it only: no degrees.
    ['unknown-projection', '', projectedWithoutCode],
  ] as const)('that is not known is said, and the pixels are shown: %s %s', async (reason, detail, tags) => {
    writeTiff(path, { ...tiny, tags });
    const { placement, stretch } = await describeRaster(path, displayPath, []);
    expect([placement, stretch]).toEqual([{ kind: 'unplaced', reason, detail }, [[0, 255]]]);
  });
});

describe('overviews in a file of their own', () => {
  it('are all that is built for strips that the page can read, and GDAL reads them as such', async () => {
    scene('strips', 16, ['red', 'green', 'blue', 'nir'], 2_100);
    const record = await describeRaster(path, displayPath, [], true);
    expect(record).toMatchObject({ display: false, overviews: true, bands: ['red', 'green', 'blue', 'nir'] });
    for (const [low, high] of record.stretch) expect(high).toBeGreaterThan(low);
    expect(record).not.toHaveProperty('unusedOverviews');
    writeFileSync(`${path}.ovr`, 'overviews of another program');
    expect(await describeRaster(path, displayPath, [], true)).toMatchObject({ unusedOverviews: 'r.tif.ovr' });
    const copyPath = join(folder, 'whole.tif');
    expect(await describeRaster(path, copyPath, [])).toMatchObject({ display: true, overviews: false });
    // They are the overviews of the copy, which are compared with the mean below.
    for (const level of [0, 1, 2, 3])
      expect(Buffer.compare(await pixels(displayPath, level), await pixels(copyPath, level + 1))).toBe(0);
    copyFileSync(displayPath, `${path}.ovr`);
    const seen = gdal(path);
    if (seen)
      expect(seen.bands.map(({ overviews }) => overviews?.map(({ size }) => size))).toEqual(
        Array.from({ length: 4 }, () => [
          [1_050, 1_012],
          [525, 506],
          [263, 253],
          [132, 127],
        ]),
      );
  });

  it('are not built where one tall strip has to be unpacked for any pixel, nor for what has them', async () => {
    const data = new Uint8Array(2_000 * 2_000).fill(7);
    writeTiff(path, { widthPx: 2_000, heightPx: 2_000, data, tags: geoTags() });
    expect(await describeRaster(path, displayPath, [], true)).toMatchObject({
      display: true,
      overviews: false,
    });
    scene('tiles', 16, ['red', 'green', 'blue', 'nir']);
    expect(await describeRaster(path, displayPath, [], true)).toMatchObject({
      display: false,
      overviews: false,
    });
    expect(existsSync(displayPath)).toBe(false);
  });
});

describe('the display copy', () => {
  const sizePx = 1_030;
  const plain = { widthPx: sizePx, heightPx: sizePx, tags: geoTags() };
  const types: [string, number, number, Uint8Array][] = [
    ['int8', 8, 2, new Uint8Array(Int8Array.from({ length: sizePx ** 2 }, (_, i) => (i % 200) - 100).buffer)],
    [
      'int16',
      16,
      2,
      new Uint8Array(Int16Array.from({ length: sizePx ** 2 }, (_, i) => (i % 2_000) - 1_000).buffer),
    ],
    ['uint32', 32, 1, new Uint8Array(Uint32Array.from({ length: sizePx ** 2 }, (_, i) => i * 4_000).buffer)],
    [
      'float32',
      32,
      3,
      new Uint8Array(
        Float32Array.from({ length: sizePx ** 2 }, (_, i) => (i % 7 === 0 ? Number.NaN : i / 3)).buffer,
      ),
    ],
    ['float64', 64, 3, new Uint8Array(Float64Array.from({ length: sizePx ** 2 }, (_, i) => i / 3).buffer)],
  ];
  it.each(types)('keeps %s as it is', async (_name, bitsPerSample, sampleFormat, data) => {
    writeTiff(path, { ...plain, bitsPerSample, sampleFormat, data });
    const record = await describeRaster(path, displayPath, []);
    expect(record).toMatchObject({ display: true, nodata: null });
    await expectSamePixels(displayPath, path);
    for (const value of record.stretch.flat()) expect(Number.isFinite(value)).toBe(true);
  });

  it('has overviews that average what is there, and leave "no data" out', async () => {
    const data = new Uint8Array(sizePx ** 2);
    // Blocks of two by two: three pixels of data and one without, then 100, 101, 101, 101.
    for (let y = 0; y < sizePx; y += 1) {
      for (let x = 0; x < sizePx; x += 1) {
        const corner = x % 2 === 0 && y % 2 === 0;
        data[y * sizePx + x] = x < sizePx / 2 ? (corner ? 0 : 90) : corner ? 100 : 101;
      }
    }
    writeTiff(path, { ...plain, data, tags: [...geoTags(), { tag: 42_113, type: 2, values: '0' }] });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ nodata: 0 });
    const half = await pixels(displayPath, 1);
    const width = Math.ceil(sizePx / 2);
    expect(half).toHaveLength(width * width);
    expect(half[10 * width + 10]).toBe(90);
    // 100.75: rounded, not cut off.
    expect(half[10 * width + 400]).toBe(101);
    const smallest = await pixels(displayPath, 3);
    expect(smallest).toHaveLength(Math.ceil(sizePx / 8) ** 2);
    expect(new Set(smallest).has(0)).toBe(false);
  });

  it('of a raster that breaks off is not left behind', async () => {
    const data = new Uint8Array(sizePx ** 2).fill(1);
    writeTiff(path, { ...plain, data, tags: geoTags() });
    const broken = join(folder, 'broken.tif');
    // Valid directories, pixels in a packing that nobody knows.
    writeTiff(broken, { ...plain, data, tags: geoTags() });
    const bytes = readFileSync(broken);
    const at = bytes.indexOf(Buffer.from([0x03, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x00]));
    bytes.writeUInt16LE(50_999, at + 8);
    writeFileSync(broken, bytes);
    await expect(describeRaster(broken, displayPath, [])).rejects.toThrow();
    expect(readdirSync(folder).toSorted()).toEqual(['broken.tif', 'r.tif']);
  });

  it('"not a number" as no data is no number', async () => {
    const data = new Uint8Array(new Float32Array(16).fill(Number.NaN).buffer);
    const tags = [...geoTags(), { tag: 42_113, type: 2, values: 'nan' } as const];
    writeTiff(path, { widthPx: 4, heightPx: 4, bitsPerSample: 32, sampleFormat: 3, data, tags });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ nodata: null, stretch: [[0, 1]] });
  });
});

it('control points on both sides of 180° place a raster across it, and not around the globe', async () => {
  const points = [
    [0, 0, 179, 10],
    [40, 0, -179, 10],
    [0, 20, 179, 9],
    [40, 20, -179, 9],
  ];
  const ties = points.flatMap(([column = 0, row = 0, x = 0, y = 0]) => [column, row, 0, x, y, 0]);
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
  writeTiff(path, {
    widthPx: 40,
    heightPx: 20,
    data: new Uint8Array(800),
    tags: [
      { tag: 34_735, type: 3, values: keys },
      { tag: 33_922, type: 12, values: ties },
    ],
  });
  const { placement } = await describeRaster(path, displayPath, []);
  if (placement.kind !== 'placed' || placement.model.kind !== 'polynomial') throw new Error('not fitted');
  expect(placement.box.map((each) => Math.round(each * 1e6) / 1e6)).toEqual([179, 9, 181, 10]);
  // A quarter of the way from 179 to 181.
  expect(applyPolynomial(placement.model, 179.5, 9.5).map((each) => Math.round(each * 1e6) / 1e6)).toEqual([
    10, 10,
  ]);
});

it('a raster of an imaging spectrometer has all its bands, and one with far more is told by their number', async () => {
  const spectral = (samplesPerPixel: number, bitsPerSample = 8, sampleFormat = 1) =>
    writeTiff(path, {
      widthPx: 2,
      heightPx: 2,
      samplesPerPixel,
      bitsPerSample,
      sampleFormat,
      data: new Uint8Array((4 * samplesPerPixel * bitsPerSample) / 8),
      tags: geoTags(),
    });
  for (const [count, bits, format] of [
    [285, 8, 1],
    [285, 32, 3],
    [426, 16, 2],
    [1_000, 16, 1],
  ] as const) {
    spectral(count, bits, format);
    const { bands, bitsPerSample } = await describeRaster(path, displayPath, []);
    expect([bands.length, bitsPerSample]).toEqual([count, bits]);
  }
  spectral(5_000);
  await expect(describeRaster(path, displayPath, [])).rejects.toMatchObject({
    reason: 'too-many-bands',
    detail: '5000',
  });
});

describe('a file beside a raster', () => {
  const grey = { widthPx: 4, heightPx: 2, data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]), tags: geoTags() };
  const maskTags = (flags: number) => [
    {
      tag: 42_112,
      type: 2 as const,
      values: `<GDALMetadata><Item name="INTERNAL_MASK_FLAGS_1">${flags}</Item></GDALMetadata>`,
    },
  ];
  const ofAllBands = maskTags(2);

  it('with its mask hides what the mask hides', async () => {
    writeTiff(path, grey);
    writeTiff(`${path}.msk`, {
      ...grey,
      data: Uint8Array.from([0, 0, 255, 255, 0, 0, 255, 255]),
      tags: ofAllBands,
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ hasAlpha: true, display: true });
    expect([...(await pixels(displayPath))]).toEqual([
      1, 0, 2, 0, 3, 255, 4, 255, 5, 0, 6, 0, 7, 255, 8, 255,
    ]);
  });

  // GDAL 3.6 writes and reads such a file where each band gets a mask of its own.
  it('with a mask for each band makes the hidden samples "not a number"', async () => {
    const two = { ...grey, widthPx: 2, samplesPerPixel: 2 };
    writeTiff(path, two);
    writeTiff(`${path}.msk`, {
      ...two,
      data: Uint8Array.from([0, 255, 255, 0, 255, 255, 0, 0]),
      tags: maskTags(0),
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ hasAlpha: false, display: true });
    const stored = await pixels(displayPath);
    const no = Number.NaN;
    expect([...new Float32Array(stored.buffer, stored.byteOffset, stored.byteLength / 4)]).toEqual([
      no,
      2,
      3,
      no,
      5,
      6,
      no,
      no,
    ]);
  });

  // GDAL 3.6 draws all pixels of such a raster.
  it('that would hide pixels and lacks the flags of a mask of GDAL hides nothing', async () => {
    writeTiff(path, grey);
    writeTiff(`${path}.msk`, { ...grey, data: Uint8Array.from([0, 0, 255, 255, 0, 0, 255, 255]), tags: [] });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ hasAlpha: false });
  });

  it('with its mask counts more than a declared nodata, as GDAL has it', async () => {
    const tags = [...geoTags(), { tag: 42_113, type: 2, values: '4' } as const];
    writeTiff(path, { ...grey, tags });
    writeTiff(`${path}.msk`, {
      ...grey,
      data: Uint8Array.from([0, 0, 255, 255, 0, 0, 255, 255]),
      tags: ofAllBands,
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ hasAlpha: true, nodata: null });
    expect([...(await pixels(displayPath))].slice(4, 8)).toEqual([3, 255, 4, 255]);
  });

  it.each([
    [
      'of another size',
      () => writeTiff(`${path}.msk`, { ...grey, widthPx: 2, data: new Uint8Array(4), tags: ofAllBands }),
    ],
    ['that is no mask', () => writeFileSync(`${path}.msk`, 'nothing')],
  ])(
    'with a mask %s is told, because the raster without it would show hidden pixels',
    async (_name, write) => {
      writeTiff(path, grey);
      write();
      await expect(describeRaster(path, displayPath, [])).rejects.toThrow();
    },
  );

  // GDAL 3.6 reads the same of these two.
  it('with auxiliary metadata says its nodata, and its names and scales where the raster has none', async () => {
    const xml =
      '<PAMDataset><PAMRasterBand band="1"><Description>be&amp;side</Description><NoDataValue>2</NoDataValue><Scale>0.5</Scale><Offset>-3</Offset></PAMRasterBand></PAMDataset>';
    writeFileSync(`${path}.aux.xml`, xml);
    writeTiff(path, { ...grey, tags: [...geoTags(), { tag: 42_113, type: 2, values: '1' }] });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({
      nodata: 2,
      bands: ['be&side'],
      scales: [{ scale: 0.5, offset: -3 }],
    });
    const own =
      '<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">own</Item><Item name="SCALE" sample="0" role="scale">2</Item></GDALMetadata>';
    writeTiff(path, { ...grey, tags: [...geoTags(), { tag: 42_112, type: 2, values: own }] });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({
      nodata: 2,
      bands: ['own'],
      scales: [{ scale: 2, offset: 0 }],
    });
  });
});

// Each band as GDAL 3.6 masks it.
it('bands with different nodata in the file beside a raster are each without their own', async () => {
  const three = {
    widthPx: 2,
    heightPx: 2,
    samplesPerPixel: 3,
    data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 8, 12]),
  };
  const band = (number: number, nodata: string) =>
    `<PAMRasterBand band="${number}"><NoDataValue>${nodata}</NoDataValue></PAMRasterBand>`;
  const describeWith = async (own: string | null, ...bands: string[]) => {
    const tags = own === null ? [] : [{ tag: 42_113, type: 2, values: own } as const];
    writeTiff(path, { ...three, tags: [...geoTags(), ...tags] });
    writeFileSync(`${path}.aux.xml`, `<PAMDataset>${bands.join('')}</PAMDataset>`);
    return describeRaster(path, displayPath, []);
  };
  const samples = async () => {
    const stored = await pixels(displayPath);
    return [...new Float32Array(stored.buffer, stored.byteOffset, stored.byteLength / 4)];
  };
  const no = Number.NaN;
  expect(await describeWith(null, band(1, '1'), band(2, '8'))).toMatchObject({
    display: true,
    nodata: null,
    hasAlpha: false,
    stretch: [
      [4, 7],
      [2, 5],
      [3, 12],
    ],
  });
  expect(await samples()).toEqual([no, 2, 3, 4, 5, 6, 7, no, 9, no, no, 12]);
  // The raster's own counts for the bands of which the file beside it says nothing.
  await describeWith('12', band(2, '2'));
  expect(await samples()).toEqual([1, no, 3, 4, 5, 6, 7, 8, 9, 1, 8, no]);
  expect(await describeWith('1', band(1, '8'), band(2, '8'), band(3, '8,0'))).toMatchObject({
    display: false,
    nodata: 8,
  });
});

describe('the classes of a raster', () => {
  /** A palette of 256 entries, of which those that are not given are black, as programs fill them up. */
  const paletteOf = (colours: Record<number, readonly [number, number, number]>): readonly TiffTag[] => [
    { tag: 262, type: 3, values: [3] },
    {
      tag: 320,
      type: 3,
      values: [0, 1, 2].flatMap((channel) =>
        Array.from({ length: 256 }, (_, entry) => 257 * (colours[entry]?.[channel] ?? 0)),
      ),
    },
  ];
  const cover = { widthPx: 4, heightPx: 1, data: Uint8Array.from([11, 41, 41, 0]) };
  const besideWith = (inner: string) =>
    writeFileSync(
      `${path}.aux.xml`,
      `<PAMDataset><PAMRasterBand band="1">${inner}</PAMRasterBand></PAMDataset>`,
    );

  it('are the entries of its palette that occur in it, with the names beside it', async () => {
    writeTiff(path, {
      ...cover,
      tags: [...geoTags(), ...paletteOf({ 11: [70, 107, 159], 41: [104, 171, 95] })],
    });
    // As GDAL 3.6 writes a raster attribute table.
    besideWith(`<GDALRasterAttributeTable tableType="thematic">
      <FieldDefn index="0"><Name>Value</Name><Type>0</Type><Usage>5</Usage></FieldDefn>
      <FieldDefn index="1"><Name>Count</Name><Type>0</Type><Usage>1</Usage></FieldDefn>
      <FieldDefn index="2"><Name>NLCD</Name><Type>2</Type><Usage>2</Usage></FieldDefn>
      <Row index="0"><F>11</F><F>1</F><F>Open Water</F></Row>
      <Row index="1"><F>41</F><F>2</F><F>Forest &amp; trees</F></Row>
      <Row index="2"><F>95</F><F>0</F><F>Wetlands</F></Row>
    </GDALRasterAttributeTable>`);
    const record = await describeRaster(path, displayPath, []);
    expect(record.bands).toEqual(['red', 'green', 'blue']);
    expect(record.classes).toEqual([
      { value: 0, name: null, colour: [0, 0, 0] },
      { value: 11, name: 'Open Water', colour: [70, 107, 159] },
      { value: 41, name: 'Forest & trees', colour: [104, 171, 95] },
    ]);
  });

  it('are the values with names, if it has no palette', async () => {
    writeTiff(path, { ...cover, tags: [...geoTags()] });
    besideWith(
      '<CategoryNames><Category>none</Category><Category/><Category>water</Category></CategoryNames>',
    );
    expect((await describeRaster(path, displayPath, [])).classes).toEqual([
      { value: 0, name: 'none', colour: null },
      { value: 2, name: 'water', colour: null },
    ]);
  });

  it('are none of a raster whose values nothing names', async () => {
    writeTiff(path, { ...cover, tags: [...geoTags()] });
    expect((await describeRaster(path, displayPath, [])).classes).toBeUndefined();
  });
});

describe('the place of a raster in files beside it', () => {
  const grey = { widthPx: 4, heightPx: 2, data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) };
  const worldFile = '20.0\n0.0\n0.0\n-20.0\n600010.0\n5099990.0\n';
  const esriText =
    'PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const beside = (ending: string) => path.replace('.tif', ending);

  it('is that of a world file in the system of a ".prj", as programs of ESRI write them', async () => {
    writeTiff(path, grey);
    writeFileSync(beside('.tfw'), worldFile);
    writeFileSync(beside('.prj'), esriText);
    const { placement } = await describeRaster(path, displayPath, []);
    expect(placement).toMatchObject({
      kind: 'placed',
      epsg: 32_633,
      model: { kind: 'affine', geoTransform: [600_000, 20, 0, 5_100_000, 0, -20] },
      rough: null,
      placeFiles: ['r.tfw', 'r.prj'],
    });
    expect(await readRasterFacts(path)).toMatchObject({ box: expect.any(Array), outline: expect.any(Array) });
    writeFileSync(beside('.prj'), 'EPSG:32633\n');
    expect((await describeRaster(path, displayPath, [])).placement).toMatchObject({
      epsg: 32_633,
      model: { kind: 'affine', geoTransform: [600_000, 20, 0, 5_100_000, 0, -20] },
    });
  });

  const tabFile = (system: string, farX = 600_080) =>
    [
      '!table',
      '!version 300',
      '!charset WindowsLatin1',
      '',
      'Definition Table',
      '  File "r.tif"',
      '  Type "RASTER"',
      '  (600000,5100000) (0,0) Label "Pt 1",',
      '  (600080,5100000) (4,0) Label "Pt 2",',
      '  (600000,5099960) (0,2) Label "Pt 3",',
      `  (${farX},5099960) (4,2) Label "Pt 4"`,
      `  ${system}`,
      '  Units "m"',
      '',
    ].join('\r\n');
  const utm33 = 'CoordSys Earth Projection 8, 104, "m", 15, 0, 0.9996, 500000, 0';

  it('is that of a table of MapInfo, before a world file, as GDAL has it', async () => {
    writeTiff(path, grey);
    writeFileSync(beside('.TAB'), tabFile(utm33));
    writeFileSync(beside('.tfw'), worldFile);
    expect((await describeRaster(path, displayPath, [])).placement).toMatchObject({
      kind: 'placed',
      epsg: 32_633,
      model: { kind: 'affine', geoTransform: [600_000, 20, 0, 5_100_000, 0, -20] },
      rough: null,
      placeFiles: ['r.TAB'],
      unusedFiles: ['r.tfw'],
    });
    // The box is that of `gdalinfo`.
    const [west = 0, , , north = 0] = (await readRasterFacts(path))?.box ?? [];
    expect(west).toBeCloseTo(16.2925, 3);
    expect(north).toBeCloseTo(46.0463, 3);
  });

  it('is approximate if the points of a table of MapInfo lie on no affine function', async () => {
    writeTiff(path, grey);
    writeFileSync(beside('.tab'), tabFile(utm33, 600_200));
    expect((await describeRaster(path, displayPath, [])).placement).toMatchObject({
      kind: 'placed',
      rough: 'control-points',
      placeFiles: ['r.tab'],
    });
  });

  it.each([
    ['CoordSys Earth Projection 3, 33, "m", 3, 46.5, 44, 49, 700000, 6600000', 'placed'],
    ['CoordSys Earth Projection 1, 104', 'unplaced'],
    ['CoordSys Earth Projection 8, 9999, "m", 15, 0, 0.9996, 500000, 0', 'unplaced'],
    ['CoordSys NonEarth Units "m"', 'unplaced'],
  ])('in a table of MapInfo with the system %s is %s', async (system, kind) => {
    writeTiff(path, grey);
    writeFileSync(beside('.tab'), tabFile(system));
    const { placement } = await describeRaster(path, displayPath, []);
    expect(placement.kind).toBe(kind);
    if (kind === 'unplaced' && !system.includes('104'))
      expect(placement).toMatchObject({ reason: 'no-projection', detail: 'r.tab' });
  });

  it('is not read from a table of MapInfo of another kind, which is named', async () => {
    writeTiff(path, { ...grey, tags: geoTags() });
    writeFileSync(beside('.tab'), '!table\nDefinition Table\n  Type NATIVE Charset "WindowsLatin1"\n');
    expect((await describeRaster(path, displayPath, [])).placement).toMatchObject({
      kind: 'placed',
      unusedFiles: ['r.tab'],
    });
  });

  it('in a world file without a coordinate system is said to lack it', async () => {
    writeTiff(path, grey);
    writeFileSync(beside('.tfw'), worldFile);
    const { placement } = await describeRaster(path, displayPath, []);
    expect(placement).toEqual({ kind: 'unplaced', reason: 'no-projection', detail: 'r.tfw' });
  });

  it('is not read from what is no such file, which is named, and the raster is shown', async () => {
    writeTiff(path, { ...grey, tags: geoTags() });
    writeFileSync(beside('.tfw'), '0\n0\n0\n0\n1\n1\n');
    writeFileSync(beside('_RPC.TXT'), 'LINE_OFF: 10\n');
    const { placement } = await describeRaster(path, displayPath, []);
    expect(placement).toMatchObject({ kind: 'placed', unusedFiles: ['r.tfw', 'r_RPC.TXT'] });
    writeTiff(path, grey);
    expect((await describeRaster(path, displayPath, [])).placement).toEqual({
      kind: 'unplaced',
      reason: 'no-georeference',
      detail: '',
      unusedFiles: ['r.tfw', 'r_RPC.TXT'],
    });
  });
});

describe('the rational model of a raster in a file beside it', () => {
  const grey = { widthPx: 8, heightPx: 8, data: new Uint8Array(64).fill(7) };
  const offsets = { LINE: 4, SAMP: 4, LAT: 48, LONG: 11, HEIGHT: 500 };
  const scales = { LINE: 4, SAMP: 4, LAT: 0.01, LONG: 0.01, HEIGHT: 500 };
  /** The number of the only coefficient that is not zero, from 1, and its value: the lines go to the south, the samples to the east. */
  const coefficients = { LINE_NUM: [3, -1], LINE_DEN: [1, 1], SAMP_NUM: [2, 1], SAMP_DEN: [1, 1] } as const;
  const twenty = ([at, value]: readonly [number, number]) =>
    Array.from({ length: 20 }, (_, i) => (i + 1 === at ? value : 0));
  const pairsOf = (suffix: 'OFF' | 'SCALE', values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => [`${name}_${suffix}`, String(value)] as const);
  const pairs = [...pairsOf('OFF', offsets), ...pairsOf('SCALE', scales)];
  const lists = Object.entries(coefficients).map(([name, of]) => [`${name}_COEFF`, twenty(of)] as const);
  const ofLines = [
    ...pairs.map(([name, value]) => `${name}: ${value}`),
    ...lists.flatMap(([name, values]) => values.map((value, i) => `${name}_${i + 1}: ${value}`)),
  ].join('\n');
  const items = [...pairs, ...lists.map(([name, values]) => [name, values.join(' ')] as const)];
  const xml = `<PAMDataset><Metadata domain="RPC">${items.map(([key, value]) => `<MDI key="${key}">${value}</MDI>`).join('')}</Metadata></PAMDataset>`;
  const camel = (name: string) =>
    name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const vendor = (name: string) => camel(name.replace('OFF', 'OFFSET').replace('COEFF', 'COEF'));
  const ofVendor = `satId = "WV02";\nBEGIN_GROUP = IMAGE\n${[
    ...pairs.map(([name, value]) => `\t${vendor(name)} = ${value};`),
    ...lists.map(
      ([name, values]) => `\t${vendor(name)} = (\n${values.map((value) => `\t\t${value}`).join(',\n')});`,
    ),
  ].join('\n')}\nEND_GROUP = IMAGE\nEND;\n`;

  // GDAL 3.6 lists the same model for each of these files.
  it.each([
    ['_RPC.TXT', ofLines],
    ['_rpc.txt', ofLines],
    ['.RPB', ofVendor],
    ['.tif.aux.xml', xml],
  ])('places it, be it in "%s"', async (ending, text) => {
    writeTiff(path, grey);
    writeFileSync(path.replace('.tif', ending), text);
    const { placement } = await describeRaster(path, displayPath, []);
    if (placement.kind !== 'placed') throw new Error(`not placed: ${placement.reason}`);
    expect([placement.model.kind, placement.placeFiles]).toEqual(['rational', [`r${ending}`]]);
    // The middle of the raster is at 11° E 48° N, and its half sides are a hundredth of a degree.
    const [west, south, east, north] = placement.box;
    expect([(west + east) / 2, (south + north) / 2].map((each) => Math.abs(each))).toEqual([
      expect.closeTo(11, 1),
      expect.closeTo(48, 1),
    ]);
    expect(Math.abs(east - west - 0.02)).toBeLessThan(0.003);
    expect(Math.abs(north - south - 0.02)).toBeLessThan(0.003);
  });
});

describe('"no data" in the text of another program', () => {
  const most = 3.4028234663852886e38;
  const floats = (nodata: string, values: readonly number[]) =>
    writeTiff(path, {
      widthPx: values.length,
      heightPx: 1,
      bitsPerSample: 32,
      sampleFormat: 3,
      data: new Uint8Array(Float32Array.from(values).buffer),
      tags: [...geoTags(), { tag: 42_113, type: 2, values: nodata }],
    });

  // The values are those of GDAL 3.6, and its masks cover the same pixels.
  it.each([
    ['a decimal comma', '-3,4028234663852886e+038', -most],
    ['fewer digits than the samples have', '-3.402823e+38', Math.fround(-3.402823e38)],
    ['a number for each band', '-9999 -9999 -9999', -9_999],
    ['a letter for the type', '-9999.0f', -9_999],
    ['two digits', '-3.4e+38', Math.fround(-3.4e38)],
    ['all digits and no exponent', '-340282346638528859811704183484516925440.000000', -most],
    ['blanks around it', '  -9999,00  ', -9_999],
  ])('with %s is read, and its pixels do not count', async (_name, text, value) => {
    floats(text, [value < -1e30 ? -most : value, 5, 5, 6]);
    expect(await describeRaster(path, displayPath, [])).toMatchObject({
      nodata: value,
      isFloat: true,
      stretch: [[5, 6]],
    });
  });

  it.each(['1.#QNAN', '-1.#IND00', '-nan(ind)', 'NaN ', '1.#INF'])(
    'as "%s" is no number, and such samples never count',
    async (text) => {
      floats(text, [Number.NaN, Number.POSITIVE_INFINITY, 5, 6]);
      expect(await describeRaster(path, displayPath, [])).toMatchObject({ nodata: null, stretch: [[5, 6]] });
    },
  );

  it('of 64-bit floats is the smallest of them', async () => {
    const smallest = -1.7976931348623157e308;
    writeTiff(path, {
      widthPx: 4,
      heightPx: 1,
      bitsPerSample: 64,
      sampleFormat: 3,
      data: new Uint8Array(Float64Array.from([smallest, 5, 5, 6]).buffer),
      tags: [...geoTags(), { tag: 42_113, type: 2, values: '-1.7976931348623157e+308' }],
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({
      nodata: smallest,
      stretch: [[5, 6]],
    });
  });

  it('that is no number declares nothing', async () => {
    floats('none', [0, 5, 5, 6]);
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ nodata: null, stretch: [[0, 6]] });
  });

  it('leaves the overviews of what is nearly equal to it out', async () => {
    const sizePx = 1_026;
    const data = new Float32Array(sizePx ** 2).fill(7);
    for (let i = 0; i < data.length; i += 3) data[i] = -most;
    writeTiff(path, {
      widthPx: sizePx,
      heightPx: sizePx,
      bitsPerSample: 32,
      sampleFormat: 3,
      data: new Uint8Array(data.buffer),
      tags: [...geoTags(), { tag: 42_113, type: 2, values: '-3.402823e+38' }],
    });
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ stretch: [[7, 8]] });
    const half = await pixels(displayPath, 1);
    expect(new Set(new Float32Array(half.buffer, half.byteOffset, half.byteLength / 4))).toEqual(
      new Set([7]),
    );
  });
});

describe('a hostile file', () => {
  const claim = (tags: TiffTag[], data = new Uint8Array(16)) => {
    writeTiff(path, { widthPx: 4, heightPx: 4, data, tags: geoTags() });
    const bytes = readFileSync(path);
    const table = bytes.readUInt32LE(4);
    for (const { tag, values } of tags) {
      const entries = Array.from({ length: bytes.readUInt16LE(table) }, (_, i) => table + 2 + i * 12);
      const at = entries.find((each) => bytes.readUInt16LE(each) === tag);
      if (at === undefined) throw new Error(`tag ${tag} is missing`);
      const [value = 0] = typeof values === 'string' ? [] : values;
      if (bytes.readUInt16LE(at + 2) === 3) bytes.writeUInt16LE(value, at + 8);
      else bytes.writeUInt32LE(value, at + 8);
    }
    writeFileSync(path, bytes);
    return bytes;
  };
  const long = (tag: number, value: number): TiffTag => ({ tag, type: 4, values: [value] });

  it.each([
    ['a raster of 4 × 10⁹ pixels squared', [long(256, 4e9), long(257, 4e9)], 'too-large'],
    [
      'a strip of 100,000 rows of 100,000',
      [long(256, 100_000), long(257, 100_000), long(278, 100_000)],
      'too-large',
    ],
    ['no pixels at all', [long(256, 0)], 'not-readable'],
  ] as const)('that claims %s is not begun with', async (_name, tags, reason) => {
    claim([...tags]);
    await expect(describeRaster(path, displayPath, [])).rejects.toMatchObject({ reason });
    expect(readdirSync(folder)).toEqual(['r.tif']);
  });

  /** A second image behind the first, as overviews are. */
  function addImage(image: Parameters<typeof writeTiff>[1]) {
    const first = readFileSync(path);
    const other = join(folder, 'other.tif');
    writeTiff(other, image);
    const second = readFileSync(other);
    rmSync(other);
    const shift = first.length + (first.length % 2);
    const table = second.readUInt32LE(4);
    for (let i = 0; i < second.readUInt16LE(table); i += 1) {
      const entry = table + 2 + i * 12;
      const tag = second.readUInt16LE(entry);
      if (tag === 273) second.writeUInt32LE(second.readUInt32LE(entry + 8) + shift, entry + 8);
    }
    const link = first.readUInt32LE(4) + 2 + first.readUInt16LE(first.readUInt32LE(4)) * 12;
    first.writeUInt32LE(table + shift, link);
    writeFileSync(path, Buffer.concat([first, Buffer.alloc(shift - first.length), second]));
  }

  it('whose second image is taller than the first is measured by its first', async () => {
    const of = (widthPx: number, heightPx: number, value: number) => {
      const data = new Uint8Array(new Uint16Array(widthPx * heightPx).fill(value).buffer);
      return { widthPx, heightPx, bitsPerSample: 16, data };
    };
    writeTiff(path, { ...of(600, 600, 7), tags: geoTags() });
    addImage(of(300, 5_000, 200));
    expect((await describeRaster(path, displayPath, [])).stretch).toEqual([[7, 8]]);
  });

  it('whose one tile is far larger than the raster is not begun with', async () => {
    claim([long(278, 30_000), { tag: 284, type: 3, values: [30_000] }]);
    const bytes = readFileSync(path);
    const table = bytes.readUInt32LE(4);
    const tiled = new Map([
      [273, 324],
      [279, 325],
      [278, 322],
      [284, 323],
    ]);
    for (let i = 0; i < bytes.readUInt16LE(table); i += 1) {
      const at = table + 2 + i * 12;
      bytes.writeUInt16LE(tiled.get(bytes.readUInt16LE(at)) ?? bytes.readUInt16LE(at), at);
    }
    writeFileSync(path, bytes);
    await expect(describeRaster(path, displayPath, [])).rejects.toMatchObject({ reason: 'large-blocks' });
  });

  it('whose directories run in a circle ends', async () => {
    const bytes = claim([]);
    const table = bytes.readUInt32LE(4);
    bytes.writeUInt32LE(table, table + 2 + bytes.readUInt16LE(table) * 12);
    writeFileSync(path, bytes);
    await expect(describeRaster(path, displayPath, [])).rejects.toThrow('directories do not end');
  }, 5_000);

  it('that unpacks to far more than is due is not unpacked', async () => {
    const sixteenBits: TiffTag = { tag: 258, type: 3, values: [16] };
    claim([long(259, 8), sixteenBits], deflateSync(new Uint8Array(64 * 1_024 * 1_024)));
    await expect(describeRaster(path, displayPath, [])).rejects.toThrow();
    const due = new Uint8Array(Uint16Array.from({ length: 16 }, (_, i) => i).buffer);
    claim([long(259, 8), sixteenBits], deflateSync(due));
    expect(await describeRaster(path, displayPath, [])).toMatchObject({ stretch: [[0, 15]] });
  });

  it.skipIf(process.platform === 'win32')(
    'that is a pipe is not waited for',
    async () => {
      execFileSync('mkfifo', [path]);
      await expect(describeRaster(path, displayPath, [])).rejects.toMatchObject({ reason: 'not-readable' });
    },
    5_000,
  );
});

describe('the client', () => {
  it('gives up on a raster that takes for ever, and on each by itself', async () => {
    scene('strips', 8, ['red']);
    const client = createRasterWorkerClient({
      folder: () => folder,
      limits: { describe: { stallMs: 1, totalMs: 1 } },
    });
    const ask = (n: number) =>
      client.describe({ fileId: libraryFileIdSchema.parse(n), path, kept: null, bands: [] });
    try {
      const given = {
        status: 'rejected',
        reason: { code: 'RASTER_UNDRAWABLE', data: { reason: 'too-slow' } },
      };
      expect(await Promise.allSettled([ask(1), ask(2)])).toMatchObject([given, given]);
    } finally {
      await client.close();
    }
  });

  const fileId = libraryFileIdSchema.parse(5);
  it('reads in its worker, keeps the record, and builds a lost copy again', async () => {
    scene('strips', 8, ['red']);
    const client = createRasterWorkerClient({ folder: () => folder });
    try {
      const first = await client.describe({ fileId, path, kept: null, bands: [] });
      expect(first.raster).toMatchObject({
        path: '/files/raster/5',
        overviewsPath: '/files/display/5',
        bands: ['red'],
      });
      expect(existsSync(client.displayPath(fileId))).toBe(true);
      // From the record: the file is not opened.
      const kept = await client.describe({ fileId, path: '/nowhere', kept: first.text, bands: [] });
      expect(kept).toEqual(first);
      await client.forget(fileId);
      expect(existsSync(client.displayPath(fileId))).toBe(false);
      expect(await client.describe({ fileId, path, kept: first.text, bands: [] })).toEqual(first);
      expect(existsSync(client.displayPath(fileId))).toBe(true);
      await client.describe({ fileId, path, kept: '{"from":"an older version"}', bands: [] });
      // Another file in its place is read anew, whatever was kept of the one before.
      scene('strips', 8, ['red', 'green'], 1_200);
      const other = await client.describe({ fileId, path, kept: first.text, bands: [] });
      expect(other.raster).toMatchObject({ widthPx: 1_200, bands: ['red', 'green'] });
    } finally {
      await client.close();
    }
  });

  it('forgets a raster whose copy is being built, and leaves nothing of it', async () => {
    scene('strips', 8, ['red', 'green', 'blue'], 3_000);
    const client = createRasterWorkerClient({ folder: () => folder });
    try {
      const building = client.describe({ fileId, path, kept: null, bands: [] });
      const ended = expect(building).rejects.toMatchObject({ code: 'CANCELLED' });
      await expect
        .poll(() => existsSync(`${client.displayPath(fileId)}.part`), { interval: 1, timeout: 20_000 })
        .toBe(true);
      await client.forget(fileId);
      await ended;
      expect(readdirSync(join(folder, '.display'))).toEqual([]);
      // Another is drawn all the same.
      scene('tiles', 8, ['red'], 600);
      const other = libraryFileIdSchema.parse(6);
      expect((await client.describe({ fileId: other, path, kept: null, bands: [] })).raster.path).toBe(
        '/files/raster/6',
      );
    } finally {
      await client.close();
    }
  });

  it('says why a file cannot be drawn, and goes on with others', async () => {
    const client = createRasterWorkerClient({ folder: () => folder });
    try {
      const text = join(folder, 'text.tif');
      writeFileSync(text, 'this is no raster');
      writeTiff(path, { widthPx: 1, heightPx: 1, sampleFormat: 6, data: new Uint8Array(4), tags: [] });
      const results = await Promise.allSettled([
        client.describe({ fileId, path: text, kept: null, bands: [] }),
        client.describe({ fileId: libraryFileIdSchema.parse(6), path, kept: null, bands: [] }),
        client.describe({
          fileId: libraryFileIdSchema.parse(7),
          path: join(folder, 'gone'),
          kept: null,
          bands: [],
        }),
      ]);
      const details = results.map((result) => (result.status === 'rejected' ? result.reason : null));
      expect(details).toMatchObject([
        { code: 'RASTER_UNDRAWABLE', data: { fileName: 'text.tif', reason: 'not-readable', detail: '' } },
        { code: 'RASTER_UNDRAWABLE', data: { fileName: 'r.tif', reason: 'complex-samples' } },
        { code: 'RASTER_UNDRAWABLE', data: { fileName: 'gone', reason: 'not-readable' } },
      ]);
      scene('tiles', 8, ['red'], 600);
      expect((await client.describe({ fileId, path, kept: null, bands: [] })).raster.path).toBe(
        '/files/raster/5',
      );
    } finally {
      await client.close();
    }
  });
});
