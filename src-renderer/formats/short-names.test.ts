import { describe, expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';
import { readPlace } from '../kit/i18n/read-place.ts';

/** Names of which the letter and the number would pass for half of a place, and one that is a number alone. */
const names = [
  'W1',
  'N1',
  'S12',
  'E5',
  'O7',
  '1W',
  '3S',
  'E01',
  'n1',
  'N 1',
  'W-3',
  'W70',
  'W180',
  'No. 7',
  '12',
];
const [latitude, longitude] = [-33.45, -70.66];

/** Reads rows of one name, twice, and returns the places with their names and altitudes, or the reasons. */
async function read(line: string) {
  const { features, rejected, outcome } = await importText(`${line}\n${line}`, {
    answers: { order: 'latitude-first' },
  });
  const asked = outcome.questions.filter(({ kind }) => kind !== 'order');
  if (asked.length > 0) return asked.map(({ kind }) => `asks ${kind}`);
  const [place] = features.map(({ name, geometry }) =>
    geometry.kind === 'point' ? [name, geometry.latitude, geometry.longitude, geometry.altitudeMetres] : [],
  );
  return place ?? rejected.slice(0, 1).map(({ problem }) => problem.message);
}

describe.each(names)('the name %s', (name) => {
  it.each([
    `\t${latitude}\t${longitude}`,
    `\t${latitude}, ${longitude}`,
    `\t${latitude},${longitude}`,
    `;${latitude};${longitude}`,
    `;-33,45;-70,66`,
    `: ${latitude}, ${longitude}`,
  ])('ends with its cell, or its colon: %j', async (rest) => {
    // Of three numbers the last one may be an altitude, so that a colon must end the name.
    const mayBeRefused = name === '12' && rest !== `: ${latitude}, ${longitude}`;
    const right = [name, latitude, longitude, null];
    expect(mayBeRefused ? [right, ['validation.partOfName']] : [right]).toContainEqual(
      await read(`${name}${rest}`),
    );
  });

  it.each([
    `,${latitude},${longitude}`,
    `, ${latitude}, ${longitude}`,
    ` ${latitude},${longitude}`,
    ` ${latitude}, ${longitude}`,
    ` 48.3, 16.4`,
    ` ${latitude} ${longitude}`,
    `, 48.3, 16.4`,
  ])('is no half of the place without such a mark: %j', async (rest) => {
    const own = rest.includes('48') ? [name, 48.3, 16.4, null] : [name, latitude, longitude, null];
    expect([
      own,
      ['validation.partOfName'],
      ['validation.mixedNotation'],
      ['validation.coordinate'],
      ['validation.halfPlace'],
      [],
    ]).toContainEqual(await read(`${name}${rest}`));
  });
});

it.each([
  'W1,-33.41,-70.61',
  'W70, -33.45, -70.66',
  'N1, 48.3, 16.4',
  '12, -33.45, -70.66',
  'N1 48.3, 16.4',
  'O7, -33.4, -70.6',
])('a field or a cell refuses %s', (text) => {
  expect(readPlace(text)).toHaveProperty('problem');
});

it.each([
  ['48.2082, 16.3738, 171', [16.3738, 48.2082, 171]],
  ['48.2 N, 16.4 E, 171', [16.4, 48.2, 171]],
  ['-33, -70, 520', [-70, -33, 520]],
  ['N48.2 16.4', [16.4, 48.2, null]],
  ['48.2 N, 16.4, 171 m', [16.4, 48.2, 171]],
])('a field still reads %s', (text, [longitude, latitude, altitudeMetres]) => {
  expect(readPlace(text)).toMatchObject({ place: { at: [longitude, latitude], altitudeMetres } });
});

describe('rows with a number of their own and no headings', () => {
  const rows = (separator: string, more = '') =>
    [
      ['1', '-33.41', '-70.61'],
      ['2', '-33.42', '-70.62'],
      ['3', '-33.43', '-70.63'],
    ]
      .map((cells) => cells.join(separator) + more)
      .join('\n');
  it.each([',', ';', '\t'])(
    'are a table whose first column is the name: separated by %j',
    async (separator) => {
      const { features, outcome } = await importText(rows(separator), {
        answers: { order: 'latitude-first' },
      });
      expect(features.map(({ name, geometry }) => [name, geometry])).toEqual([
        ['1', { kind: 'point', latitude: -33.41, longitude: -70.61, altitudeMetres: null }],
        ['2', { kind: 'point', latitude: -33.42, longitude: -70.62, altitudeMetres: null }],
        ['3', { kind: 'point', latitude: -33.43, longitude: -70.63, altitudeMetres: null }],
      ]);
      expect(outcome.table).toMatchObject({
        layout: 'columns',
        columns: { name: 0, latitude: 1, longitude: 2 },
      });
    },
  );

  it('have an altitude behind the place', async () => {
    const { features } = await importText(rows(',', ',520'), { answers: { order: 'latitude-first' } });
    expect(features.map(({ geometry }) => geometry)).toMatchObject([
      { altitudeMetres: 520 },
      { altitudeMetres: 520 },
      { altitudeMetres: 520 },
    ]);
  });

  it('are refused one by one among other lines, where the number may be a part of the place', async () => {
    const { features, rejected } = await importText('Camp: 48.2, 16.4\nPost: 48.3, 16.5\n12,-33.45,-70.66', {
      answers: { order: 'latitude-first' },
    });
    expect(features.map(({ name }) => name)).toEqual(['Camp', 'Post']);
    expect(rejected.map(({ problem }) => problem.message)).toEqual(['validation.partOfName']);
  });
});

it.each(['Altura', 'Cota', 'Altitud (m)', 'Elevation'])(
  'the altitude is read with its unit below “%s”',
  async (heading) => {
    const { features } = await importText(
      `Nombre;Latitud;Longitud;${heading}\nA;-33,45;-70,66;520 m\nB;-33,46;-70,67;521,5 msnm\nC;-33,46;-70,67;522`,
    );
    expect(features.map(({ geometry }) => geometry)).toMatchObject([
      { altitudeMetres: 520 },
      { altitudeMetres: 521.5 },
      { altitudeMetres: 522 },
    ]);
  },
);
