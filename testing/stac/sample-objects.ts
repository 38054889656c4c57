import { extendBy, formatCollection } from '../../src-main/features/library/holdings/format/collection.ts';
import { extensions } from '../../src-main/features/library/holdings/format/stac-schemas.ts';
import { describeItem, toItem } from '../../src-main/features/library/holdings/format/to-item.ts';
import {
  collectionId,
  itemLinks,
  landingPage,
  libraryCollection,
} from '../../src-main/features/sharing/stac/documents.ts';
import { catalogFile, catalogScene } from '../catalog-scene.ts';

/** An object of STAC, or what was one before a test broke it. */
export type StacValue = Record<string, unknown>;

const base = 'http://127.0.0.1:8123';
const time = '2026-03-05T10:30:00Z';
const places = { itemPath: 'Coast/S1/item.json', pagePath: '_catalog/page.json', rootPath: 'catalog.json' };
const ring = [
  [179, 1],
  [-179, 1],
  [-179, 2],
  [179, 2],
  [179, 1],
];
const raster = {
  widthPx: 40,
  heightPx: 30,
  bitsPerSample: 16,
  epsg: 32_631,
  nodata: 0,
  geoTransform: [500_000, 0.5, 0, 4_600_000, 0, -0.5],
  scales: [{ scale: 0.0001, offset: -0.1 }, null],
};
const written = catalogScene(1, {
  files: [
    catalogFile('Coast/S1/a 100%.tif', { raster, bands: ['Red', 'panX'] }),
    catalogFile('Coast/S1/preview.png', { kind: 'attachment', name: 'preview', bands: [] }),
  ],
});

/** Returns an item of the API, with its collection. */
function apiItem(): StacValue {
  const hrefOf = (_: unknown, n: number) => `${base}/assets/${n}/a.tif`;
  const item = describeItem(written, { links: itemLinks(base, 'S1'), hrefOf, hasRaw: false });
  return { ...item, collection: collectionId };
}

const common = {
  title: 'All fields',
  description: 'Every field of the common metadata',
  keywords: ['a'],
  roles: ['data'],
  datetime: null,
  start_datetime: time,
  end_datetime: '2026-03-05T10:31:00.5+00:00',
  created: time,
  updated: time,
  platform: 'P',
  instruments: ['I'],
  constellation: 'C',
  mission: 'M',
  gsd: 0.5,
  license: 'CC-BY-4.0',
  data_type: 'uint16',
  nodata: 'nan',
  unit: 'metre',
  providers: [{ name: 'N', description: 'D', roles: ['host', 'producer'], url: 'https://example.org/' }],
  statistics: { minimum: 0, maximum: 9, mean: 4.5, stddev: 1, count: 10, valid_percent: 99.5 },
};
const eo = {
  'eo:cloud_cover': 3,
  'eo:snow_cover': 4,
  'eo:common_name': 'nir08',
  'eo:center_wavelength': 0.85,
  'eo:full_width_half_max': 0.1,
  'eo:solar_illumination': 960,
};
const view = {
  'view:off_nadir': 3,
  'view:incidence_angle': 4,
  'view:azimuth': 200,
  'view:sun_azimuth': 100,
  'view:sun_elevation': -5,
  'view:moon_azimuth': 300,
  'view:moon_elevation': 20,
};
const processing = {
  'processing:expression': { format: 'x', expression: 1 },
  'processing:lineage': 'L',
  'processing:level': 'L1',
  'processing:facility': 'F',
  'processing:software': { tool: '1.2' },
  'processing:version': '1',
  'processing:datetime': time,
};
const proj = {
  'proj:code': 'EPSG:32631',
  'proj:wkt2': null,
  'proj:projjson': null,
  'proj:bbox': [0, 0, 9, 9],
  'proj:shape': [3, 4],
  'proj:geometry': { type: 'Polygon', coordinates: [ring] },
  'proj:centroid': { lat: 1.5, lon: 179.9 },
  'proj:transform': [0.5, 0, 1, 0, -0.5, 2, 0, 0, 1],
};
const ofSamples = {
  'raster:sampling': 'area',
  'raster:bits_per_sample': 12,
  'raster:spatial_resolution': 0.5,
  'raster:scale': 0.0001,
  'raster:offset': -0.1,
  'raster:histogram': { count: 3, min: 0, max: 9, buckets: [1, 2, 3] },
};
const file = {
  'file:size': 10,
  'file:header_size': 0,
  'file:byte_order': 'little-endian',
  'file:checksum': '12ab',
  'file:values': [{ values: [1], summary: 'clouds' }],
  'file:local_path': 'a/b/',
};
const links = [
  { rel: 'self', href: 'https://example.org/item.json', type: 'application/json', title: 'T' },
  { rel: 'next', href: './next', method: 'POST', headers: { a: 'b', c: ['d'] }, body: {}, ...file },
];
const bands = [{ name: 'B1', ...common, ...eo, ...ofSamples }];
const asset = {
  href: './a.tif',
  type: 'image/tiff',
  ...common,
  bands,
  ...eo,
  ...proj,
  ...file,
  ...ofSamples,
};
const all = { stac_version: '1.1.0', stac_extensions: Object.values(extensions), id: 'all', links };
const extent = {
  spatial: { bbox: [[-10, -10, 0, 10, 10, 100]] },
  temporal: { interval: [[time, null]] },
};

/** Returns one of each kind of object that Nadir writes: items and catalogs of a library, and the objects of the API. */
export const writtenObjects = (): Record<string, StacValue> => ({
  item: toItem(written, places),
  timeless: toItem(catalogScene(2, { timestamp: null }), places),
  placeless: toItem(
    catalogScene(3, { footprint: null, files: [catalogFile('Coast/S3/S3.tif', { bands: [] })] }),
    places,
  ),
  seam: toItem(catalogScene(4, { footprint: { type: 'MultiPolygon', coordinates: [[ring]] } }), places),
  apiItem: apiItem(),
  catalog: {
    type: 'Catalog',
    stac_version: '1.1.0',
    id: 'nadir-2026',
    title: '2026',
    description: 'Scenes of 2026.',
    'nadir:layout': 1,
    links: [
      { rel: 'root', href: '../catalog.json', type: 'application/json' },
      { rel: 'item', href: './S1/item.json', type: 'application/geo+json', title: 'S1' },
    ],
  },
  scenes: JSON.parse(formatCollection(extendBy(null, [written]), 'catalog.json')),
  noScenes: JSON.parse(formatCollection(extendBy(null, []), 'catalog.json')),
  landing: landingPage(base),
  collection: libraryCollection(base, {
    box: { west: 1, south: 1, east: 2, north: 2 },
    first: time,
    last: null,
  }),
});

/** Returns an item, a catalog and two collections with every field that the schemas know. */
export const fullObjects = (): Record<string, StacValue> => ({
  fullItem: {
    type: 'Feature',
    ...all,
    bbox: [0, 0, 0, 1, 1, 9],
    geometry: { type: 'MultiLineString', coordinates: [ring], bbox: [0, 0, 1, 1] },
    properties: { ...common, ...eo, ...view, ...processing, ...proj, bands },
    assets: { a: { ...asset, ...view, ...processing }, b: { href: 'https://example.org/b' } },
  },
  fullCatalog: { type: 'Catalog', ...all, ...common, stac_extensions: [extensions.file] },
  fullCollection: {
    type: 'Collection',
    ...all,
    ...common,
    extent,
    assets: { a: { ...asset, ...view } },
    item_assets: {
      a: { title: 'T', type: 'image/tiff', roles: ['data'], ...eo, ...view, ...processing, ...proj },
    },
    providers: [{ name: 'N', roles: ['processor'], ...processing }],
    summaries: {
      gsd: { minimum: 1, maximum: 2 },
      platform: ['P'],
      'eo:cloud_cover': [1, 2],
      'view:azimuth': [4],
      unit: { type: 'string' },
    },
  },
  sparseCollection: {
    type: 'Collection',
    ...all,
    description: 'x',
    license: 'other',
    stac_extensions: [extensions.eo, extensions.view, extensions.processing],
    extent: {
      spatial: {
        bbox: [
          [0, 0, 9, 9],
          [0, 0, 1, 1],
          [8, 8, 9, 9],
        ],
      },
      temporal: extent.temporal,
    },
    summaries: { 'eo:common_name': ['red'], 'view:off_nadir': [1], 'processing:level': ['L1'] },
  },
});
