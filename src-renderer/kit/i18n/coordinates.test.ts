import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoordinateFormat, coordinateFormats, formatCoordinate } from './coordinates.ts';
import { parseCoordinate } from './read-place.ts';

const metresPerDegree = 111_320;

/**
 * Returns the distance of two places in metres, precise enough for rounding errors, the shorter way around the globe.
 */
function apartMetres(a: readonly [number, number], b: readonly [number, number]): number {
  const turn = Math.abs(a[0] - b[0]) % 360;
  const east = Math.min(turn, 360 - turn) * Math.cos((a[1] * Math.PI) / 180);
  return Math.hypot(east, a[1] - b[1]) * metresPerDegree;
}

/** The precision of the format's last digit, with a margin. */
const roundingMetres: Record<CoordinateFormat, number> = { dd: 1, dms: 2.5, ddm: 0.2, utm: 1, mgrs: 1.5 };

const place = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);

describe.each(coordinateFormats)('%s', (format) => {
  it('reads back what it writes, anywhere on the globe', () => {
    fc.assert(
      fc.property(place, (at) => {
        const text = formatCoordinate(at, format);
        const read = parseCoordinate(text);
        expect(read, text).not.toBeNull();
        if (read) expect(apartMetres(at, read), text).toBeLessThan(roundingMetres[format]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['north pole', [0, 90]],
    ['south pole', [0, -90]],
    ['antimeridian, east', [180, 10]],
    ['antimeridian, west', [-180, -10]],
    ['just east of it', [-179.999999, 0.000001]],
    // Its MGRS square begins west of the antimeridian.
    ['a hair east of it', [-179.9999955130347, 0.033510188458975264]],
    ['a hair west of it', [179.9999999, 45]],
    ['zero', [0, 0]],
    ['the last of UTM, north', [15.5, 83.99]],
    ['the last of UTM, south', [-70, -79.99]],
    ['beyond UTM', [-70, -85]],
    ['south-western Norway, a zone of its own', [4, 61]],
    ['Svalbard', [20, 78]],
  ] as const)('holds at: %s', (_, at) => {
    const text = formatCoordinate(at, format);
    const read = parseCoordinate(text);
    expect(read, text).not.toBeNull();
    if (read) expect(apartMetres(at, read), text).toBeLessThan(roundingMetres[format]);
  });
});

describe('formatting', () => {
  it('has the form that the field expects', () => {
    const vienna = [16.3738, 48.2082] as const;
    expect(coordinateFormats.map((format) => formatCoordinate(vienna, format))).toEqual([
      '48.20820, 16.37380',
      '48°12′29.5″N 016°22′25.7″E',
      '48°12.4920′N 016°22.4280′E',
      '33N 602065 5340354',
      '33U XP 02065 40353',
    ]);
  });

  it('never writes sixty seconds or minutes', () => {
    expect(formatCoordinate([9.999999, -9.999999], 'dms')).toBe('10°00′00.0″S 010°00′00.0″E');
    expect(formatCoordinate([9.9999999, -9.9999999], 'ddm')).toBe('10°00.0000′S 010°00.0000′E');
  });

  it('accepts longitudes from any turn of the globe', () => {
    expect(formatCoordinate([190, 0], 'dd')).toBe('0.00000, -170.00000');
    expect(formatCoordinate([-530, 0], 'dd')).toBe('0.00000, -170.00000');
  });
});

describe('reading what people paste', () => {
  it.each([
    '48.2082, 16.3738',
    '48.2082,16.3738',
    '48.2082 16.3738',
    '48.2082; 16.3738',
    '+48.2082, +16.3738',
    '48,2082; 16,3738',
    '48,2082 16,3738',
    '48,2082, 16,3738',
    'N48.2082 E16.3738',
    'N 48.2082, E 16.3738',
    '48.2082N 16.3738E',
    '16.3738 E, 48.2082 N',
    '48.2082° N, 16.3738° E',
    '48 12 29.52 N 16 22 25.68 E',
    `48°12'29.52"N 16°22'25.68"E`,
    "48°12'29.52''N 16°22'25.68''E",
    '48º 12’ 29.52” N, 16º 22’ 25.68” E',
    '48°12.492′N 16°22.428′E',
    '33N 602065 5340354',
    '33 N 602065 5340354',
    '33U 602065 5340354',
    '33UXP0206540353',
    '33u xp 02065 40353',
  ])('%s', (text) => {
    const read = parseCoordinate(text);
    expect(read).not.toBeNull();
    if (read) expect(apartMetres([16.3738, 48.2082], read)).toBeLessThan(2);
  });

  it('understands south, west and the Spanish west', () => {
    expect(parseCoordinate('33.5 S, 70.5 W')).toEqual([-70.5, -33.5]);
    // The letter is the west in Spanish and the east in German.
    expect(parseCoordinate('40.5 N 3.5 O')).toBeNull();
    expect(parseCoordinate('−33.5, −70.5')).toEqual([-70.5, -33.5]);
    expect(parseCoordinate("33°30'S 70°30'W")).toEqual([-70.5, -33.5]);
  });

  it.each([
    ['nothing', ''],
    ['words', 'Vienna'],
    ['one number', '48.2'],
    ['three numbers', '48.2 16.3 9.1'],
    ['latitude out of bounds', '91, 0'],
    ['longitude out of bounds', '0, 181'],
    ['swapped beyond bounds', '100, 48'],
    ['two latitudes', '48 N 16 N'],
    ['two letters', 'N 48 N 16 E'],
    ['sixty minutes', '48°60′N 16°00′E'],
    ['decimals before the last part', '48.5°12′N 16°22′E'],
    ['no separator between parts', '4812′N 16°E'],
    ['zone 0', '0N 500000 5000000'],
    ['zone 61', '61N 500000 5000000'],
    ['an easting of nowhere', '33N 5000 5340429'],
    ['a northing of nowhere', '33N 500000 99999999'],
    ['half an MGRS', '33UXP019'],
    ['an MGRS zone of nowhere', '99UXP0206540353'],
    ['an MGRS of unequal halves', '33UXP 02065 4035'],
    ['infinity', 'Infinity, 0'],
    ['hexadecimal', '0x10, 0x10'],
    ['exponent', '1e1, 1e1'],
  ])('refuses %s', (_, text) => {
    expect(parseCoordinate(text)).toBeNull();
  });

  it('never throws, never leaves the globe, and is always fast', () => {
    const hostile = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'0123456789.,;°′″\'"NSEWO -+ABCXYZ\n\t'), maxLength: 300 }),
      fc.constant('9'.repeat(100_000)),
      fc.constant(`${' '.repeat(50_000)}N`),
      fc.constant('N, '.repeat(33)),
    );
    const started = performance.now();
    fc.assert(
      fc.property(hostile, (text) => {
        const read = parseCoordinate(text);
        if (read === null) return;
        expect(Math.abs(read[0])).toBeLessThanOrEqual(180);
        expect(Math.abs(read[1])).toBeLessThanOrEqual(90);
      }),
      { numRuns: 2_000 },
    );
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
