import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';

/** The places of a pasted list, as `name: latitude longitude`, and the lines that were refused. */
async function read(text: string): Promise<string[]> {
  const { features, rejected } = await importText(text);
  return [
    ...features.map(({ name, geometry }) =>
      geometry.kind === 'point'
        ? `${name}: ${geometry.latitude.toFixed(4)} ${geometry.longitude.toFixed(4)}`
        : `${name}: ${geometry.kind}`,
    ),
    ...rejected.map(({ problem }) => problem.message),
  ];
}

it.each([
  ['Well 9\t30.5 S 18.2 E', ['Well 9: -30.5000 18.2000']],
  ['Well 9;30.5 S 18.2 E', ['Well 9: -30.5000 18.2000']],
  ['Well 7 30.5S 18.2E', ['Well 7: -30.5000 18.2000']],
  ['Block 4 Well 7 30.5S 18.2E', ['Block 4 Well 7: -30.5000 18.2000']],
  ['12 30.5S 18.2E', ['12: -30.5000 18.2000']],
  ['12. 30,5 S 18,2 E', ['12: -30.5000 18.2000']],
  ['Post 14 47.5N, 9.0E', ['Post 14: 47.5000 9.0000']],
  ['Post 13 9.0 E 47.5 N', ['Post 13: 47.5000 9.0000']],
  ['Post 13 (9.0 E 47.5 N)', ['Post 13: 47.5000 9.0000']],
  ['Camp 2 47°30\'15"N 9°12\'00"E', ['Camp 2: 47.5042 9.2000']],
  ['Camp 2 32T 512500 5234500', ['Camp 2: 47.2639 9.1652']],
  ['Camp 2 8FVC9G8F+6X', ['Camp 2: 47.3656 8.5249']],
])('ends a name with its number: %s', async (line, found) => {
  expect(await read(line)).toEqual(found);
});

// 2,720,000 and 1,260,000 of the Swiss grid, by PROJ.
it('reads a geometry with the code of its system after a name', async () => {
  expect(await read('Depot: SRID=2056;POINT(2720000 1260000)\nWell 4\tSRID=4326;POINT(9.5 47.25)')).toEqual([
    'Depot: 47.4798 9.0307',
    'Well 4: 47.2500 9.5000',
  ]);
});

// 32T NT 12 34 is the square of one kilometre from 512,000 and 5,234,000 in zone 32 N; its centre is half a kilometre further.
it.each([
  'Well 1\t32T NT 12 34',
  'Well 1: 32T NT 12 34',
  'Well 1, 32T NT 12 34',
  'Well 1 32T NT 12 34',
  'Well 1 32TNT 12 34',
  'Well 1 - 32T NT 12 34',
])('knows a reference of MGRS with blanks after a name, and asks for its point: %s', async (line) => {
  const { features, outcome } = await importText(line);
  expect(outcome.questions.map(({ kind }) => kind)).toEqual(['square']);
  expect(features.map(({ name, geometry }) => [name, geometry])).toEqual([
    [
      'Well 1',
      expect.objectContaining({ latitude: expect.closeTo(47.2639, 3), longitude: expect.closeTo(9.1652, 3) }),
    ],
  ]);
});

it.each(['Post 10 30 S 18 E', '10 30 S 18 E', 'Well 7 30 15 S 18 E', 'Sector S 30.5, 18.2'])(
  'refuses a number or a letter that may be of the name or of the place: %s',
  async (line) => {
    expect(await read(line)).toEqual(['validation.partOfName']);
  },
);

it.each([
  // Both halves have degrees and minutes, or also seconds: nothing is left for the name.
  ['Well 10 30 S 18 12 E', ['Well: -10.5000 18.2000']],
  ['Well 10 30 15 S 18 12 0 E', ['Well: -10.5042 18.2000']],
  ['Well 10 30.5 S 18 12.5 E', ['Well: -10.5083 18.2083']],
  ['N47 22.5 E8.5', ['null: 47.3750 8.5000']],
])('leaves its numbers to a place whose halves are alike, or that letters begin: %s', async (line, found) => {
  expect(await read(line)).toEqual(found);
});

it.each([
  ['#1 48.2, 16.3', ['1: 48.2000 16.3000']],
  ['(1) 48.2, 16.3', ['1: 48.2000 16.3000']],
  ['1. 48.2, 16.3', ['1: 48.2000 16.3000']],
  ['No. 1 48.2, 16.3', ['No. 1: 48.2000 16.3000']],
  ['Punto 1 -33.45, -70.66', ['Punto 1: -33.4500 -70.6600']],
  ['Punto 1 -33,45; -70,66', ['Punto 1: -33.4500 -70.6600']],
  ['Depot @ 48.2, 16.3', ['Depot: 48.2000 16.3000']],
  ['Depot = 48.2, 16.3', ['Depot: 48.2000 16.3000']],
  ['Depot -> 48.2, 16.3', ['Depot: 48.2000 16.3000']],
  ['33.45 S;70.66 W;P1', ['null: -33.4500 -70.6600']],
  ['W1;33.45 S;70.66 W', ['W1: -33.4500 -70.6600']],
])(
  'reads decimal degrees after a numbered name or a sign, and halves with letters in cells: %s',
  async (line, found) => {
    expect(await read(line)).toEqual(found);
  },
);

it('asks whether a number without a mark before two others is a name', async () => {
  expect(await read('12 30.5, 18.2')).toEqual(['validation.partOfName']);
});

it('reads labels with long runs of blanks in a time that grows with their length', async () => {
  const blanks = ' '.repeat(200_000);
  expect(await read(`Well${blanks}x lat 48.2 lon 16.3${blanks}y`)).toHaveLength(1);
});
