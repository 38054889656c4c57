import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  attributeText,
  positionForField,
  readAltitude,
  readAttribute,
  readPosition,
  readTags,
} from './place-fields.ts';

it.each([
  ['48.2082, 16.3738', { longitude: 16.3738, latitude: 48.2082 }],
  ['33U XP 04 83', null],
  ['0 0', { longitude: 0, latitude: 0 }],
] as const)('reads the position %j', (text, at) => {
  const read = readPosition(text);
  if (at === null) expect(read).toHaveProperty('problem');
  else expect(read).toEqual({ value: { kind: 'point', ...at, altitudeMetres: null } });
});

it.each([
  ['48.2082, 16.3738, 1250 m', 1250],
  ['48.2082° N, 16.3738° E, -12.75 m', -12.75],
  ['48.2082, 16.3738, 520.5', 520.5],
  ['48.2082, 16.3738, 100000 m', 100_000],
  ['48.2082, 16.3738, 100001 m', null],
  ['48.2082, 16.3738, -12001 m', null],
] as const)('reads the altitude of %j', (text, altitudeMetres) => {
  const read = readPosition(text);
  if (altitudeMetres === null) expect(read).toEqual({ problem: { message: 'validation.altitudeOfPlace' } });
  else expect(read).toMatchObject({ value: { latitude: 48.2082, longitude: 16.3738, altitudeMetres } });
});

it('does not guess what can mean two places', () => {
  expect(readPosition('[48.2, 16.3]')).toMatchObject({
    problem: { message: 'validation.ambiguousPlace' },
  });
  expect(readPosition('33S 400000 4000000')).toMatchObject({
    problem: { message: 'validation.ambiguousZone', values: { zone: '33S' } },
  });
  expect(readPosition('33 NORTH 400000 4000000')).toHaveProperty('value');
  expect(readPosition('31UCP9533')).toMatchObject({
    problem: { message: 'validation.ambiguousSquare', values: { km: 1 } },
  });
  expect(readPosition('nowhere')).toMatchObject({ problem: { message: 'validation.coordinate' } });
});

it('a position that is written is read as the same one, in every format', () => {
  const degrees = (most: number) =>
    fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((value) => value / 1e7);
  fc.assert(
    fc.property(
      degrees(180),
      degrees(90),
      fc.constantFrom('dd', 'dms', 'ddm', 'utm', 'mgrs'),
      fc.option(fc.integer({ min: -1_200_000, max: 10_000_000 }).map((cm) => cm / 100)),
      (longitude, latitude, format, altitudeMetres) => {
        const row = { kind: 'point', longitude, latitude, altitudeMetres, positionText: null } as const;
        const text = positionForField(row, format);
        const read = readPosition(text);
        if (!('value' in read) || read.value.kind !== 'point') throw new Error(text);
        expect(read.value.altitudeMetres).toBe(altitudeMetres);
        expect(Math.abs(read.value.latitude - latitude)).toBeLessThan(1e-9);
        const apart = Math.abs(read.value.longitude - longitude) % 360;
        expect(Math.min(apart, 360 - apart)).toBeLessThan(1e-9);
      },
    ),
  );
});

it('reads values of attributes as what they are', () => {
  const value = (text: string, isNumber = false) => {
    const read = readAttribute(text, isNumber);
    return 'value' in read ? read.value : read;
  };
  expect(['12', '-0.5', '007', '1e5', '1,000', 'true', ' x ', ''].map((text) => value(text))).toEqual([
    12,
    -0.5,
    '007',
    '1e5',
    '1,000',
    true,
    ' x ',
    null,
  ]);
  expect([value('0,5', true), value('1 000', true), value('1,000', true), value('007', true)]).toEqual([
    0.5,
    1000,
    '1,000',
    7,
  ]);
  expect([12.5, true, null, 'x', undefined].map(attributeText)).toEqual(['12.5', 'true', '', 'x', '']);
});

it('reads altitudes and tags within their bounds', () => {
  expect(readAltitude('')).toEqual({ value: null });
  expect(readAltitude('1 250,5')).toEqual({ value: 1250.5 });
  expect(readAltitude('200000')).toEqual({ problem: { message: 'validation.altitudeOfPlace' } });
  expect(readTags(' a, b ;a;; c  d ')).toEqual({ value: ['a', 'b', 'c d'] });
  expect(readTags(Array.from({ length: 51 }, (_, i) => i).join())).toHaveProperty('problem');
});
