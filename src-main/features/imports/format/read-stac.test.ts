import { expect, it } from 'vitest';
import { boxOf, readFootprint, unwrappedRings } from '../../../core/footprint.ts';
import { readStac } from './read-stac.ts';

/** The names of the bands of the only asset of an item. */
function bandsOf(asset: object, { version = '1.0.0', properties = {} } = {}): readonly string[] | null {
  const item = readStac({
    type: 'Feature',
    stac_version: version,
    id: 'a',
    geometry: null,
    links: [],
    properties: { datetime: '2023-01-10T00:30:00Z', ...properties },
    assets: { data: { href: './a.tif', type: 'image/tiff; application=geotiff', ...asset } },
  });
  return item.kind === 'item' ? (item.assets[0]?.bands ?? null) : null;
}

it('the bands of an asset of STAC 1.0 say what they mean', () => {
  const listed = [
    { name: 'B1', common_name: 'blue' },
    { name: 'B4', common_name: 'nir', center_wavelength: 0.83 },
  ];
  expect(bandsOf({ 'eo:bands': listed })).toEqual(['B1 (blue)', 'B4 (nir)']);
});

it('the bands of an asset of STAC 1.1 say what they mean', () => {
  const listed = [{ name: 'B1', 'eo:common_name': 'blue' }, { 'eo:common_name': 'red' }];
  expect(bandsOf({ bands: listed }, { version: '1.1.0' })).toEqual(['B1 (blue)', 'red']);
});

it.each([
  ['micrometres', [0.49, 0.56, 0.665, 0.842]],
  ['micrometres as text', ['0.49', '0.56', '0.665', '0.842']],
  ['nanometres', [490, 560, 665, 842]],
])('the wavelengths of bands may be in %s', (_name, values) => {
  const listed = values.map((value, i) => ({ name: `B${i + 1}`, center_wavelength: value }));
  expect(bandsOf({ 'eo:bands': listed })).toEqual([
    'B1 (490 nm)',
    'B2 (560 nm)',
    'B3 (665 nm)',
    'B4 (842 nm)',
  ]);
});

it('a band says what it means in its description, or in a common name with other letters', () => {
  const described = ['Blue', 'Grün', 'Red', 'Near infrared', 'Red edge', 'the red (or so)'];
  expect(
    bandsOf({ 'eo:bands': described.map((description, i) => ({ name: `B${i + 1}`, description })) }),
  ).toEqual(['B1 (Blue)', 'B2 (Grün)', 'B3 (Red)', 'B4 (Near infrared)', 'B5', 'B6']);
  const common = ['BLUE', 'near-infrared', 'ultrablue'];
  expect(
    bandsOf({ 'eo:bands': common.map((word, i) => ({ name: `B${i + 1}`, common_name: word })) }),
  ).toEqual(['B1 (blue)', 'B2 (nir)', 'B3']);
});

it('the bands of STAC 0.9 are numbers of those of the item', () => {
  const properties = {
    'eo:bands': [
      { name: 'B1', common_name: 'blue' },
      { name: 'B2', common_name: 'green' },
      { name: 'B3', common_name: 'red' },
    ],
  };
  const options = { version: '0.9.0', properties };
  expect(bandsOf({ 'eo:bands': [2, 0] }, options)).toEqual(['B3 (red)', 'B1 (blue)']);
  expect(bandsOf({ 'eo:bands': [2, 7] }, options)).toEqual([]);
});

it('bands that only describe their samples leave the older list its meaning', () => {
  const bands = [{ data_type: 'uint16' }, { data_type: 'uint16' }];
  const older = [{ name: 'a', common_name: 'red' }, { common_name: 'nir' }];
  expect(bandsOf({ bands, 'eo:bands': older })).toEqual(['a (red)', 'nir']);
});

it.each([
  ['as wide as its bounding box', [-20, 20, 180, 60], [-20, 20, 180, 60]],
  ['across the antimeridian where its bounding box says so', [180, 20, -20, 60], [180, 20, 340, 60]],
])('a footprint that is wider than half the globe is %s', (_name, bbox, box) => {
  const ring = [
    [-20, 20],
    [180, 20],
    [180, 60],
    [-20, 60],
    [-20, 20],
  ];
  const item = readStac({
    type: 'Feature',
    stac_version: '1.0.0',
    id: 'a',
    links: [],
    assets: {},
    bbox,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { datetime: '2023-01-10T00:30:00Z' },
  });
  const footprint = item.kind === 'item' ? readFootprint(item.scene.footprint) : null;
  const [west = 0, ...others] = (footprint && boxOf(unwrappedRings(footprint))) ?? [];
  expect([(west + 360) % 360, ...others.map((each, i) => (i === 1 ? each - west : each))]).toEqual([
    ((box[0] ?? 0) + 360) % 360,
    box[1],
    (box[2] ?? 0) - (box[0] ?? 0),
    box[3],
  ]);
});

/** The footprint of an item with this outer ring and bounding box. */
function footprintOf(ring: readonly (readonly number[])[], bbox: readonly number[]) {
  const item = readStac({
    type: 'Feature',
    stac_version: '1.0.0',
    id: 'a',
    bbox,
    assets: {},
    links: [],
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { datetime: '2024-01-01T00:00:00Z' },
  });
  return item.kind === 'item' ? item.scene.footprint : null;
}

// RFC 7946 §5.3: the bounding box of what contains a pole has the whole width and ends at the pole.
it.each([
  ['the north pole', 80, [-180, 80, 180, 90]],
  ['the south pole', -80, [-180, -90, 180, -80]],
  ['the north pole, with heights', 80, [-180, 80, 0, 180, 90, 100]],
])('a footprint around %s keeps its steps across the antimeridian', (_name, latitude, bbox) => {
  const ring = [0, 90, 180, -90, 0].map((longitude) => [longitude, latitude]);
  expect(footprintOf(ring, bbox)).toEqual({ type: 'Polygon', coordinates: [ring] });
});

it('a footprint that is cut along the antimeridian and ends at the pole is as wide as it is written', () => {
  const ring = [
    [-180, 80],
    [-90, 80],
    [0, 80],
    [90, 80],
    [180, 80],
    [180, 90],
    [-180, 90],
    [-180, 80],
  ];
  const footprint = readFootprint(footprintOf(ring, [-180, 80, 180, 90]));
  expect(footprint && boxOf(unwrappedRings(footprint))).toEqual([-180, 80, 180, 90]);
});

it('the interval that the item of an undated scene of Nadir must have is not a period of decades', () => {
  const item = readStac({
    type: 'Feature',
    stac_version: '1.1.0',
    id: 'a',
    geometry: null,
    links: [],
    properties: {
      datetime: null,
      start_datetime: '1957-10-04T00:00:00Z',
      end_datetime: '2026-04-01T00:00:00.000Z',
    },
    assets: {},
  });
  expect(item).toMatchObject({ kind: 'item', scene: { timestamp: null }, problems: [] });
  expect(item.kind === 'item' && item.scene.raw).not.toHaveProperty('acquiredWithin');
});

it('an angle off nadir with a sign for the side is an angle', () => {
  const item = readStac({
    type: 'Feature',
    stac_version: '1.0.0',
    id: 'a',
    geometry: null,
    links: [],
    properties: { datetime: '2023-01-10T00:30:00Z', 'view:off_nadir': -20.5 },
    assets: {},
  });
  expect(item.kind === 'item' && item.scene.raw).toMatchObject({ metadata: { off_nadir: 20.5 } });
});
