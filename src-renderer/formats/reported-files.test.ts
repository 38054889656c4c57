import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importFiles } from '../../testing/page/import-harness.ts';

/** Reads a file that stands for a public report of a similar tool. */
function importReported(name: string) {
  const bytes = readFileSync(new URL(`../../testing/cases/places/${name}`, import.meta.url));
  return importFiles({ [name]: bytes });
}

/** A place as a report says that it must be read: position in degrees, within a metre; attributes as stored. */
interface Expected {
  name: string | null;
  at: readonly [longitude: number, latitude: number];
  attributes?: Record<string, string | number | null>;
  notes?: string;
}

const degreesInAMetre = 1e-5;

// Positions come from the files themselves (stated degrees, minutes and seconds, or columns of degrees beside a grid).
const readings: readonly { file: string; places: readonly Expected[]; messages?: readonly string[] }[] = [
  {
    file: '02-dms-in-columns.csv',
    places: [
      { name: 'Moor 1', at: [18 + 25 / 60 + 26.4 / 3600, -(33 + 52 / 60 + 7.7 / 3600)] },
      { name: 'Moor 2', at: [-(70 + 51 / 60 + 12 / 3600), -(34 + 10 / 60 + 30 / 3600)] },
    ],
    messages: ['completingColumns'],
  },
  {
    file: '04a-odk-central.csv',
    places: [
      { name: null, at: [36.81722, -1.28642], attributes: { ph: 7.25, temp_c: 18.4, KEY: 'uuid:1' } },
      { name: null, at: [36.79012, -1.30111], attributes: { ph: 6.9, temp_c: 19.1, KEY: 'uuid:2' } },
    ],
  },
  {
    file: '05-sep-line.csv',
    places: [
      { name: 'Well 1', at: [11.5, 48.1], attributes: { Depth: 3, Owner: 'city' } },
      { name: 'Well 2', at: [11.6, 48.2], attributes: { Depth: 4, Owner: 'farm' } },
    ],
    messages: ['rowsAboveHeader'],
  },
  {
    file: '06-comment-rows.csv',
    places: [
      { name: 'Well 1', at: [11.5, 48.1], attributes: { depth: 3 } },
      { name: 'Well 2', at: [11.6, 48.2], attributes: { depth: 4 } },
    ],
    messages: ['rowsAboveHeader'],
  },
  {
    file: '06-title-row.csv',
    places: [
      { name: 'Well 1', at: [11.5, 48.1], attributes: { Depth: 3 } },
      { name: 'Well 2', at: [11.6, 48.2], attributes: { Depth: 4 } },
    ],
    messages: ['rowsAboveHeader'],
  },
  {
    file: '07-big-integers.geojson',
    places: [
      {
        name: 'Plot A',
        at: [11.5, 48.1],
        attributes: { parcel: '2305843009223239036', scene: '9007199254740993' },
      },
      { name: '2305843009223239036', at: [11.6, 48.2] },
    ],
  },
  {
    file: '08-two-schemas.kml',
    places: [
      { name: 'Well 1', at: [11.5, 48.1], attributes: { code: '00417' } },
      { name: 'Road 1', at: [11.6, 48.2], attributes: { code: 12 } },
    ],
  },
  {
    file: '09-descriptions.kml',
    places: [
      { name: 'Gauge 1', at: [11.5, 48.1], notes: 'Depth 5 m' },
      { name: 'Gauge 2', at: [11.5, 48.1], notes: 'Call before noon\ngate code 7' },
      { name: 'Gauge 3', at: [11.5, 48.1], notes: 'depth < 5 m, width > 3 m\nsee map' },
      { name: 'Gauge 4', at: [11.5, 48.1], notes: 'Gewässer: Mühlbach\n12°C – 5€' },
    ],
  },
  {
    file: '10a-mixed.zip',
    places: [
      { name: 'From KML', at: [11.5, 48.1] },
      { name: 'From GeoJSON', at: [11.6, 48.2] },
      { name: 'From GPX', at: [11.7, 48.3] },
    ],
  },
  {
    file: '11-zipped-on-a-mac.zip',
    places: [
      { name: 'Spring 1', at: [11.5, 48.1] },
      { name: 'Spring 2', at: [11.6, 48.2] },
    ],
  },
  {
    file: '12-null-date.zip',
    places: [
      { name: 'Spring 1', at: [11.5, 48.1], attributes: { VISITED: '2024-02-29' } },
      { name: 'Spring 2', at: [11.6, 48.2], attributes: { VISITED: null } },
    ],
  },
  {
    file: '13a-cp852.zip',
    places: [
      { name: 'Žďárský příkop', at: [11.5, 48.1] },
      { name: 'Łąka śródpolna', at: [11.6, 48.2] },
    ],
  },
  {
    file: '14a-greek-grid-2100.zip',
    places: [{ name: 'Spring', at: [23.7, 38] }],
    messages: ['roughDatum'],
  },
  { file: '15-ntf-paris-27572.zip', places: [{ name: 'Basin', at: [2.35, 48.85] }] },
  {
    file: '21a-says-utf16-is-utf8.kml',
    places: [{ name: 'Mühle', at: [11.5, 48.1] }],
    messages: ['untrueEncoding'],
  },
  {
    file: '22-german-east.csv',
    places: [
      { name: 'Pegel Nord', at: [16 + 22 / 60 + 23 / 3600, 48 + 12 / 60 + 30 / 3600] },
      { name: 'Pegel Süd', at: [15 + 10 / 60, 47.5] },
    ],
  },
  {
    file: '24-times.xlsx',
    places: [
      {
        name: 'Gate 1',
        at: [11.5, 48.1],
        attributes: { Opens: '14:30:00', Midnight: '00:00:00', Walk: '26:05:00' },
      },
      {
        name: 'Gate 2',
        at: [11.6, 48.2],
        attributes: { Opens: '06:00:00', Midnight: '00:00:00', Walk: '01:30:00' },
      },
    ],
  },
  {
    file: '25-exponent.csv',
    places: [
      { name: 'Meridian', at: [-3.8e-5, 51.4779] },
      { name: 'Park', at: [0.0014, 51.4779] },
    ],
  },
];

it.each(readings)('$file is read as its writer meant it', async ({ file, places, messages = [] }) => {
  const { outcome, features } = await importReported(file);
  expect(outcome.rejected).toEqual([]);
  expect(outcome.questions.filter(({ answer }) => answer === null)).toEqual([]);
  expect(outcome.notes.map(({ message }) => message.replace('validation.', ''))).toEqual(messages);
  expect(features).toHaveLength(places.length);
  for (const [i, { name, at, attributes = {}, notes = null }] of places.entries()) {
    const read = features[i];
    if (read?.geometry.kind !== 'point') throw new Error(`row ${i} of ${file} is no point`);
    expect([read.name, read.notes]).toEqual([name, notes]);
    expect(Math.abs(read.geometry.longitude - at[0])).toBeLessThan(degreesInAMetre);
    expect(Math.abs(read.geometry.latitude - at[1])).toBeLessThan(degreesInAMetre);
    expect(read.attributes).toMatchObject(attributes);
  }
});

it('a table with an outline beside latitude and longitude is read as areas', async () => {
  const { outcome, features } = await importReported('01-latlon-and-wkt.csv');
  expect([outcome.areas, outcome.points, outcome.rejected]).toEqual([2, 0, []]);
  expect(features[0]).toMatchObject({
    name: 'Field A',
    geometry: {
      kind: 'area',
      rings: [
        [
          [11.5, 48.1],
          [11.6, 48.1],
          [11.6, 48.2],
          [11.5, 48.2],
        ],
      ],
    },
  });
});

it('the letter of a German table is answered by its headings, and can be questioned', async () => {
  const { outcome } = await importReported('22-german-east.csv');
  expect(outcome.questions).toMatchObject([{ kind: 'letter', answer: 'o-east', count: 2 }]);
});

it('a photo whose receiver had no fix gives no place, and says why', async () => {
  const { outcome, features } = await importReported('19-no-fix-V.jpg');
  expect(features).toEqual([]);
  expect(outcome.rejected).toMatchObject([{ problem: { message: 'validation.photoWithoutFix' } }]);
});
