import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readByGdal, type SampleTypeName, translate, writeRaw } from '../../../../testing/gdal-files.ts';
import { cropError, runCrop } from './crop-thread.ts';
import { writeCrop } from './write-crop.ts';

const sidePx = 300;
const window = { column: 37, row: 141, widthPx: 101, heightPx: 90 };
const srcwin = ['-srcwin', '37', '141', '101', '90'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-crop-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const infoSchema = z.object({
  geoTransform: z.array(z.number()).optional(),
  coordinateSystem: z.object({ wkt: z.string() }).optional(),
  gcps: z
    .object({
      gcpList: z.array(z.object({ pixel: z.number(), line: z.number(), x: z.number(), y: z.number() })),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()),
  bands: z.array(
    z.object({
      type: z.string(),
      description: z.string().optional(),
      noDataValue: z.union([z.number(), z.string()]).optional(),
      colorInterpretation: z.string(),
      colorTable: z.unknown().optional(),
      scale: z.number().optional(),
      offset: z.number().optional(),
      metadata: z.unknown(),
    }),
  ),
});
const infoOf = (path: string) =>
  infoSchema.parse(JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' })));

interface Case {
  name: string;
  type: SampleTypeName;
  bands: number;
  words: readonly string[];
}

const utm = ['-a_srs', 'EPSG:32631', '-a_ullr', '400000', '5334400', '401200', '5333200'];
const points = ['0 0 10 50', '300 0 11 50.1', '0 300 10.1 49', '300 300 11.2 49.2'].flatMap((point) => [
  '-gcp',
  ...point.split(' '),
]);
const rational = [
  'LINE_OFF=150',
  'SAMP_OFF=140',
  'LAT_OFF=50',
  'LONG_OFF=10',
  'HEIGHT_OFF=100',
  'LINE_SCALE=151',
  'SAMP_SCALE=149',
  'LAT_SCALE=0.1',
  'LONG_SCALE=0.1',
  'HEIGHT_SCALE=500',
  ...['LINE', 'SAMP'].flatMap((of, i) => [
    `${of}_NUM_COEFF=0 ${i} ${1 - i}${' 0'.repeat(17)}`,
    `${of}_DEN_COEFF=1${' 0'.repeat(19)}`,
  ]),
];

const cases: readonly Case[] = [
  {
    name: 'tiles',
    type: 'UInt16',
    bands: 4,
    words: [
      ...utm,
      '-a_nodata',
      '7',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=64',
      '-co',
      'BLOCKYSIZE=48',
      '-co',
      'COMPRESS=LZW',
    ],
  },
  {
    name: 'strips',
    type: 'Int16',
    bands: 2,
    words: [...utm, '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2', '-mo', 'AREA_OR_POINT=Point'],
  },
  {
    name: 'planes',
    type: 'Float32',
    bands: 3,
    words: [
      ...utm,
      '-a_nodata',
      '-9999.5',
      '-co',
      'INTERLEAVE=BAND',
      '-co',
      'TILED=YES',
      '-co',
      'COMPRESS=DEFLATE',
      '-co',
      'PREDICTOR=3',
    ],
  },
  { name: 'doubles', type: 'Float64', bands: 1, words: ['-a_nodata', 'nan', ...utm] },
  {
    name: 'colours',
    type: 'Byte',
    bands: 4,
    words: [...utm, '-colorinterp', 'red,green,blue,alpha', '-co', 'PHOTOMETRIC=RGB', '-co', 'ALPHA=YES'],
  },
  { name: 'bits', type: 'Byte', bands: 1, words: [...utm, '-co', 'NBITS=4'] },
  { name: 'control-points', type: 'UInt16', bands: 1, words: ['-a_srs', 'EPSG:4326', ...points] },
  { name: 'nowhere', type: 'UInt32', bands: 1, words: [] },
];

async function made({ name, type, bands, words }: Case): Promise<string> {
  const value = (column: number, row: number, band: number) =>
    (column * 7 + row * 3 + band * 11) % (name === 'bits' ? 16 : 251);
  const raw = writeRaw({ folder, name, type, sidePx, bands, value });
  const path = join(folder, `${name}.tif`);
  await translate(raw, path, words);
  return path;
}

it.each(cases)('a crop of $name has the values, place and names that GDAL cuts out', async (each) => {
  const path = await made(each);
  const ours = join(folder, `${each.name}-crop.tif`);
  const due = join(folder, `${each.name}-due.tif`);
  await writeCrop({ path, target: ours, window, bands: [] }, () => undefined);
  await translate(path, due, srcwin);
  const [mine, theirs] = [infoOf(ours), infoOf(due)];
  const [values, dueValues] = [
    await readByGdal(ours, { bands: each.bands }),
    await readByGdal(due, { bands: each.bands }),
  ];
  expect(values).toEqual(dueValues);
  expect(mine.coordinateSystem).toEqual(theirs.coordinateSystem);
  expect(mine.gcps).toEqual(theirs.gcps);
  expect(
    mine.bands.map(({ type, noDataValue, colorInterpretation }) => [type, noDataValue, colorInterpretation]),
  ).toEqual(
    theirs.bands.map(({ type, noDataValue, colorInterpretation }) => [
      type,
      noDataValue,
      colorInterpretation,
    ]),
  );
  for (const [i, number] of (theirs.geoTransform ?? []).entries())
    expect(mine.geoTransform?.[i]).toBeCloseTo(number, 6);
  expect(mine.geoTransform?.length).toBe(theirs.geoTransform?.length);
});

it('a turned raster stays turned, and the rational functions of a sensor count from the corner of the crop', async () => {
  const turned = join(folder, 'turned.vrt');
  const raw = await made({ name: 'plain', type: 'UInt16', bands: 1, words: [] });
  writeFileSync(
    turned,
    `<VRTDataset rasterXSize="300" rasterYSize="300"><SRS>EPSG:32631</SRS><GeoTransform>400000,3,1,5334400,1,-3</GeoTransform>
<Metadata domain="RPC">${rational.map((item) => item.replace(/^(\w+)=(.*)$/, '<MDI key="$1">$2</MDI>')).join('')}</Metadata>
<VRTRasterBand dataType="UInt16" band="1"><SimpleSource><SourceFilename>${raw}</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>`,
  );
  const path = join(folder, 'turned.tif');
  await translate(turned, path, ['-co', 'RPB=NO']);
  const target = join(folder, 'turned-crop.tif');
  await writeCrop({ path, target, window, bands: ['near "infrared" & red'] }, () => undefined);
  const info = infoOf(target);
  expect(info.geoTransform).toEqual([400_000 + 37 * 3 + 141, 3, 1, 5_334_400 + 37 - 141 * 3, 1, -3]);
  expect(info.metadata.RPC).toMatchObject({ LINE_OFF: '9', SAMP_OFF: '103' });
  expect(info.bands[0]?.description).toBe('near "infrared" & red');
});

describe('a crop of a raster with files beside it', () => {
  const srs = (code: string) =>
    execFileSync('gdalsrsinfo', ['-o', 'wkt1', code], { encoding: 'utf8' }).trim().replaceAll('"', '&quot;');
  const moved = (x: number, y: number, stepX: number, stepY: number) => [
    x + 37 * stepX,
    stepX,
    0,
    y + 141 * stepY,
    0,
    stepY,
  ];

  it('has their place and what they say of the bands in itself', async () => {
    const path = await made({ name: 'beside', type: 'UInt16', bands: 2, words: utm });
    writeFileSync(
      `${path}.aux.xml`,
      `<PAMDataset><SRS>${srs('EPSG:32633')}</SRS><GeoTransform>600000, 20, 0, 5100000, 0, -20</GeoTransform>
<PAMRasterBand band="1"><NoDataValue>9</NoDataValue><Scale>0.5</Scale><Offset>-3</Offset></PAMRasterBand><PAMRasterBand band="2"><ColorInterp>NIR</ColorInterp><NoDataValue>9</NoDataValue></PAMRasterBand></PAMDataset>`,
    );
    const target = join(folder, 'beside-crop.tif');
    await writeCrop({ path, target, window, bands: [] }, () => undefined);
    const info = infoOf(target);
    expect(info.geoTransform).toEqual(moved(600_000, 5_100_000, 20, -20));
    expect(info.coordinateSystem?.wkt).toContain('UTM zone 33N');
    expect(info.bands.map(({ noDataValue }) => noDataValue)).toEqual([9, 9]);
    expect(info.bands[0]).toMatchObject({ scale: 0.5, offset: -3 });
  });

  it('has the place of a world file in the system of the raster', async () => {
    const path = await made({
      name: 'world',
      type: 'Byte',
      bands: 1,
      words: ['-a_srs', 'EPSG:32631', '-mo', 'AREA_OR_POINT=Point'],
    });
    writeFileSync(path.replace('.tif', '.tfw'), '20\n0\n0\n-20\n600010\n5099990\n');
    const target = join(folder, 'world-crop.tif');
    await writeCrop({ path, target, window, bands: [] }, () => undefined);
    expect(infoOf(target).geoTransform).toEqual(moved(600_000, 5_100_000, 20, -20));
    expect(infoOf(target).coordinateSystem?.wkt).toContain('UTM zone 31N');
  });

  it('is refused if it would lose the system, and nothing stays', async () => {
    const path = await made({ name: 'own-system', type: 'Byte', bands: 1, words: [] });
    const text = srs('+proj=laea +lat_0=47 +lon_0=9 +datum=WGS84');
    writeFileSync(
      `${path}.aux.xml`,
      `<PAMDataset><SRS>${text}</SRS><GeoTransform>0, 20, 0, 0, 0, -20</GeoTransform></PAMDataset>`,
    );
    const target = join(folder, 'own-system-crop.tif');
    const job = { path, target, window, bands: [] };
    expect(await runCrop(job, () => undefined, new AbortController().signal)).toBe('place-beside');
    expect(existsSync(target)).toBe(false);
  });
});

it.each([
  [1, 'Byte', 2],
  [4, 'Byte', 16],
  [12, 'UInt16', 251],
] as const)('a crop keeps %i bits of a sample, the date and the licence', async (bits, type, most) => {
  const value = (column: number, row: number) => (column * 7 + row * 3) % most;
  const raw = writeRaw({ folder, name: `bits-${bits}`, type, sidePx, bands: 1, value });
  const path = join(folder, `bits-${bits}.tif`);
  const words = ['TIFFTAG_DATETIME=2023:01:10 10:34:21', 'TIFFTAG_COPYRIGHT=(c) Somebody'];
  await translate(raw, path, ['-co', `NBITS=${bits}`, ...words.flatMap((word) => ['-mo', word])]);
  const [target, due] = [join(folder, `bits-${bits}-crop.tif`), join(folder, `bits-${bits}-due.tif`)];
  await writeCrop({ path, target, window, bands: [] }, () => undefined);
  await translate(path, due, srcwin);
  expect(await readByGdal(target, { bands: 1 })).toEqual(await readByGdal(due, { bands: 1 }));
  const readBits = (file: string) =>
    /NBITS=(\d+)/.exec(execFileSync('gdalinfo', [file], { encoding: 'utf8' }))?.[1];
  expect(readBits(target)).toBe(String(bits));
  expect(infoOf(target).metadata['']).toMatchObject({
    TIFFTAG_DATETIME: '2023:01:10 10:34:21',
    TIFFTAG_COPYRIGHT: '(c) Somebody',
  });
});

it('descriptions stay and statistics do not; a palette keeps its colours and the names of its classes', async () => {
  const path = await made({ name: 'named', type: 'Byte', bands: 2, words: ['-stats', ...utm] });
  const target = join(folder, 'named-crop.tif');
  await writeCrop({ path, target, window, bands: ['one', 'two'] }, () => undefined);
  expect(infoOf(target).bands.map(({ description, metadata }) => [description, metadata])).toEqual([
    ['one', {}],
    ['two', {}],
  ]);
  const grey = join(folder, 'grey.tif');
  await translate(path, grey, ['-b', '1']);
  const palette = join(folder, 'palette.tif');
  execFileSync('gdal_translate', ['-q', '-of', 'VRT', grey, join(folder, 'palette.vrt')]);
  const colours = Array.from({ length: 256 }, (_, i) => `<Entry c1="${i}" c2="${255 - i}" c3="9" c4="255"/>`);
  const vrt = execFileSync('cat', [join(folder, 'palette.vrt')], { encoding: 'utf8' }).replace(
    /<ColorInterp>\w+<\/ColorInterp>/,
    `<ColorInterp>Palette</ColorInterp><ColorTable>${colours.join('')}</ColorTable>`,
  );
  writeFileSync(join(folder, 'palette.vrt'), vrt);
  await translate(join(folder, 'palette.vrt'), palette, []);
  const cut = join(folder, 'palette-crop.tif');
  const names = Array.from({ length: 12 }, (_, i) => (i === 11 ? 'Water &amp; ice' : ''));
  const listed = names.map((name) => `<Category>${name}</Category>`).join('');
  const beside = `<CategoryNames>${listed}</CategoryNames>`;
  writeFileSync(
    `${palette}.aux.xml`,
    `<PAMDataset><PAMRasterBand band="1">${beside}</PAMRasterBand></PAMDataset>`,
  );
  // The bands that the palette is drawn in are no bands of the file.
  const bands = ['red', 'green', 'blue'];
  await writeCrop({ path: palette, target: cut, window, bands }, () => undefined);
  expect(infoOf(cut).bands.map(({ description }) => description)).toEqual([undefined]);
  const told = spawnSync('gdalinfo', [cut], { encoding: 'utf8' });
  expect(told.stderr).toBe('');
  expect(told.stdout).toMatch(/^\s*11: Water & ice$/m);
  expect(infoOf(cut).bands[0]?.colorInterpretation).toBe('Palette');
  expect(infoOf(cut).bands[0]?.colorTable).toEqual(infoOf(palette).bands[0]?.colorTable);
});

it('a crop that could exceed four gigabytes is a BigTIFF with the same values', async () => {
  const path = await made({ name: 'large', type: 'Float32', bands: 1, words: utm });
  const target = join(folder, 'large-crop.tif');
  await writeCrop({ path, target, window, bands: [], mostClassicBytes: 1_000 }, () => undefined);
  const head = Buffer.alloc(4);
  readSync(openSync(target, 'r'), head);
  expect([...head]).toEqual([0x49, 0x49, 43, 0]);
  const due = join(folder, 'large-due.tif');
  await translate(path, due, srcwin);
  expect(await readByGdal(target, { bands: 1 })).toEqual(await readByGdal(due, { bands: 1 }));
  expect(infoOf(target).geoTransform).toEqual(infoOf(due).geoTransform);
});

/** What GDAL says of each pixel: 255 where the raster has a value. */
async function maskByGdal(path: string) {
  const apart = join(folder, 'mask-apart.tif');
  await translate(path, apart, ['-b', 'mask', '-colorinterp', 'gray']);
  return readByGdal(apart, { bands: 1 });
}

it.each([
  ['classic', undefined],
  ['big', 1_000],
])('a crop of a raster with a mask has the part of the mask: %s', async (name, mostClassicBytes) => {
  const plain = await made({ name: `unmasked-${name}`, type: 'Byte', bands: 3, words: utm });
  const masked = join(folder, `masked-${name}.tif`);
  const inside = ['--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES'];
  execFileSync('gdal_translate', ['-q', ...inside, '-b', '2', '-b', '3', '-mask', '1', plain, masked]);
  const target = join(folder, `masked-${name}-crop.tif`);
  const due = join(folder, `masked-${name}-due.tif`);
  const job = { path: masked, target, window, bands: [] };
  await writeCrop({ ...job, ...(mostClassicBytes ? { mostClassicBytes } : {}) }, () => undefined);
  execFileSync('gdal_translate', ['-q', ...inside, ...srcwin, masked, due]);
  expect(await readByGdal(target, { bands: 2 })).toEqual(await readByGdal(due, { bands: 2 }));
  const mask = await maskByGdal(target);
  expect(mask).toEqual(await maskByGdal(due));
  // Some pixels of the window have no value, and most have one.
  expect(new Set(JSON.stringify(mask).match(/\b(0|255)\b/g))).toEqual(new Set(['0', '255']));
});

it('a crop that would lose low digits is refused, and nothing stays', async () => {
  const plain = await made({ name: 'narrow', type: 'Byte', bands: 1, words: ['-a_nodata', '3'] });
  const wide = join(folder, 'wide.tif');
  await translate(plain, wide, ['-ot', 'Int64']);
  const target = join(folder, 'wide-crop.tif');
  const { signal } = new AbortController();
  const job = { path: wide, target, window, bands: [] };
  expect(await runCrop(job, () => undefined, signal)).toBe('wide-integers');
  expect(existsSync(target)).toBe(false);
});

it('a crop that is cancelled leaves nothing, and a file that is no raster is told', async () => {
  const path = await made({ name: 'left', type: 'Float64', bands: 4, words: ['-outsize', '3000', '3000'] });
  const target = join(folder, 'left-crop.tif');
  const stop = new AbortController();
  const whole = { column: 0, row: 0, widthPx: 3_000, heightPx: 3_000 };
  const shares: number[] = [];
  const running = runCrop(
    { path, target, window: whole, bands: [] },
    (share) => {
      shares.push(share);
      stop.abort();
    },
    stop.signal,
  );
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(shares[0]).toBeLessThan(0.5);
  expect(existsSync(target)).toBe(false);
  const text = join(folder, 'text.tif');
  writeFileSync(text, 'no raster');
  await expect(
    runCrop({ path: text, target, window, bands: [] }, () => undefined, new AbortController().signal),
  ).rejects.toMatchObject({ code: 'RASTER_UNDRAWABLE' });
});

it('a full disk is told as such, with the place', () => {
  const job = { path: '/library/a.tif', target: '/library/exports/.1.part', window, bands: [] };
  expect(cropError({ kind: 'failed', code: 'ENOSPC' }, job)).toMatchObject({
    code: 'DISK_FULL',
    data: { path: '/library/exports/.1.part' },
  });
  expect(cropError({ kind: 'failed', code: 'EACCES' }, job).code).toBe('FOLDER_NOT_WRITABLE');
});
