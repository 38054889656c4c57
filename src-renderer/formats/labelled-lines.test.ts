import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';

async function read(text: string) {
  const { features, rejected } = await importText(text);
  const [feature] = features;
  return feature === undefined
    ? rejected.map(({ problem }) => [problem.message, problem.values?.part])
    : [feature.name, feature.notes, feature.geometry];
}

const point = (latitude: number, longitude: number, altitudeMetres: number | null = null) => ({
  kind: 'point',
  latitude: expect.closeTo(latitude, 9),
  longitude: expect.closeTo(longitude, 9),
  altitudeMetres,
});

it.each([
  ['Lat 48.15 lon 1.6, tel. 591 4', [null, 'tel. 591 4', point(48.15, 1.6)]],
  ['lat 48.15, lon 1.6, alt 520 m (dry)', [null, '(dry)', point(48.15, 1.6, 520)]],
  ['lat 48.15, lon 1.6, 520 m, dry', [null, 'dry', point(48.15, 1.6, 520)]],
  ['lat 48.15, lon 1.6 (520 m)', [null, null, point(48.15, 1.6, 520)]],
  ['Well 9 lat 33.45 S lon 70.66 W', ['Well 9', null, point(-33.45, -70.66)]],
  ['Well 9: latitude 33.45 South, longitude 70.66 West', ['Well 9', null, point(-33.45, -70.66)]],
  // Sides are written, so that a word for a direction is only a name.
  ['South gate lat -33.45 lon -70.66, north of it', ['South gate', 'north of it', point(-33.45, -70.66)]],
  ['GPS: lat 33.45 lon 70.66', [null, null, point(33.45, 70.66)]],
  ['Depot lat 33.45 lon 70.66, seen on 2026-11-02', ['Depot', 'seen on 2026-11-02', point(33.45, 70.66)]],
])('reads name, place and remark: %s', async (line, found) => {
  expect(await read(line)).toEqual(found);
});

it.each([
  ['south lat 33.45 lon 70.66 W', 'south'],
  ['Well South lat 33.45 lon 70.66', 'South'],
  ['latitude 33.45 longitude 70.66, southern hemisphere', 'southern'],
  ['latitud 33,45 longitud 70,66, hemisferio sur', 'hemisferio'],
  ['lat 33.45 lon 70.66 southwest', 'southwest'],
  ['lat 33.45 lon 70.66, Hem S', 'Hem'],
  ['alt 500 lat 1.5 lon 2.5', 'alt'],
  ['lat 1.5 lon 2.5, dry, elevation about 500', 'elevation'],
  ['lat 1.5 lon 2.5, alt 12 m below sea level', 'alt'],
  ['lat 1.5 lon 2.5, elev: 1640 (feet)', 'feet'],
  ['lat 1.5 lon 2.5, alt ~500', 'alt'],
  ['lat 1.5 lon 2.5, 520', '520'],
  ['lat 1.5 lon 2.5 66 m', '66'],
  ['lat 1.5 lon 2.5, 520 ft', 'ft'],
  ['lat 1.5 lon 2.5, alt minus 12', 'alt'],
])('names what may belong to the place and is not understood: %s', async (line, part) => {
  expect(await read(line)).toEqual([['validation.notOfPlace', part]]);
});

it('takes no line with a place for headings', async () => {
  const { features } = await importText('Lat: 48.15, Lon: 1.6\nLat: 48.25, Lon: 1.7\nLat: 48.35, Lon: 1.8');
  expect(features.map(({ geometry }) => geometry)).toEqual([
    point(48.15, 1.6),
    point(48.25, 1.7),
    point(48.35, 1.8),
  ]);
  const table = await importText('Lat 84, Lon 84\n48.15, 1.6');
  expect(table.features.map(({ geometry }) => geometry)).toEqual([point(48.15, 1.6)]);
});
