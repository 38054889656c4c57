import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogFile, catalogScene } from '../../../../../testing/catalog-scene.ts';
import { type CatalogScene, catalogSceneSchema } from '../../../../core/catalog-scene.ts';
import { readItem } from './from-item.ts';
import { pathOfHref, relativeHref } from './hrefs.ts';
import { toItem } from './to-item.ts';

const places = {
  itemPath: 'Coast/S1/stac-item.json',
  pagePath: '_catalog/2026/03/page-0001/catalog.json',
  rootPath: 'catalog.json',
};
const there = (scene: CatalogScene) => readItem(places.itemPath, JSON.stringify(toItem(scene, places)));

describe('the item of a scene', () => {
  it('has the fields of STAC and its extensions, and relative links', () => {
    const raster = {
      widthPx: 40,
      heightPx: 30,
      bitsPerSample: 16,
      epsg: 32_631,
      nodata: 0,
      geoTransform: [500_000, 0.5, 0, 4_600_000, 0, -0.5],
      scales: [{ scale: 0.0001, offset: -0.1 }, null],
    };
    const item = toItem(
      catalogScene(1, { files: [catalogFile('Coast/S1/a 100%.tif', { raster, bands: ['Red', 'panX'] })] }),
      places,
    );
    expect(item).toMatchObject({
      type: 'Feature',
      stac_version: '1.1.0',
      id: 'S1',
      bbox: [1, 1, 2, 2],
      stac_extensions: [
        'https://stac-extensions.github.io/projection/v2.0.0/schema.json',
        'https://stac-extensions.github.io/eo/v2.0.0/schema.json',
        'https://stac-extensions.github.io/raster/v2.0.0/schema.json',
        'https://stac-extensions.github.io/view/v1.1.0/schema.json',
        'https://stac-extensions.github.io/file/v2.1.0/schema.json',
        'https://stac-extensions.github.io/processing/v1.2.0/schema.json',
      ],
      properties: {
        datetime: '2026-03-05T10:30:00.000Z',
        platform: 'SN31',
        gsd: 0.7,
        'eo:cloud_cover': 12.5,
        'view:off_nadir': 12,
        'view:sun_elevation': 40,
        'view:sun_azimuth': 170,
        'processing:level': 'L1D_SR',
        'nadir:scene': { source: { contractId: 'cont.1', taskId: 7, captureId: 'capture-1' } },
      },
      links: [
        { rel: 'root', href: '../../catalog.json' },
        { rel: 'parent', href: '../../_catalog/2026/03/page-0001/catalog.json' },
        { rel: 'collection', href: '../../_catalog/collection.json' },
      ],
      collection: 'nadir-scenes',
      assets: {
        'a 100%.tif': {
          href: './a%20100%25.tif',
          roles: ['data'],
          type: 'image/tiff; application=geotiff',
          'file:checksum': expect.stringMatching(/^1220[0-9a-f]{64}$/),
          'proj:shape': [30, 40],
          'proj:code': 'EPSG:32631',
          'proj:transform': [0.5, 0, 500_000, 0, -0.5, 4_600_000],
          bands: [
            { name: 'Red', 'eo:common_name': 'red', 'raster:scale': 0.0001, 'raster:offset': -0.1 },
            { name: 'panX' },
          ],
          nodata: 0,
        },
      },
    });
  });

  it('has rasters of one band under the name of the band, and those that share one under their files', () => {
    const named = (fileName: string, bands: string[] = []) => catalogFile(`Coast/S1/${fileName}`, { bands });
    const files = [
      named('T32TQM_20230110T103421_B04_10m.tif'),
      named('LC08_T1_SR_B2.TIF'),
      named('LC08_T1_QA_PIXEL.TIF'),
      named('x.tif', ['B8A (nir)']),
      named('y.tif', ['band 1']),
      named('a_B11_20m.tif'),
      named('a_B11_60m.tif'),
      catalogFile('Coast/S1/s_B05.tif', { name: 'analytic' }),
    ];
    const { assets } = { assets: {}, ...toItem(catalogScene(1, { files }), places) };
    expect(Object.keys(assets)).toEqual([
      'B04',
      'SR_B2',
      'QA_PIXEL',
      'B8A',
      'y.tif',
      'a_B11_20m.tif',
      'a_B11_60m.tif',
      'analytic',
    ]);
    expect(there(catalogScene(1, { files })).scene?.files).toEqual(files);
  });

  it('has the scales of a raster whose bands have no names', () => {
    const raster = {
      widthPx: 4,
      heightPx: 3,
      bitsPerSample: 16,
      epsg: null,
      nodata: null,
      geoTransform: null,
      scales: [null, { scale: 2, offset: 0 }],
    };
    const files = [catalogFile('Coast/S1/a.tif', { bands: [], raster })];
    expect(toItem(catalogScene(1, { files }), places)).toMatchObject({
      assets: { 'a.tif': { bands: [{}, { 'raster:scale': 2, 'raster:offset': 0 }] } },
    });
    expect(there(catalogScene(1, { files })).scene?.files).toEqual(files);
  });

  it('has the licence, the providers and the instruments that an imported item stated, and nothing else of it', () => {
    const stated = {
      license: 'CC-BY-4.0',
      providers: [{ name: 'Somebody', roles: ['producer'], url: 'https://example.com/' }],
      constellation: 'sentinel-2',
      instruments: ['msi'],
    };
    const raw = { stac: { properties: { ...stated, 'x:y': 1, license: 'CC-BY-4.0' } } };
    const { properties } = { properties: {}, ...toItem(catalogScene(1, { raw }), places) };
    expect(properties).toMatchObject(stated);
    expect(properties).not.toHaveProperty('x:y');
    const invalid = { license: 7, providers: 'Somebody', instruments: [], constellation: 'c' };
    const other = toItem(catalogScene(1, { raw: { stac: { properties: invalid } } }), places);
    expect(other.properties).toMatchObject({ constellation: 'c' });
    expect(other).not.toHaveProperty('properties.providers');
    expect(other).not.toHaveProperty('properties.license');
  });

  it('has an interval if the time is not known, and across the antimeridian a box in the form of GeoJSON', () => {
    const ring = [
      [179, 1],
      [-179, 1],
      [-179, 2],
      [179, 2],
      [179, 1],
    ];
    const item = toItem(
      catalogScene(1, { timestamp: null, footprint: { type: 'Polygon', coordinates: [ring] } }),
      places,
    );
    expect(item.bbox).toEqual([179, 1, -179, 2]);
    // GeoJSON demands that what crosses the antimeridian is cut there (RFC 7946 §3.1.9).
    expect(item.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [179, -180].map((west) => [
        expect.arrayContaining([
          [west, 1],
          [west + 1, 2],
        ]),
      ]),
    });
    expect(item.properties).toMatchObject({
      datetime: null,
      end_datetime: '2026-04-01T00:00:00.000Z',
      start_datetime: '1957-10-04T00:00:00Z',
    });
    expect(toItem(catalogScene(1, { footprint: null }), places)).not.toHaveProperty('bbox');
  });

  it('says in words that the time of an undated scene is not known', () => {
    const { properties } = { properties: {}, ...toItem(catalogScene(1, { timestamp: null }), places) };
    expect(properties).toMatchObject({ description: expect.stringContaining('is not known') });
  });

  it('has the period of a scene that was acquired within one, and is read back with it', () => {
    const acquiredWithin = { start: '2024-02-01T00:00:00.000Z', end: '2024-02-29T23:59:59.999Z' };
    const scene = catalogScene(1, { timestamp: null, raw: { acquiredWithin } });
    const { properties } = { properties: {}, ...toItem(scene, places) };
    expect(properties).toMatchObject({
      datetime: null,
      start_datetime: acquiredWithin.start,
      end_datetime: acquiredWithin.end,
    });
    expect(properties).not.toHaveProperty('description');
    expect(there(scene).scene).toMatchObject({ timestamp: null, raw: { acquiredWithin } });
  });

  it('says what reviewers say of the scene, and is read back with it', () => {
    const verdict = { reviewer: 'Ada', verdict: 'accepted', reason: '', at: '2026-04-01T10:00:00.000Z' };
    const review = { state: 'accepted', verdicts: [verdict] };
    const item = toItem(catalogScene(1, { review }), places);
    expect(item).toMatchObject({ properties: { 'nadir:review': review } });
    expect(there(catalogScene(1, { review })).scene?.review).toEqual(review);
    expect(toItem(catalogScene(1), places)).not.toHaveProperty(['properties', 'nadir:review']);
    // A review that somebody has damaged loses nothing else of the scene.
    const { properties } = { properties: {}, ...item };
    const damaged = { ...item, properties: { ...properties, 'nadir:review': { state: 'splendid' } } };
    expect(readItem(places.itemPath, JSON.stringify(damaged)).scene).toEqual(catalogScene(1));
  });

  it('leaves out invalid values', () => {
    const raw = { metadata: { gsd: -1, off_nadir: 400, sun_elevation: '40' } };
    const { properties } = { properties: {}, ...toItem(catalogScene(1, { raw, cloudCover: 1_000 }), places) };
    for (const field of ['gsd', 'view:off_nadir', 'view:sun_elevation', 'eo:cloud_cover'])
      expect(properties).not.toHaveProperty([field]);
    expect(there(catalogScene(1, { cloudCover: 1_000 })).scene?.cloudCover).toBe(1_000);
  });

  it('does not contain a raw response that is too long', () => {
    const scene = catalogScene(1, { raw: { long: 'x'.repeat(300_000) } });
    expect(there(scene).scene).toEqual({ ...scene, raw: {} });
  });
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const part = text.filter((name) => !/[/\\:\0]/.test(name) && name.isWellFormed() && !/^\.+$/.test(name));
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const time = orNull(
  fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
);
const fileArbitrary = fc
  .record({
    path: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    kind: fc.constantFrom('raster' as const, 'attachment' as const),
    name: text,
    fileName: text,
    position: fc.nat(1_000),
    bands: fc.array(text, { maxLength: 4 }),
    sizeBytes: orNull(fc.nat()),
    sha256: orNull(fc.stringMatching(/^[0-9a-f]{64}$/)),
    savedAt: time,
    fetchedFrom: orNull(text),
    order: orNull(text),
    deliverable: orNull(text),
    originalPath: orNull(text),
    raster: orNull(
      fc.record({
        widthPx: fc.integer({ min: 1, max: 9_000 }),
        heightPx: fc.integer({ min: 1, max: 9_000 }),
        bitsPerSample: fc.integer({ min: 1, max: 64 }),
        epsg: orNull(fc.integer({ min: 1, max: 99_999 })),
        geoTransform: orNull(fc.array(fc.integer(), { minLength: 6, maxLength: 6 })),
        nodata: orNull(fc.integer()),
        scales: fc.array(orNull(fc.record({ scale: fc.integer(), offset: fc.integer() })), { maxLength: 4 }),
      }),
    ),
  })
  .map((fields) => catalogFile(fields.path, fields));
const sceneArbitrary = fc
  .record({
    n: fc.nat(1_000),
    timestamp: time,
    satelliteName: orNull(text),
    productName: orNull(text),
    cloudCover: orNull(fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x))),
    files: fc.uniqueArray(fileArbitrary, { selector: ({ path }) => path, maxLength: 6 }),
    raw: fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      fc.oneof(fc.integer(), text, fc.constant(null)),
    ),
  })
  .map(({ n, ...fields }) => catalogScene(n, fields));

it('any scene is read back unchanged from its item', () => {
  fc.assert(
    fc.property(sceneArbitrary, (scene) => {
      const read = there(scene);
      expect(read.problems).toEqual([]);
      expect(read.scene).toEqual(catalogSceneSchema.parse(scene));
      expect(read.parentPath).toBe(places.pagePath);
    }),
    { numRuns: 100, seed: 12 },
  );
});

describe('addresses', () => {
  it('any path of the library is read back from its address', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(part, { minLength: 1, maxLength: 5 }),
        (from, to) => {
          const path = to.join('/');
          expect(pathOfHref(from.join('/'), relativeHref(from.join('/'), path))).toEqual({ path });
        },
      ),
      { numRuns: 100, seed: 12 },
    );
  });

  it.each([
    ['https://example.org/a.tif', 'address-remote'],
    ['http://127.0.0.1/a.tif', 'address-remote'],
    ['s3://bucket/a.tif', 'address-remote'],
    ['//host/share/a.tif', 'address-remote'],
    ['\\\\host\\share\\a.tif', 'address-remote'],
    ['javascript:alert(1)', 'address-remote'],
    ['data:text/plain,a', 'address-remote'],
    ['a.tif?token=1', 'address-remote'],
    ['a.tif#part', 'address-remote'],
    ['file:///etc/passwd', 'address-absolute'],
    ['/etc/passwd', 'address-absolute'],
    ['C:\\a.tif', 'address-absolute'],
    ['c:/a.tif', 'address-absolute'],
    ['../../../etc/passwd', 'address-outside'],
    ['./a/../../../../b', 'address-outside'],
    ['%2e%2e/%2e%2e/%2e%2e/b', 'address-outside'],
    ['..%2f..%2f..%2fb', 'address-outside'],
    ['%2fetc%2fpasswd', 'address-outside'],
    ['a%00.tif', 'address-outside'],
    ['../..', 'address-outside'],
    ['../../', 'address-outside'],
  ])('%s is refused', (href, problem) => {
    expect(pathOfHref('Coast/S1/stac-item.json', href)).toEqual({ problem });
  });
});
