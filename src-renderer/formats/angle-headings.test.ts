import { expect, it } from 'vitest';
import { importText, placesOf, reasonsOf } from '../../testing/page/import-harness.ts';

const rowsBelow = (headings: string, row = 'A,48.1230,16.2225') =>
  importText(`Name,${headings}\n${row}\n${row}`);

it.each([
  'Lat (DD.MMSS),Lon (DD.MMSS)',
  'Latitude (dd.mmss),Longitude (dd.mmss)',
  'Latitud (GG.MMSS),Longitud (GG.MMSS)',
  'Lat_D.MMSS,Lon_D.MMSS',
  'Latitude DMS,Longitude DMS',
  'Latitude (gr),Longitude (gr)',
  'Latitude (grades),Longitude (grades)',
  'Latitude,Longitude (Paris)',
  'Latitude,Longitude (méridien de Paris)',
  'Latitud,Longitud (meridiano de Bogotá)',
])('numbers below headings of other angles are refused, and the heading is named: %s', async (headings) => {
  const read = await rowsBelow(headings);
  expect(read.features).toEqual([]);
  expect(new Set(reasonsOf(read).map(([, reason]) => reason))).toEqual(new Set(['otherAngles']));
});

it.each([
  ['Lat (DMS),Lon (DMS)', 'A,48°12\'30"N,16°22\'25"E'],
  ['Lat (DD MM SS),Lon (DD MM SS)', 'A,48 12 30,16 22 25'],
  ['Breite [Grad],Länge [Grad]', 'A,48.2,16.3'],
  ['Lat Paris,Lon Paris', 'A,48.85,2.35'],
  ['Latitude (dd),Longitude (dd)', 'A,48.2,16.3'],
  ['Lat (decimal degrees),Lon (decimal degrees)', 'A,48.2,16.3'],
])('places below other headings are read: %s', async (headings, row) => {
  expect((await rowsBelow(headings, row)).features).toHaveLength(2);
});

it.each(['Easting,Northing', 'Este (m),Norte (m)', 'X [m],Y [m]', 'Rechtswert,Hochwert'])(
  'small numbers below headings of metres are no degrees: %s',
  async (headings) => {
    const read = await rowsBelow(headings, 'A,105.2,88.4');
    expect(read.features).toEqual([]);
    expect(new Set(reasonsOf(read).map(([, reason]) => reason))).toEqual(new Set(['smallMetres']));
    // `Este` is an axis there, not the side of a longitude.
    expect(read.outcome.notes).toEqual([]);
  },
);

it('a row of units below the headings belongs to them', async () => {
  const read = await importText('Name,Lat,Lon,Alt\n,(deg),(deg),(ft)\nA,48.2,16.3,1200\nB,48.3,16.4,1300');
  expect(placesOf(read)).toEqual([
    ['A', 16.3, 48.2],
    ['B', 16.4, 48.3],
  ]);
  expect(read.features.map(({ geometry }) => geometry)).toEqual([
    expect.objectContaining({ altitudeMetres: null }),
    expect.objectContaining({ altitudeMetres: null }),
  ]);
  expect(read.features[0]?.attributes).toEqual({ 'Alt (ft)': 1200 });
});
