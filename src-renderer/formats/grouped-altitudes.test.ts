import { describe, expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';
import { readPlace } from '../kit/i18n/read-place.ts';

/** The texts of lines as people type them into a mail, whose place is 0.52 S, 36.09167 E, 1,890 m by hand. */
const lines = [
  "Dam A – 0°31.2'S, 36°05.5'E, 1,890 m",
  "Dam A - 0°31.2'S, 36°05.5'E, 1,890 m",
  "Dam A: 0°31.2'S, 36°05.5'E, 1,890 m",
  "Dam A 0°31.2'S, 36°05.5'E, 1,890 m",
  "Dam A, 0°31.2'S, 36°05.5'E, 1,890 m",
  "Dam A; 0°31.2'S; 36°05.5'E; 1,890 m",
  "Dam A – S 0°31.2', E 36°05.5', 1,890 m",
  "Dam A – 0°31.2'S, 36°05.5'E, 1,890 m a.s.l.",
  "Dam A – 0°31.2'S, 36°05.5'E, 1 890 m",
  "Dam A – 0°31.2'S, 36°05.5'E, 1'890 m",
  "Dam A – 0°31.2'S, 36°05.5'E, 1890 m",
  "Dam A – 0°31,2'S, 36°05,5'E, 1.890 m",
  'Dam A – 0.52 S, 36.09167 E, 1,890 m',
  'Dam A 0.52 S, 36.09167 E, 1890 m asl',
];

describe('an altitude with groups of thousands', () => {
  it.each(lines)('is one number in %s', async (line) => {
    const second = line.replace('Dam A', 'Dam B');
    const { features } = await importText(`${line}\n${second}`);
    const place = {
      kind: 'point',
      longitude: expect.closeTo(36.09167, 5),
      latitude: expect.closeTo(-0.52, 5),
      altitudeMetres: 1_890,
    };
    expect(features.map(({ name, geometry }) => ({ name, geometry }))).toEqual([
      { name: 'Dam A', geometry: place },
      { name: 'Dam B', geometry: place },
    ]);
  });

  it.each([
    ["0°31.2'S, 36°05.5'E, 1,890 m", 1_890],
    ['48,2 N 16,37 E 1.250 m', 1_250],
    ['lat 48,2, lon 16,37, altitud 1.250 m', 1_250],
    ['48.2 16.37 1,200 m', 1_200],
    ['48.2, 16.37, 2 045 m', 2_045],
    ['48.2, 16.37, 520 m', 520],
    // Three numbers, of which the last one has three digits.
    ['48.2, 16, 370 m', 370],
  ])('is read in the field of a place too: %s', (text, altitudeMetres) => {
    expect(readPlace(text)).toMatchObject({ place: { altitudeMetres } });
  });

  it.each([
    "Dam A – 0°31'S, 36°05'E, 1,890 m",
    "Dam A, 0°31'S, 36°05'E, 1.890 m",
    "0°31.2'S, 36°05.5'E, 1.890 m",
  ])('is asked about where it may be a decimal number: %s', async (line) => {
    const { rejected, features } = await importText(`${line}\n${line}`);
    expect(features).toEqual([]);
    expect(rejected.map(({ problem }) => problem.message)).toEqual(
      Array.from({ length: 2 }, () => 'validation.ambiguousNumber'),
    );
  });
});

it.each(["Dam A – 0°31.2'S, 36°05.5'E, 6,200 ft", "Dam A, 0°31.2'S, 36°05.5'E, 6,200 feet"])(
  'feet are no part of a place: %s',
  async (line) => {
    const { features } = await importText(`${line}\n${line}`);
    // What is read is the place; the altitude is a note.
    for (const { geometry } of features)
      expect(geometry).toMatchObject({ latitude: expect.closeTo(-0.52, 5), altitudeMetres: null });
  },
);

it.each(['Dam A 0.52 S: -1.5, 36.09', "Dam 0°31.2'S: 48.2 N, 16.4 E", "Dam – 0°31.2'S, 36.5, 1.5"])(
  'a coordinate is never the end of a name: %s',
  async (line) => {
    const { features, rejected } = await importText(`${line}\n${line}`);
    expect(features).toEqual([]);
    expect(rejected.map(({ problem }) => problem.message)).toEqual(
      Array.from({ length: 2 }, () => 'validation.notOfPlace'),
    );
  },
);

it.each(['Pump 3 S: 48.2, 16.4', 'Block 12 E: 48.2 N, 16.4 E', 'Well 4 - 48.2 N, 16.4 E'])(
  'a short number with a letter may be the end of a name: %s',
  async (line) => {
    const { features } = await importText(`${line}\n${line}`);
    expect(features.map(({ name }) => name)).toEqual(Array.from({ length: 2 }, () => line.split(/:| -/)[0]));
  },
);
