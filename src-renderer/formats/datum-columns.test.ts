import { describe, expect, it } from 'vitest';
import { importText, placesOf, reasonsOf } from '../../testing/page/import-harness.ts';

/**
 * Degrees by PROJ 9.6: `echo "-33.45 -70.66" | cs2cs EPSG:4248 EPSG:4326`, and so on; the table of systems has one shift for each datum, which
 * may be some hundred metres from the one that PROJ selects for the place.
 */
const table = (heading: string, cells: readonly string[]) =>
  [`Nombre;Latitud;Longitud;${heading}`, ...cells.map((cell, i) => `P${i};-33,45;-70,66;${cell}`)].join('\n');
const moved = (places: readonly (readonly unknown[])[]) =>
  places.map(
    ([, longitude, latitude]) => Math.hypot(Number(longitude) + 70.66, Number(latitude) + 33.45) > 1e-4,
  );

describe('a column with the datum of each row', () => {
  it.each([
    ['Datum', 'PSAD56'],
    ['Datum', 'Psad-56'],
    ['Datum', 'PSAD 1956'],
    ['Sistema', 'SAD69'],
    ['crs', 'EPSG:4248'],
    ['EPSG', '4248'],
    ['Sistema de referencia', 'SAD 69'],
    ['SRC', 'GCS_South_American_1969'],
    ['Referencia geodésica', 'PSAD56'],
    ['Observado en', 'NAD 27'],
  ])('“%s” with “%s” moves the places', async (heading, name) => {
    const read = await importText(table(heading, [name, name]));
    expect(moved(placesOf(read))).toEqual([true, true]);
    expect(read.outcome.table).toMatchObject({ datum: null, datumColumn: 3 });
    expect(read.outcome.notes.map(({ message }) => message)).toContain('validation.roughDatum');
  });

  it.each(['WGS84', 'WGS 84', 'wgs-84', 'SIRGAS 2000', 'ETRS89', 'EPSG:4326', 'GPS'])(
    'with “%s” leaves them where they are',
    async (name) => {
      const read = await importText(table('Datum', [name, name]));
      expect(moved(placesOf(read))).toEqual([false, false]);
      expect(read.outcome.table).toMatchObject({ datum: null, datumColumn: 3 });
    },
  );

  it('moves as the datum does that is selected for the whole table', async () => {
    const text = table('Datum', ['PSAD56', 'PSAD56']);
    const chosen = await importText(text.replaceAll(/;[^;]*$/gm, ''), { table: { datum: 4248 } });
    expect(placesOf(await importText(text))).toEqual(placesOf(chosen));
  });

  it('is read row by row, and rows without a name are told', async () => {
    const read = await importText(table('Datum', ['PSAD56', 'WGS84', '', 'Hito 18']));
    expect(moved(placesOf(read))).toEqual([true, false, false]);
    expect(reasonsOf(read)).toEqual([[5, 'datumOfRow']]);
    expect(read.outcome.notes).toContainEqual({
      message: 'validation.rowsWithoutDatum',
      values: { count: 1 },
    });
  });

  it('reads metres of a zone on that datum', async () => {
    const rows = (datum: string) =>
      importText(
        `nombre;este;norte;zona;datum\nA;440123;7474123;19S;${datum}\nB;440123;7474123;19S;${datum}`,
      );
    const typed = await importText('nombre;este;norte\nA;440123;7474123\nB;440123;7474123', {
      answers: { crs: '24879' },
    });
    const [[, longitude, latitude] = []] = placesOf(typed);
    expect(placesOf(await rows('PSAD56'))[0]).toEqual([
      'A',
      expect.closeTo(Number(longitude), 6),
      expect.closeTo(Number(latitude), 6),
    ]);
    const unknown = await rows('Hito XVIII');
    expect(unknown.outcome.questions.map(({ kind }) => kind)).toContain('crs');
    expect(unknown.features).toEqual([]);
  });

  it('reads geometries on that datum', async () => {
    const read = await importText(
      'nombre\twkt\tdatum\nA\tPOINT(-70.66 -33.45)\tPSAD56\nB\tPOINT(-70.66 -33.45)\tWGS84',
    );
    expect(moved(placesOf(read))).toEqual([true, false]);
  });

  it('keeps its cells in a way that another import does not move the places again', async () => {
    const { features } = await importText(table('Datum', ['PSAD56', 'WGS84']));
    expect(features.map(({ attributes }) => attributes)).toEqual([
      { 'Datum (source)': 'PSAD56' },
      { Datum: 'WGS84' },
    ]);
  });

  it('gives way to a datum that is selected for the whole table, and comes back', async () => {
    const text = table('Datum', ['PSAD56', 'PSAD56']);
    const chosen = await importText(text, { table: { datum: 4326 } });
    expect(moved(placesOf(chosen))).toEqual([false, false]);
    expect(chosen.outcome.table).toMatchObject({ datum: 4326, datumColumn: 3 });
    const back = await importText(text, { table: { datum: null } });
    expect(moved(placesOf(back))).toEqual([true, true]);
  });

  it.each([
    ['Datum', '12.03.2024'],
    ['Datum', '2024-03-12'],
    ['Datum', 'März 2024'],
    ['Datum', 'Mo, 4.3.24'],
    ['Sistema', 'riego'],
    ['src', 'Garmin'],
    ['Ciudad', 'Bogota'],
    ['Comuna', 'Tokyo'],
    ['EPSG', '32719'],
  ])('“%s” with “%s” is no such column', async (heading, cell) => {
    const read = await importText(table(heading, [cell, cell]));
    expect(moved(placesOf(read))).toEqual([false, false]);
    expect(read.outcome.table).toMatchObject({ datum: 4326, datumColumn: null });
  });

  it('whose names are not known refuses its rows', async () => {
    const read = await importText(table('Datum', ['Hito XVIII', 'GCJ-02']));
    expect(reasonsOf(read)).toEqual([
      [2, 'datumOfRow'],
      [3, 'datumOfRow'],
    ]);
  });
});

describe('a datum elsewhere', () => {
  it.each([
    'id;Latitud PSAD56;Longitud PSAD56',
    'id;PSAD56_lat;PSAD56_lon',
    'id;Lat (PSAD-56);Lon (PSAD-56)',
  ])('in the headings is that of the table: %s', async (heading) => {
    const read = await importText(`${heading}\n1;-33,45;-70,66\n2;-33,45;-70,66`);
    expect(read.outcome.table?.datum).toBe(4248);
    expect(moved(placesOf(read))).toEqual([true, true]);
  });

  it.each(['id;lat_wgs84;lon_wgs84', 'id;lat_2024;lon_2024', 'id;lat;lon'])(
    'is WGS 84 with %s',
    async (heading) => {
      const read = await importText(`${heading}\n1;-33,45;-70,66\n2;-33,45;-70,66`);
      expect(read.outcome.table?.datum).toBe(4326);
    },
  );

  it.each([
    ['id;Latitud PSAD56;Longitud PSAD56;Latitud WGS84;Longitud WGS84', true],
    ['id;Lat NAD27;Lon NAD27;Lat NAD83;Lon NAD83', true],
    ['id;Latitud WGS84;Longitud WGS84;Latitud PSAD56;Longitud PSAD56', false],
    ['id;Lat PSAD;Long PSAD;Nota;Otra', true],
    ['# Datum: PSAD56\nid;Latitud;Longitud;a;b', true],
    ['Coordenadas en PSAD56\nid;Latitud;Longitud;a;b', true],
    ['Pasado de PSAD56 a WGS84\nid;Latitud;Longitud;a;b', false],
  ])('is that of the columns that are read, or of the title: %s', async (heading, isMoved) => {
    const row = '-33,45;-70,66;-33,45;-70,66';
    const read = await importText(`${heading}\n1;${row}\n2;${row}`);
    expect(moved(placesOf(read))).toEqual([isMoved, isMoved]);
  });

  it('in the heading of whole places, or in a line of a letter, is theirs', async () => {
    const column = await importText("Nombre;Coordenadas PSAD56\nA;33°27'S 70°39.6'W\nB;33°27'S 70°39.6'W");
    expect(moved(placesOf(column))).toEqual([true, true]);
    const letter = await importText('Hello,\nthe wells in PSAD56:\nA: 33.45 S, 70.66 W\nB: 33.45 S, 70.66 W');
    expect(letter.outcome.table?.datum).toBe(4248);
    expect(moved(placesOf(letter))).toEqual([true, true]);
  });

  it('behind the places of lines is theirs', async () => {
    const line = (datum: string) => `Pozo;-33,45;-70,66;${datum}`;
    const read = await importText([line('PSAD56'), line('WGS84')].join('\n'), {
      answers: { order: 'latitude-first' },
    });
    expect(moved(placesOf(read))).toEqual([true, false]);
  });

  it('that was typed moves degrees as it moves geometries', async () => {
    const answers = { answers: { crs: '4248' } };
    const degrees = await importText('nombre;latitud;longitud\nA;-22.5;-69.5\nB;-22.5;-69.5', answers);
    const geometries = await importText('nombre;wkt\nA;POINT(-69.5 -22.5)\nB;POINT(-69.5 -22.5)', answers);
    const [[, longitude, latitude] = []] = placesOf(geometries);
    expect(Number(longitude)).not.toBeCloseTo(-69.5, 3);
    expect(placesOf(degrees)[0]).toEqual([
      'A',
      expect.closeTo(Number(longitude), 7),
      expect.closeTo(Number(latitude), 7),
    ]);
  });
});
