import { describe, expect, it } from 'vitest';
import { codeInName, codesWithWords } from '../../src-shared/crs/systems.ts';
import { importText } from '../../testing/page/import-harness.ts';
import { readPlace } from '../kit/i18n/read-place.ts';
import { listSystemColumns } from './table-rows.ts';

const near = (longitude: number, latitude: number) => ({
  longitude: expect.closeTo(longitude, 4),
  latitude: expect.closeTo(latitude, 4),
});
const geometries = async (lines: readonly string[]) =>
  (await importText(lines.join('\n'))).features.map(({ geometry }) => geometry);

describe('a table with a column for the UTM zone', () => {
  it.each([
    ['nombre;este;norte;zona', 'Pozo;440123,5;7474123,2;19S'],
    ['nombre;este;norte;zona', 'Pozo;440123,5;7474123,2;Zona 19 sur'],
    ['nombre;este;norte;huso;hemisferio', 'Pozo;440123,5;7474123,2;19;S'],
    ['nombre;este;norte;zona utm;hemisferio', 'Pozo;440123,5;7474123,2;19;Sur'],
    ['nombre;este;norte;zona;datum', 'Pozo;440123,5;7474123,2;19K;WGS84'],
  ])('reads “%s” / “%s” in that zone', async (heading, row) => {
    expect(await geometries([heading, row, row.replace('Pozo', 'Otro')])).toMatchObject([
      near(-69.58357, -22.83955),
      near(-69.58357, -22.83955),
    ]);
  });

  it('asks for the hemisphere where only the number of the zone is given', async () => {
    const read = await importText('nombre;x;y;huso\nA;440123;4474123;30\nB;440124;4474123;30');
    expect(read.outcome.questions.map(({ kind }) => kind)).toEqual(['hemisphere']);
    expect(read.features.map(({ geometry }) => geometry)[0]).toMatchObject(near(-3.70576, 40.41558));
  });

  it('asks for the system where the datum is not known', async () => {
    const read = await importText(
      'nombre;este;norte;zona;datum\nA;440123;7474123;19S;Hito 18\nB;440123;7474123;19S;Hito 18',
    );
    expect(read.outcome.questions.map(({ kind }) => kind)).toContain('crs');
    expect(read.features).toEqual([]);
  });
});

it.each([
  ['40º25´01,2´´N 3º41´02,5´´W', -3.68403, 40.417],
  ['X=440123 Y=4474123 huso 30N', -3.70576, 40.41558],
  ['X: 440123,5 Y: 4474123,2 Huso 30 Norte', -3.70575, 40.41558],
  ['Y=4474123 X=440123 zona 30 norte', -3.70576, 40.41558],
])('reads “%s”', (text, longitude, latitude) => {
  const read = readPlace(text);
  expect('place' in read && read.place.at).toEqual([
    expect.closeTo(longitude, 4),
    expect.closeTo(latitude, 4),
  ]);
});

it('asks for the hemisphere of “X=… Y=… huso 30”', () => {
  const read = readPlace('X=440123 Y=4474123 huso 30');
  expect('question' in read && read.question.choices.map(({ meaning }) => meaning)).toEqual([
    'north',
    'south',
  ]);
});

describe('a typed coordinate system', () => {
  it.each([
    ['EPSG 24879', 24_879],
    ['EPSG: 24879', 24_879],
    ['epsg24879', 24_879],
    ['urn:ogc:def:crs:EPSG::3857', 3_857],
  ])('has its code in “%s”', (text, code) => {
    expect(codeInName(text)).toBe(code);
  });

  it('is found by its words, those with common datums first', () => {
    expect(codesWithWords('PSAD 56 zona 19 sur')).toEqual([24_879]);
    expect(codesWithWords('19S')[0]).toBe(32_719);
    expect(codesWithWords('19S')).toContain(24_879);
    expect(codesWithWords('Huso 30').slice(0, 2)).toEqual([32_630, 32_730]);
  });
});

it.each([
  ['Site,Easting,Northing,Zone,Hemisphere,Height\nA,333000,6292000,19,S,500', ['Zone', 'Hemisphere']],
  ['Site,Easting,Northing,Zone,Datum\nA,333000,6292000,19S,WGS84', ['Zone', 'Datum']],
  ['Site,lat,lon,Zone,Hemisphere\nA,48.2,16.37,5,N', []],
])('names the columns that a place is read with beside its numbers: %s', async (text, expected) => {
  const { table, notes } = (await importText(text)).outcome;
  if (table === null) throw new Error('no table');
  const heading = (column: number) => table.headings[column];
  expect(listSystemColumns(table).map(heading)).toEqual(expected);
  const isDoubted = notes.some(({ message }) => message === 'validation.doubtfulColumns');
  expect(isDoubted).toBe(expected.length === 0);
});

// 346,800 and 6,297,000 in zone 19 South are 33.45549° S, 70.64841° W by PROJ.
it.each([
  'Este (m);Norte (m);Huso;Nombre',
  'UTM Este;UTM Norte;Zona;Punto',
  'Coord. Este;Coord. Norte;Zona;Pozo',
  'Este_m;Norte_m;Zone;Point',
  'X (m);Y (m);Huso UTM;Pto',
  'Easting WGS84;Northing WGS84;UTM Zone;Well',
])('finds metres below headings with a unit or a system beside the axis: %s', async (headings) => {
  const { features } = await importText(`${headings}\n346800;6297000;19S;W1`);
  expect(features.map(({ name, geometry }) => [name, geometry])).toEqual([
    [
      'W1',
      expect.objectContaining({
        latitude: expect.closeTo(-33.45549, 5),
        longitude: expect.closeTo(-70.64841, 5),
      }),
    ],
  ]);
});

// 33.45883° S, 70.65045° W by PROJ, with one of its transformations.
it('finds metres on the datum that both headings name', async () => {
  const { features, outcome } = await importText('Este PSAD56;Norte PSAD56;Huso\n346800;6297000;19S');
  const [place] = features.map(({ geometry }) => geometry);
  expect(place).toMatchObject({
    latitude: expect.closeTo(-33.4586, 2),
    longitude: expect.closeTo(-70.6505, 2),
  });
  expect(outcome.notes.map(({ message }) => message)).toEqual(['validation.roughDatum']);
});

it.each(['Este (m);Norte (ft)', 'Este A;Norte A', 'Este (m);Este (m);Norte (m)'])(
  'does not guess metres below headings that differ or say something else: %s',
  async (headings) => {
    const { outcome } = await importText(`${headings}\n346800;6297000;6297001`);
    expect(outcome.problem?.message).toBe('validation.importColumns');
  },
);

// 346,800 and 6,297,000 of zone 19 South on WGS 84, and the same place on PSAD56, by PROJ.
it('of two pairs below headings of groups, that on WGS 84 is used, and the other one is named', async () => {
  const { features, outcome } = await importText(
    ';;Coordenadas PSAD56;;Coordenadas WGS84;\nPunto;Huso;Este;Norte;Este;Norte\nP1;19S;346984;6297374;346800;6297000',
  );
  expect(features.map(({ name, geometry }) => [name, geometry])).toEqual([
    [
      'P1',
      expect.objectContaining({
        latitude: expect.closeTo(-33.45549, 5),
        longitude: expect.closeTo(-70.64841, 5),
      }),
    ],
  ]);
  expect(outcome.notes).toContainEqual({
    message: 'validation.doubtfulColumns',
    values: { columns: 'Coordenadas PSAD56 Este, Coordenadas PSAD56 Norte' },
  });
});

it('a title above the headings is no heading of a group', async () => {
  const { features, outcome } = await importText(
    'Pozos de la zona;;\nNombre;Latitud;Longitud\nP1;-33,45;-70,66',
  );
  expect(features.map(({ name }) => name)).toEqual(['P1']);
  expect(outcome.table?.headings).toEqual(['Nombre', 'Latitud', 'Longitud']);
});
