import { expect, it } from 'vitest';
import { packOutline, packSteps, unpackOutlines, unpackSteps } from './packed-places.ts';

it.each([
  ['nothing', []],
  ['small numbers', [0, 1, -1, 15, 16, -16, -17]],
  ['the longest steps of degrees', [540_000_000, -540_000_000, 540_000_000]],
  ['ids', [1, 2, 3, 900_000, 900_001, Number.MAX_SAFE_INTEGER / 8]],
])('whole numbers come back as they were: %s', (_name, numbers) => {
  const whole = numbers.map(Math.round);
  for (const apart of [1, 2]) expect(unpackSteps(packSteps(whole, apart), apart)).toEqual(whole);
});

it('rings come back to a tenth of a metre, and need no escape in JSON', () => {
  const rings = [
    [179.123456, -89.999999, 183.5, -89.5, 180, 90, 179.123456, -89.999999],
    [-0.000001, 0, 0.000001, 0, 0, 0.1234564, -0.000001, 0],
  ];
  const packed = rings.map(packOutline).join(';');
  expect(JSON.stringify(packed)).toBe(`"${packed}"`);
  expect(unpackOutlines(packed)).toEqual(rings.map((ring) => ring.map((at) => Math.round(at * 1e6) / 1e6)));
  expect(unpackOutlines('')).toEqual([]);
});

it('a footprint takes half of the letters that it has in digits', () => {
  const ring = [12.345678, 47.123456, 12.545678, 47.133456, 12.525678, 47.333456, 12.345678, 47.123456];
  expect(packOutline(ring).length).toBeLessThan(0.6 * ring.join(',').length);
});
