import { expect, it } from 'vitest';
import { formatArea, formatAzimuth, formatLength, formatScaleLength } from './measure-units.ts';
import { measurementOf } from './measurement.ts';

it('writes the length of a scale bar as a round number', () => {
  expect([500, 5_000, 5_000_000].map((m) => formatScaleLength('en', m))).toEqual([
    '500\u00a0m',
    '5\u00a0km',
    '5,000\u00a0km',
  ]);
});

it('writes lengths and areas in the unit that suits them, or in the one that is selected', () => {
  const plain = (text: string) => text.replace('\u00a0', ' ');
  expect(
    [0, 12.34, 999.94, 1_000, 12_345.678, 5_551_759.4].map((m) => plain(formatLength('en', m, 'metric'))),
  ).toEqual(['0 m', '12.3 m', '999.9 m', '1.000 km', '12.346 km', '5,551.8 km']);
  expect(plain(formatLength('en', 1_852, 'nmi'))).toBe('1.000 NM');
  expect(plain(formatLength('es', 12_345.678, 'm'))).toBe('12.346 m');
  expect(plain(formatLength('es', 12_345.678, 'km'))).toBe('12,346 km');
  expect([500, 25_000, 2_500_000].map((m2) => plain(formatArea('en', m2, 'metric')))).toEqual([
    '500 m²',
    '2.5 ha',
    '2.500 km²',
  ]);
  expect(plain(formatArea('en', 2_500_000, 'ha'))).toBe('250 ha');
  expect([0, 77.04, 359.96].map((degrees) => formatAzimuth('en', degrees))).toEqual([
    '0.0°',
    '77.0°',
    '0.0°',
  ]);
});

it('measures a path side by side, and closes the outline of an area', () => {
  const vertices = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const;
  const path = measurementOf({ kind: 'distance', vertices });
  expect(path.segments).toHaveLength(2);
  expect(path.polygon).toBeNull();
  expect(path.segments[0]?.azimuthDegrees).toBeCloseTo(90, 6);
  const outline = measurementOf({ kind: 'area', vertices });
  expect(outline.segments).toHaveLength(3);
  expect(outline.lengthMetres).toBeCloseTo(outline.polygon?.perimeterMetres ?? 0, 3);
  expect(measurementOf({ kind: 'area', vertices: vertices.slice(0, 2) })).toMatchObject({ polygon: null });
  expect(measurementOf({ kind: 'distance', vertices: [] })).toEqual({
    segments: [],
    lengthMetres: 0,
    polygon: null,
  });
});
