import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import proj4 from 'proj4';
import { afterAll, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { createSceneMaker } from './make-scene.ts';
import { analyticBands, cloudCover, renderPicture, renderRasters } from './render-scene.ts';
import { type SceneFileKind, sceneFileName } from './scene-file-kinds.ts';
import { type ProcessingLevel, type SceneSpec, sceneGeometry } from './scene-spec.ts';

// Independent programs read the files: GDAL for rasters and KML, unzip for the archive.
const folder = mkdtempSync(join(tmpdir(), 'nadir-imagery-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function need(context: TestContext, command: string, flag = '--version') {
  const there = spawnSync(command, [flag], { stdio: 'ignore' }).error === undefined;
  context.skip(!there, `${command} is not installed (scripts/system-packages.mjs names its package)`);
}
const read = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });

const spec = (changes: Partial<SceneSpec> = {}): SceneSpec => ({
  seed: 7,
  longitude: 1.6,
  latitude: 48.15,
  capturedAt: '2026-07-10T10:40:00.000Z',
  widthPx: 600,
  heightPx: 600,
  gsdMetres: 0.7,
  level: 'L1D_SR',
  ...changes,
});

const gdalSchema = z.object({
  driverShortName: z.literal('GTiff'),
  size: z.tuple([z.number(), z.number()]),
  coordinateSystem: z.object({ wkt: z.string() }),
  geoTransform: z.array(z.number()).length(6),
  cornerCoordinates: z.record(z.string(), z.tuple([z.number(), z.number()])),
  metadata: z.object({ IMAGE_STRUCTURE: z.looseObject({ COMPRESSION: z.string() }) }),
  bands: z.array(
    z.object({
      block: z.tuple([z.number(), z.number()]),
      type: z.string(),
      description: z.string(),
      checksum: z.number(),
      noDataValue: z.number().optional(),
      overviews: z.array(z.object({ size: z.tuple([z.number(), z.number()]) })).optional(),
    }),
  ),
});

let made = 0;
function rastersOf(of: SceneSpec) {
  made += 1;
  const paths = { analytic: join(folder, `a${made}.tif`), visual: join(folder, `v${made}.tif`) };
  renderRasters(of, paths.analytic, paths.visual);
  return paths;
}
// `-checksum` reads every pixel, so that faults of the LZW writer are found.
const gdalinfo = (path: string) => gdalSchema.parse(JSON.parse(read('gdalinfo', '-json', '-checksum', path)));

/** Place, longitude, latitude, EPSG code (written by hand), processing level. */
const places: [string, number, number, number, ProcessingLevel][] = [
  ['Beauce', 1.6, 48.15, 32_631, 'L1D_SR'],
  ['Pampas', -61.9, -34.6, 32_720, 'L1D'],
  ['Taveuni, just east of the antimeridian', -179.9999, -16.85, 32_701, 'L1B'],
  ['Rabi, just west of the antimeridian', 179.9999, -16.5, 32_760, 'L1D_SR'],
  ['the antimeridian itself', 180, 68.9, 32_601, 'L1C'],
  ['Singapore', 103.75, 1.26, 32_648, 'L1D'],
  ['just south of the equator', 9.1, -0.001, 32_732, 'L1B'],
  ['Kiruna', 20.2, 67.85, 32_634, 'L1C'],
];

for (const [name, longitude, latitude, epsg, level] of places) {
  it(`GDAL puts ${level} of ${name} within a pixel of its footprint`, (context) => {
    need(context, 'gdalinfo');
    const gsdMetres = level === 'L1D_SR' ? 0.7 : 1;
    const tiled = level.startsWith('L1D');
    // Larger than a tile, so that there are overviews.
    const [widthPx, heightPx] = tiled ? [620, 540] : [340, 260];
    const of = spec({ longitude, latitude, level, gsdMetres, widthPx, heightPx });
    const paths = rastersOf(of);
    const ring = sceneGeometry(of).footprint.coordinates[0] ?? [];
    const zone = epsg % 100;
    const utm = proj4(
      'WGS84',
      `+proj=utm +zone=${zone} ${epsg > 32_700 ? '+south ' : ''}+datum=WGS84 +units=m`,
    );
    for (const [kind, type, count] of [
      ['analytic', 'UInt16', 4],
      ['visual', 'Byte', 3],
    ] as const) {
      const info = gdalinfo(paths[kind]);
      expect(info.size).toEqual([widthPx, heightPx]);
      expect(info.coordinateSystem.wkt).toMatch(new RegExp(`ID\\["EPSG",${epsg}\\]\\]$`));
      expect(info.geoTransform).toMatchObject({ 1: gsdMetres, 2: 0, 4: 0, 5: -gsdMetres });
      expect(info.metadata.IMAGE_STRUCTURE.COMPRESSION).toBe('LZW');
      expect(info.bands).toHaveLength(count);
      expect(info.bands.map((band) => band.type)).toEqual(info.bands.map(() => type));
      expect(info.bands.map((band) => band.description)).toEqual(
        kind === 'analytic' ? analyticBands(of) : ['red', 'green', 'blue'],
      );
      for (const band of info.bands) {
        expect(band.block).toEqual(tiled ? [512, 512] : [widthPx, expect.any(Number)]);
        if (!tiled) expect(band.block[1]).toBeLessThan(heightPx);
        expect(band.overviews?.map(({ size }) => size) ?? []).toEqual(tiled ? [[310, 270]] : []);
      }
      const corners = ['upperLeft', 'lowerLeft', 'lowerRight', 'upperRight', 'upperLeft'];
      expect(ring).toHaveLength(5);
      for (const [index, corner] of corners.entries()) {
        const [x, y] = utm.forward([ring[index]?.[0] ?? 0, ring[index]?.[1] ?? 0]);
        const [east, north] = info.cornerCoordinates[corner] ?? [0, 0];
        expect(Math.hypot(x - east, y - north)).toBeLessThan(gsdMetres);
      }
      // The requested place is in the middle.
      const [x, y] = utm.forward([longitude, latitude]);
      const [east, north] = info.cornerCoordinates.center ?? [0, 0];
      expect(Math.hypot(x - east, y - north)).toBeLessThan(2 * gsdMetres);
    }
  });
}

/** Returns all samples, band after band, as GDAL decodes them. */
function samplesOf(path: string, width: number, height: number, overview?: number) {
  const raw = `${path}.raw`;
  const level = overview === undefined ? [] : ['-oo', `OVERVIEW_LEVEL=${overview}`];
  read('gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', ...level, path, raw);
  const bytes = readFileSync(raw);
  const deep = bytes.length % (width * height * 8) === 0;
  const samples = deep
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : new Uint8Array(bytes);
  return (band: number) => samples.subarray(band * width * height, (band + 1) * width * height);
}

const mean = (values: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum / values.length;
};

const sameValues = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);

it('shows more green in summer than in winter, in each hemisphere', (context) => {
  need(context, 'gdal_translate');
  const ndvi = (latitude: number, longitude: number, month: string) => {
    const of = spec({
      latitude,
      longitude,
      capturedAt: `2026-${month}-15T10:00:00.000Z`,
      widthPx: 256,
      heightPx: 256,
    });
    const band = samplesOf(rastersOf({ ...of, gsdMetres: 4 }).analytic, 256, 256);
    const names = analyticBands(of);
    const [red, nir] = [band(names.indexOf('red')), band(names.indexOf('nir'))];
    return mean(Array.from(red, (value, i) => ((nir[i] ?? 0) - value) / ((nir[i] ?? 0) + value)));
  };
  for (const longitude of [1.6, 11.4])
    expect(ndvi(48.15, longitude, '07') - ndvi(48.15, longitude, '01')).toBeGreaterThan(0.1);
  expect(ndvi(-34.6, -61.9, '01') - ndvi(-34.6, -61.9, '07')).toBeGreaterThan(0.1);
});

it('writes reflectance × 10,000 without gaps, the same ground at every level, and true overviews', (context) => {
  need(context, 'gdal_translate');
  const of = spec({ widthPx: 611, heightPx: 530, gsdMetres: 1 });
  const strips = rastersOf({ ...of, level: 'L1B' });
  const tiles = rastersOf({ ...of, level: 'L1D' });
  const [analyticStrips, analyticTiles] = [strips, tiles].map(({ analytic }) =>
    samplesOf(analytic, 611, 530),
  );
  for (let band = 0; band < 4; band += 1) {
    const values = analyticTiles?.(band) ?? [];
    expect(sameValues(analyticStrips?.(band) ?? [], values)).toBe(true);
    expect(values.every((value) => value >= 1 && value <= 10_000)).toBe(true);
    const [low, high] = band === 3 ? [1_000, 5_000] : [200, 2_500];
    expect(mean(values)).toBeGreaterThan(low);
    expect(mean(values)).toBeLessThan(high);
  }
  expect(sameValues(samplesOf(strips.visual, 611, 530)(1), samplesOf(tiles.visual, 611, 530)(1))).toBe(true);
  // Each pixel of an overview is the mean of the four below it.
  const full = samplesOf(tiles.visual, 611, 530)(0);
  const half = samplesOf(tiles.visual, 306, 265, 0)(0);
  for (let row = 0; row < 264; row += 7) {
    for (let column = 0; column < 305; column += 7) {
      const at = 2 * row * 611 + 2 * column;
      const four = mean([full[at] ?? 0, full[at + 1] ?? 0, full[at + 611] ?? 0, full[at + 612] ?? 0]);
      expect(Math.abs((half[row * 306 + column] ?? 0) - four)).toBeLessThanOrEqual(1);
    }
  }
});

it('puts a cloud over the ground now and then', () => {
  const covers = Array.from({ length: 60 }, (_, day) =>
    cloudCover(
      spec({ capturedAt: new Date(Date.UTC(2026, 4, 1 + day, 10, 30)).toISOString(), gsdMetres: 2 }),
    ),
  );
  const clear = covers.filter((cover) => cover === 0).length;
  expect(clear).toBeGreaterThan(20);
  expect(covers.filter((cover) => cover > 0.02).length).toBeGreaterThan(5);
  expect(Math.max(...covers)).toBeLessThanOrEqual(1);
});

it('says the cloud cover that its pixels show', (context) => {
  need(context, 'gdal_translate');
  const dates = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2026, 4, 1 + day, 10, 30)));
  const cloudy = dates
    .map((date) => spec({ capturedAt: date.toISOString(), gsdMetres: 4, widthPx: 300, heightPx: 300 }))
    .find((candidate) => cloudCover(candidate) > 0.15);
  if (!cloudy) throw new Error('no cloudy day among forty');
  const band = samplesOf(rastersOf(cloudy).analytic, 300, 300);
  const blue = band(analyticBands(cloudy).indexOf('blue'));
  // Only a roof is as bright in blue as a cloud.
  const bright = Array.from(blue).filter((value) => value > 1_700).length / blue.length;
  expect(Math.abs(bright - cloudCover(cloudy))).toBeLessThan(0.12);
});

it('makes pictures that decode, in the colours of the raster', (context) => {
  need(context, 'gdal_translate');
  const of = spec();
  const picture = PNG.sync.read(Buffer.from(renderPicture(of, 100)));
  expect([picture.width, picture.height]).toEqual([100, 100]);
  const band = samplesOf(rastersOf(of).visual, 600, 600);
  for (let colour = 0; colour < 3; colour += 1) {
    const shown = picture.data.filter((_, at) => at % 4 === colour);
    expect(Math.abs(mean(shown) - mean(band(colour)))).toBeLessThan(4);
    expect(new Set(shown).size).toBeGreaterThan(20);
  }
});

async function madeFiles(of: SceneSpec, kinds: readonly SceneFileKind[]) {
  const maker = createSceneMaker({ folder: join(folder, `made-${made}`) });
  made += 1;
  try {
    return await Promise.all(
      kinds.map((kind) => maker.file({ spec: of, sceneId: 'S', kind, metadata: { gsd: of.gsdMetres } })),
    );
  } finally {
    await maker.close();
  }
}

it('writes a KML whose polygon is the footprint', async (context) => {
  need(context, 'ogrinfo');
  for (const longitude of [1.6, 180]) {
    const of = spec({ longitude, latitude: -16.5 });
    const [kml = ''] = await madeFiles(of, ['footprint']);
    const shown = /POLYGON(?: Z)? \(\(([^)]+)\)\)/.exec(read('ogrinfo', '-al', '-ro', kml))?.[1] ?? '';
    const ring = shown.split(',').map((point) => point.trim().split(/\s+/).slice(0, 2).map(Number));
    const footprint = sceneGeometry(of).footprint.coordinates[0] ?? [];
    expect(ring).toHaveLength(footprint.length);
    for (const [index, [x = 0, y = 0]] of ring.entries()) {
      expect(x).toBeCloseTo(footprint[index]?.[0] ?? 999, 9);
      expect(y).toBeCloseTo(footprint[index]?.[1] ?? 999, 9);
    }
  }
});

it('packs rasters, metadata and footprint into an archive that unzip passes', async (context) => {
  need(context, 'unzip', '-v');
  const of = spec({ widthPx: 200, heightPx: 200 });
  const kinds = ['deliveryZip', 'analytic', 'visual', 'footprint', 'thumbnail', 'preview'] as const;
  const [zip = '', ...others] = await madeFiles(of, kinds);
  expect(read('unzip', '-t', zip)).toContain('No errors detected');
  const members = read('unzip', '-Z1', zip).trim().split('\n');
  expect(members).toEqual(
    expect.arrayContaining([
      sceneFileName('S', 'analytic'),
      sceneFileName('S', 'visual'),
      sceneFileName('S', 'footprint'),
      'S_metadata.json',
    ]),
  );
  for (const [index, kind] of kinds.slice(1, 5).entries()) {
    const packed = execFileSync('unzip', ['-p', zip, sceneFileName('S', kind)], { maxBuffer: 1 << 26 });
    expect(packed.equals(readFileSync(others[index] ?? ''))).toBe(true);
  }
  expect(JSON.parse(read('unzip', '-p', zip, 'S_metadata.json'))).toMatchObject({ gsd: 0.7 });
  for (const [index, size] of [
    // No larger than the scene itself.
    [3, 200],
    [4, 200],
  ] as const) {
    const picture = PNG.sync.read(readFileSync(others[index] ?? ''));
    expect([picture.width, picture.height]).toEqual([size, size]);
  }
});

it('makes a file again after its making was broken off', async () => {
  const of = spec({ widthPx: 200, heightPx: 200 });
  const home = join(folder, `broken-${made}`);
  const first = createSceneMaker({ folder: home });
  const path = await first.file({ spec: of, sceneId: 'S', kind: 'analytic', metadata: {} });
  await first.close();
  const good = readFileSync(path);
  rmSync(path);
  writeFileSync(`${path}.making`, 'half');
  const second = createSceneMaker({ folder: home });
  expect(await second.file({ spec: of, sceneId: 'S', kind: 'analytic', metadata: {} })).toBe(path);
  await second.close();
  expect(readFileSync(path).equals(good)).toBe(true);
});
