import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';
import {
  type CoordinateFormat,
  coordinateFormats,
  exactDegrees,
  formatCoordinate,
  type LonLat,
} from '../kit/i18n/coordinates.ts';

/**
 * The rounding of a notation in degrees; a metre is about a hundred-thousandth of a degree, more in longitude near the
 * poles.
 */
const tolerances: Readonly<Record<CoordinateFormat, number>> = {
  dd: 6e-6,
  dms: 2e-5,
  ddm: 1e-6,
  utm: 2e-5,
  mgrs: 3e-5,
};

const place = fc.tuple(
  fc.double({ min: -179.99, max: 179.99, noNaN: true }),
  fc.double({ min: -79.9, max: 83.9, noNaN: true }),
);
const name = fc
  .stringMatching(/^[A-Za-zÄÖÜñ ]{1,20}$/)
  .filter((text) => /^[A-Za-z]/.test(text) && text === text.trim() && !text.includes('  '));

const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function expectAt(found: LonLat, [longitude, latitude]: LonLat, tolerance: number) {
  const turns = Math.round((found[0] - longitude) / 360);
  const degrees = tolerance / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  expect(Math.abs(found[0] - 360 * turns - longitude)).toBeLessThanOrEqual(degrees);
  expect(Math.abs(found[1] - latitude)).toBeLessThanOrEqual(tolerance);
}

const pointsOf = (imported: Awaited<ReturnType<typeof importText>>) =>
  imported.features.map(({ name: own, geometry }) => {
    if (geometry.kind !== 'point') throw new Error('an area');
    return { name: own, at: [geometry.longitude, geometry.latitude] as const };
  });

it.each(coordinateFormats)('reads back what is written as %s, in one column of a CSV', async (format) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, place), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|'),
      async (rows, separator) => {
        const lines = rows.map(([own, at]) =>
          [cell(own), cell(formatCoordinate(at, format))].join(separator),
        );
        const imported = await importText([`name${separator}coordinates`, ...lines].join('\n'));
        expect(imported.rejected).toEqual([]);
        // Two numbers without letters become a question, unless one of them is too large for a latitude.
        for (const { kind } of imported.outcome.questions) expect([format, kind]).toEqual(['dd', 'order']);
        const read = pointsOf(imported);
        expect(read.map((each) => each.name)).toEqual(rows.map(([own]) => own));
        for (const [i, each] of read.entries()) expectAt(each.at, rows[i]?.[1] ?? [0, 0], tolerances[format]);
      },
    ),
    { numRuns: 60 },
  );
});

it('reads back all digits of degrees with letters, one place per line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (places) => {
      const imported = await importText(places.map(exactDegrees).join('\n'));
      expect(imported.outcome.questions).toEqual([]);
      for (const [i, { at }] of pointsOf(imported).entries()) expectAt(at, places[i] ?? [0, 0], 1e-12);
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['a decimal comma between semicolons', ';', ','],
  ['a decimal point between commas', ',', '.'],
  ['a decimal comma between tabs', '\t', ','],
  ['a decimal comma in quotes between commas', ',', ','],
])('reads latitude and longitude with %s', async (_, separator, mark) => {
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (places) => {
      const number = (value: number) => {
        const text = value.toFixed(6).replace('.', mark);
        return text.includes(separator) ? `"${text}"` : text;
      };
      const lines = places.map(([longitude, latitude], i) =>
        [`P${i}`, number(latitude), number(longitude)].join(separator),
      );
      const imported = await importText([['name', 'Breite', 'Länge'].join(separator), ...lines].join('\r\n'));
      expect([imported.outcome.problem, imported.rejected, imported.outcome.questions]).toEqual([
        null,
        [],
        [],
      ]);
      for (const [i, { at }] of pointsOf(imported).entries()) expectAt(at, places[i] ?? [0, 0], 1e-6);
    }),
    { numRuns: 40 },
  );
});

it('loses no line: each is a feature or is reported', async () => {
  const piece = fc.oneof(
    // A quote may join lines, which has its own test.
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll('"', '').replaceAll('\u0000', '')),
    fc.double({ min: -200, max: 200, noNaN: true }).map(String),
  );
  const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(','));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const text = lines.join('\n');
      fc.pre(!/^[\s\uFEFF]*(?:[{[<]|(?:MULTI)?POINT)/i.test(text.replaceAll('\u001e', ' ')));
      const { outcome } = await importText(text, { table: { layout: 'lines', hasHeader: false } });
      if (outcome.problem) return;
      const filled = text.split(/\r\n|\n|\r/).filter((each) => each.trim() !== '').length;
      const blank = text
        .split(/\r\n|\n|\r/)
        .filter(
          (each) => each.trim() !== '' && each.split(/[,;\t|]/).every((part) => part.trim() === ''),
        ).length;
      expect(outcome.count + outcome.rejectedCount).toBeGreaterThanOrEqual(filled - blank);
    }),
  );
});
