import { describe, expect, it } from 'vitest';
import { importText, placesOf } from '../../testing/page/import-harness.ts';

const twice = (heading: string, row: string) => `${heading}\nF1,${row}\nF2,${row}`;
const askedOf = (read: Awaited<ReturnType<typeof importText>>) =>
  read.outcome.questions.map(({ kind }) => kind);

describe('letters beside a coordinate', () => {
  it.each([
    ['Photo,Lat,Lon,Direction', '48.2,16.3,W'],
    ['Photo,Lat,Lon,Side', '48.2,16.3,W'],
    ['River,Lat,Lon,Bank', '48.2,16.3,W'],
    ['Photo,Lat,Lon,Zone', '48.2,16.3,E'],
    ['Photo,Lat,View,Lon', '48.2,S,16.3'],
    ['Photo,Lat,Lon,Wind', '48.2,16.3,SW'],
    ['Photo,Lat,Lon,View direction', '48.2,16.3,NW'],
    ['Photo,Lat,a,Lon,b', '48.2,S,16.3,W'],
    ['Photo,Latitude (N),Longitude (E),Direction', '48.2,16.3,W'],
    ['Photo,Lat N,Lon E,Side', '48.2,16.3,W'],
  ])('are asked about where only they say so: %s', async (heading, row) => {
    const text = twice(heading, row);
    expect(askedOf(await importText(text))).toEqual(['side']);
    const no = await importText(text, { answers: { side: 'no-side' } });
    expect(placesOf(no).map(([, ...place]) => place)).toEqual([
      [16.3, 48.2],
      [16.3, 48.2],
    ]);
    const yes = await importText(text, { answers: { side: 'is-side' } });
    const [south, west] = [/S/.test(row), /W/.test(row)];
    expect(placesOf(yes)[0]?.slice(1)).toEqual([west ? -16.3 : 16.3, south ? -48.2 : 48.2]);
  });

  it.each([
    ['Photo,Lat,NS,Lon,EW', '48.2,S,16.3,W'],
    ['Photo,Lat,Lon,Hemisphere', '48.2,16.3,W'],
    ['Photo,Lat,Lon,Lon_H', '48.2,16.3,W'],
    ['Photo,Lat,Lon,Cuadrante', '48.2,16.3,SW'],
    ['Photo,Lat,Dir,Lon,Dir', '48.2,S,16.3,W'],
  ])(
    'are the hemisphere where the headings say so, or both coordinates have them: %s',
    async (heading, row) => {
      const read = await importText(twice(heading, row));
      expect(askedOf(read)).toEqual([]);
      expect(placesOf(read)[0]?.[1]).toBe(-16.3);
    },
  );
});

it.each(['48.2;16.3;W', '48.2,16.3,W', 'F1;48.2;16.3;W', 'F1,48.2,16.3,520,SW', 'F1\t48,2\t16,3\tW'])(
  'a letter behind two plain numbers of a line is refused: %s',
  async (line) => {
    const { features, rejected } = await importText(`${line}\n${line}`);
    expect(features).toEqual([]);
    expect(rejected.map(({ problem }) => problem.message)).toEqual([
      'validation.notOfPlace',
      'validation.notOfPlace',
    ]);
  },
);

it('seconds of one coordinate alone are none either', async () => {
  const text = 'Site,Lat deg,Lat min,Lon deg,Lon min,Time sec\nA,48,12,16,18,50\nB,48,13,16,19,40';
  expect(placesOf(await importText(text))[0]).toEqual([
    'A',
    expect.closeTo(16.3, 9),
    expect.closeTo(48.2, 9),
  ]);
});

it.each(['P1;33;27;30;S;70;39;36;W', '33;27;30;S;70;39;36;W', 'P1,48,12,16,40', 'P1,-33,27.5,-70,39.6'])(
  'degrees and minutes in cells without headings are refused: %s',
  async (line) => {
    const { features, rejected } = await importText(`${line}\n${line}`, {
      answers: { order: 'latitude-first' },
    });
    expect([features, rejected.length]).toEqual([[], 2]);
  },
);

it.each([',', ';', '\t'])(
  'the numbers of rows with metres are no zones, with %j between them',
  async (separator) => {
    const rows = [1, 2, 3].map((n) => [n, 346_800 + n, 6_297_000 + n].join(separator)).join('\n');
    const { features, outcome } = await importText(rows);
    expect(features).toEqual([]);
    expect(outcome.table?.layout).toBe('columns');
  },
);

it('minutes of one coordinate alone are no minutes unless their heading names it', async () => {
  const read = await importText('Station,Lat,Lon,Min,Max\nA,48,16,5,30\nB,49,17,6,31');
  expect(placesOf(read)).toEqual([
    ['A', 16, 48],
    ['B', 17, 49],
  ]);
  expect(read.outcome.notes.map(({ message }) => message)).toContain('validation.doubtfulColumns');
});

it('degrees with their own letters need no column of letters, and nothing is asked', async () => {
  const read = await importText('Name,Lat,Lon,Direction\nA,48.2 N,16.3 E,W\nB,48.3 N,16.4 E,W');
  expect(placesOf(read)).toEqual([
    ['A', 16.3, 48.2],
    ['B', 16.4, 48.3],
  ]);
  expect(read.outcome.questions).toEqual([]);
  expect(read.outcome.notes.map(({ message }) => message)).toEqual(['validation.doubtfulColumns']);
});
