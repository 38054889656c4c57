import { describe, expect, it } from 'vitest';
import { importText, placesOf, reasonsOf } from '../../testing/page/import-harness.ts';
import { offeredDatums } from './datums.ts';

const psad56 = 4248;
const lines = (text: string, datum?: number) =>
  importText(text, { table: datum === undefined ? {} : { datum } });

describe('a table without a datum', () => {
  it.each([
    ['columns of UTM', 'nombre;este;norte;zona\nA;440123,5;7474123,2;19S\nB;440123,5;7474123,2;19S'],
    ['UTM in a text', 'A: 19S 440123 7474123\nB: 19S 440124 7474124'],
    ['MGRS', 'A: 19KDQ 40123 74123\nB: 19KDQ 40124 74124'],
    ['degrees', 'nombre;latitud;longitud\nA;-22.5;-69.5\nB;-22.6;-69.6'],
  ])('says that WGS 84 was taken: %s', async (_, text) => {
    expect((await lines(text)).outcome.table?.datum).toBe(4326);
  });

  it('has no datum to select if a column names it', async () => {
    const read = await lines('nombre;este;norte;zona;datum\nA;440123,5;7474123,2;19S;WGS84');
    expect(read.outcome.table?.datum).toBeNull();
  });
});

describe('a selected datum', () => {
  it.each([
    ['columns of UTM', 'nombre;este;norte;zona\nA;440123;7474123;19S\nB;440123;7474123;19S'],
    ['UTM in a text', 'A: 19S 440123 7474123\nB: 19S 440123 7474123'],
    ['MGRS', '19KDQ 40123 74123\n19KDQ 40123 74123'],
  ])('moves the places as the system EPSG:24879 does: %s', async (_, text) => {
    // EPSG:24879 is PSAD56 / UTM zone 19S.
    const typed = await importText('nombre;este;norte\nA;440123;7474123\nB;440123;7474123', {
      answers: { crs: '24879' },
    });
    const [[, longitude = 0, latitude = 0] = []] = placesOf(typed);
    const read = await lines(text, psad56);
    expect(read.outcome.table?.datum).toBe(psad56);
    for (const [, east, north] of placesOf(read)) {
      expect(east).toBeCloseTo(Number(longitude), 4);
      expect(north).toBeCloseTo(Number(latitude), 4);
    }
    expect(read.features).toHaveLength(2);
  });

  it('moves degrees as the geographic system of its code does', async () => {
    const text = 'nombre;latitud;longitud\nA;-22.5;-69.5\nB;-22.6;-69.6';
    const typed = await importText(text, { answers: { crs: '4248' } });
    const [moved] = placesOf(await lines(text, psad56));
    expect(moved?.[1]).not.toBeCloseTo(-69.5, 4);
    expect(moved).toEqual([
      'A',
      expect.closeTo(Number(placesOf(typed)[0]?.[1])),
      expect.closeTo(Number(placesOf(typed)[0]?.[2])),
    ]);
  });

  it('leaves links and Plus Codes where they are', async () => {
    const text = 'A: geo:-22.5,-69.5\nB: 578GGFX2+22';
    expect(placesOf(await lines(text, psad56))).toEqual(placesOf(await lines(text)));
  });

  it('rejects references of MGRS whose squares have other letters', async () => {
    const nad27 = 4267;
    expect(reasonsOf(await lines('14SPJ 00000 00000\n14SPJ 00001 00001', nad27))).toEqual([
      [1, 'mgrsOfDatum'],
      [2, 'mgrsOfDatum'],
    ]);
  });
});

it('offers only datums that can be computed, WGS 84 first', () => {
  expect(offeredDatums().length).toBeGreaterThan(8);
  expect(offeredDatums()[0]).toEqual({ code: 4326, name: 'WGS 84' });
});
