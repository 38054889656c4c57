import { encode } from 'pluscodes';
import { describe, expect, it } from 'vitest';
import { importText, placesOf, problemOf, reasonsOf } from '../../testing/page/import-harness.ts';
import { shortPlusCodeNear } from '../kit/i18n/read-grid.ts';
import { readPlace, readPlaceOnMap } from '../kit/i18n/read-place.ts';

const santaCruz = '17.7833° S, 63.1821° W';
const codes = 'Sede,6R8C+X5 Santa Cruz\nPozo,6R9C+22 Santa Cruz\nSin localidad,6R8C+22';

describe('short Plus Codes in a file', () => {
  it('are a question, and not a place, until the person says what they are near', async () => {
    const read = await importText(codes);
    expect(read.outcome.questions).toMatchObject([
      { kind: 'near', answer: null, count: 3, values: { code: '6R8C+X5', town: 'SANTA CRUZ' } },
    ]);
    expect(read.features).toEqual([]);
    expect(reasonsOf(read)).toEqual([1, 2, 3].map((line) => [line, 'shortPlusCode']));
  });

  it('are the places nearest to the answer', async () => {
    const read = await importText(codes, { answers: { near: santaCruz } });
    expect(problemOf(read)).toBeNull();
    expect(placesOf(read)).toEqual([
      ['Sede', expect.closeTo(-63.1796, 3), expect.closeTo(-17.7826, 3)],
      ['Pozo', expect.closeTo(-63.1799, 3), expect.closeTo(-17.7824, 3)],
      ['Sin localidad', expect.closeTo(-63.1799, 3), expect.closeTo(-17.7849, 3)],
    ]);
    expect(read.outcome.questions[0]?.choices[0]?.samples[0]).toMatchObject({
      longitude: expect.closeTo(-63.1796, 3),
    });
  });

  it('are rejected if they name another town than the first one, which may be far away', async () => {
    const read = await importText(`${codes}\nOtro,6R8C+22 Cochabamba, Bolivia`, {
      answers: { near: santaCruz },
    });
    expect(reasonsOf(read)).toEqual([[4, 'otherTownOfCode']]);
  });

  it('are left out if the person says so', async () => {
    const read = await importText(`${codes}\nGrados,17.5 S 63.1 W`, { answers: { near: 'none' } });
    expect(read.features.map(({ name }) => name)).toEqual(['Grados']);
    expect(read.outcome.questions).toMatchObject([{ kind: 'near', answer: 'none' }]);
  });
});

describe('shortPlusCodeNear', () => {
  it.each([
    [-63.1821, -17.7833],
    [16.3738, 48.2082],
    [179.9999, -16.5001],
    [-0.0004, 0.0004],
    [10.0001, 59.9999],
  ])(
    'finds the place of a code again from 0.4° away, also across the edges of its cells (%d, %d)',
    (longitude, latitude) => {
      const full = encode({ longitude, latitude }, 10) ?? '';
      for (const [east, north] of [
        [0.4, 0.4],
        [-0.4, 0.4],
        [0.4, -0.4],
        [-0.4, -0.4],
      ] as const) {
        const at = shortPlusCodeNear(full.slice(4), [longitude + east, latitude + north]);
        expect((((at?.[0] ?? 0) - longitude + 540) % 360) - 180).toBeCloseTo(0, 3);
        expect(at?.[1]).toBeCloseTo(latitude, 3);
      }
    },
  );
});

it('asks whether a short code in a field is the one nearest to the middle of the map', () => {
  expect(readPlaceOnMap('6R8C+X5 Santa Cruz', [-63.18, -17.78])).toMatchObject({
    question: {
      kind: 'near',
      choices: [{ meaning: 'near-map', at: [expect.closeTo(-63.1796, 3), expect.closeTo(-17.7826, 3)] }],
    },
  });
  expect(readPlaceOnMap('6R8C+X5', null)).toEqual({ problem: { message: 'validation.shortPlusCode' } });
  expect(readPlace('22+33')).toHaveProperty('problem');
});
