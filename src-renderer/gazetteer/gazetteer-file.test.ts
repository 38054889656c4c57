import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedNames } from '../../testing/embedded-names.ts';
import { madeGazetteer } from '../../testing/made-gazetteer.ts';
import { DamagedGazetteerError, readGazetteer } from './gazetteer-file.ts';

const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 0],
] as const;
const made = madeGazetteer([
  { kind: 'country', names: ['Austria', 'Österreich'], box: [9.5, 46.4, 17.2, 49], rank: 69 },
  { kind: 'division', names: ['Tyrol', 'Tirol'], division: 'AT.07', at: [11.4, 47.2] },
  { names: ['Innsbruck'], division: 'AT.07', at: [11.3928, 47.2627], amount: 132_493, rank: 54 },
  {
    kind: 'sea',
    names: ['Tasman Sea'],
    country: null,
    at: [-180, -90],
    amount: 0,
    rings: [square],
    rank: 255,
  },
]);

describe('the file of place names', () => {
  it('has the name of a place in Spanish where that is known', () => {
    const { nameIn } = readGazetteer(
      madeGazetteer([{ names: ['Moscow', 'Moscú', 'Москва'], spanish: 'Moscú' }, { names: ['Innsbruck'] }]),
    );
    expect(['es', 'es-MX', 'en', 'et'].map((language) => nameIn(0, language))).toEqual([
      'Moscú',
      'Moscú',
      'Moscow',
      'Moscow',
    ]);
    expect(nameIn(1, 'es')).toBe('Innsbruck');
  });

  it('contains for each place what was packed', () => {
    const data = readGazetteer(made);
    const entries = [...Array(data.count).keys()];
    expect(entries.map((entry) => data.namesOf(entry))).toEqual([
      ['Austria', 'Österreich'],
      ['Tyrol', 'Tirol'],
      ['Innsbruck'],
      ['Tasman Sea'],
    ]);
    expect(entries.map((entry) => data.kindOf(entry))).toEqual(['country', 'division', 'town', 'sea']);
    expect(entries.map((entry) => data.countryOf(entry))).toEqual(['AT', 'AT', 'AT', null]);
    expect(entries.map((entry) => data.divisionOf(entry))).toEqual([null, null, 1, null]);
    expect(entries.map((entry) => data.amountOf(entry))).toEqual([1_000, 1_000, 132_493, null]);
    expect([...data.longitudes]).toEqual([0, 11.4, 11.3928, -180]);
    expect([...data.latitudes]).toEqual([0, 47.2, 47.2627, -90]);
    expect([...data.ranks]).toEqual([69, 30, 54, 255]);
    expect(data.boxOf(0)).toEqual([9.5, 46.4, 17.2, 49]);
    expect(data.boxOf(2)).toBeNull();
    expect(data.shapes).toMatchObject([{ entry: 3, box: [0, 0, 2, 2] }]);
    expect([...(data.shapes[0]?.rings[0] ?? [])]).toEqual(square.flat());
  });

  it('is rejected when it is truncated, at any position', () => {
    for (let length = 0; length < made.length; length += 1)
      expect(() => readGazetteer(made.subarray(0, length)), String(length)).toThrow(DamagedGazetteerError);
  });

  it('is rejected or read when bytes are changed, with no other effect', () => {
    fc.assert(
      fc.property(fc.nat(made.length - 1), fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(made);
        changed[at] = value;
        try {
          const data = readGazetteer(changed);
          for (let entry = 0; entry < data.count; entry += 1) expect(data.namesOf(entry)).not.toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedGazetteerError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is rejected when a country has no code of two letters', () => {
    for (const country of ['-1', '-99', 'at', 'AUT', ''])
      expect(() => readGazetteer(madeGazetteer([{ names: ['Priština'], country }])), country).toThrow(
        DamagedGazetteerError,
      );
  });

  it('is rejected when it has another format or a later version', () => {
    const text = new TextDecoder('latin1').decode(made);
    const bytes = (changed: string) => Uint8Array.from(changed, (letter) => letter.charCodeAt(0));
    expect(() => readGazetteer(bytes(text.replace('"version":2', '"version":3')))).toThrow(
      DamagedGazetteerError,
    );
    expect(() => readGazetteer(bytes(text.replace('nadir-gazetteer', 'some-other-data')))).toThrow(
      DamagedGazetteerError,
    );
    expect(() => readGazetteer(new Uint8Array(100_000))).toThrow(DamagedGazetteerError);
  });
});

describe('the embedded file', () => {
  const data = readGazetteer(embeddedNames());
  const names = data.nameCounts.reduce((sum, count) => sum + count, 0);

  it('has the names of all countries and far more than 130,000 places', () => {
    expect(data.count).toBeGreaterThan(200_000);
    expect(names).toBeGreaterThan(600_000);
    const countries = new Set<string | null>();
    for (let entry = 0; entry < data.count; entry += 1)
      if (data.kindOf(entry) === 'country') countries.add(data.countryOf(entry));
    expect(countries.size).toBeGreaterThan(240);
  });

  it('has places on the globe, and a division only in the same country', () => {
    for (let entry = 0; entry < data.count; entry += 1) {
      const division = data.divisionOf(entry);
      if (division === null) continue;
      if (data.kindOf(division) !== 'division' || data.countryOf(division) !== data.countryOf(entry))
        expect.fail(`${data.namesOf(entry)[0]} lies in ${data.namesOf(division)[0]}`);
    }
  });
});
