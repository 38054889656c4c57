import { expect, it } from 'vitest';
import { isDaylight, sunAt } from './sun.ts';

// The first row is the worked example of NREL's Solar Position Algorithm (Reda and Andreas, 2003), the others are almanac facts:
// on a solstice the noon sun is 90° − latitude ± 23.44° high, and on an equinox it rises in the east.
it.each([
  ['Golden, Colorado', -105.178_6, 39.742_5, '2003-10-17T19:30:30Z', 39.87, 194.34],
  ['Greenwich at noon in June', 0, 51.478, '2026-06-21T12:01:50Z', 61.96, 180],
  ['Greenwich at noon in December', 0, 51.478, '2026-12-21T11:58:05Z', 15.09, 180],
  ['the tropic of Capricorn in December', 0, -23.437, '2026-12-21T11:58:05Z', 90, null],
  ['the equator at sunrise in March', 0, 0, '2026-03-20T06:07:30Z', 0, 90],
  ['the antimeridian at noon on the equinox in September', 180, 0, '2026-09-22T23:52:30Z', 90, null],
  ['Auckland at midnight in June', 174.76, -36.85, '2026-06-21T12:23:00Z', -76.6, 180],
])('computes the sun of %s', (_, longitude, latitude, time, elevation, azimuth) => {
  const sun = sunAt(longitude, latitude, Date.parse(time));
  expect(Math.abs(sun.elevation - elevation)).toBeLessThan(0.2);
  if (azimuth !== null) expect(Math.abs(sun.azimuth - azimuth)).toBeLessThan(0.6);
});

it('knows polar night and midnight sun', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    expect(isDaylight(18.9, 69.65, Date.UTC(2026, 11, 21, hour))).toBe(false);
    expect(sunAt(18.9, 69.65, Date.UTC(2026, 5, 21, hour)).elevation).toBeGreaterThan(0);
  }
});
