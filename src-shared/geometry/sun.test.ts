import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { noonSunOf, sunAt } from './sun.ts';

const at = (iso: string) => Date.parse(iso);
const day = (ms: number | undefined) => new Date(ms ?? Number.NaN).toISOString().slice(0, 10);

describe('the sun', () => {
  it('stands where NREL’s Solar Position Algorithm has it in its published example', () => {
    // Reda and Andreas, NREL/TP-560-34302, appendix A.5; the elevation before its correction for refraction.
    const sun = sunAt([-105.1786, 39.742476], at('2003-10-17T19:30:30Z'));
    expect(sun.elevationDegrees).toBeCloseTo(39.872_05, 2);
    expect(sun.azimuthDegrees).toBeCloseTo(194.340_24, 2);
  });

  it('has the equation of time of Meeus', () => {
    // Astronomical Algorithms, example 28.b: +13 min 42.7 s.
    expect(sunAt([0, 0], at('1992-10-13T00:00:00Z')).solarMinutes).toBeCloseTo(13 + 42.7 / 60, 2);
  });

  it.each([
    // At a solstice the sun stands overhead at 23.44° at noon, at an equinox over the equator.
    ['2026-06-21T08:24:00Z', 23.44],
    ['2026-12-21T20:50:00Z', -23.44],
    ['2026-03-20T14:46:00Z', 0],
    ['2026-09-23T00:05:00Z', 0],
  ])('at %s has the declination that almanacs give', (time, declination) => {
    // At the pole the elevation is the declination, whatever the hour.
    expect(sunAt([0, 90], at(time)).elevationDegrees).toBeCloseTo(declination, 1);
    expect(sunAt([120, -90], at(time)).elevationDegrees).toBeCloseTo(-declination, 1);
  });

  it('is in the south at noon in the north and in the north at noon in the south', () => {
    const may = at('2026-05-01T00:00:00Z');
    const noon = (place: readonly [number, number]) => noonSunOf(place, { fromMs: may, toMs: may });
    expect(noon([16.37, 48.2]).highestDegrees).toBeCloseTo(56.9, 0);
    const [north, south] = [
      sunAt([0, 50], at('2026-05-01T11:57:00Z')),
      sunAt([0, -50], at('2026-05-01T11:57:00Z')),
    ];
    expect(north.azimuthDegrees).toBeCloseTo(180, 0);
    expect(Math.min(south.azimuthDegrees, 360 - south.azimuthDegrees)).toBeLessThan(0.5);
    expect(north.solarMinutes).toBeCloseTo(720, 0);
  });

  it('is a place of the sky for every place and time, and the same for every way to write a longitude', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') }),
        (longitude, latitude, time) => {
          const sun = sunAt([longitude, latitude], time);
          expect(Math.abs(sun.elevationDegrees)).toBeLessThanOrEqual(90);
          expect(sun.azimuthDegrees).toBeGreaterThanOrEqual(0);
          expect(sun.azimuthDegrees).toBeLessThan(360);
          expect(sunAt([longitude + 360, latitude], time).elevationDegrees).toBeCloseTo(
            sun.elevationDegrees,
            6,
          );
        },
      ),
    );
  });
});

describe('the noons of a period', () => {
  it('lie between the lowest and the highest sun of it', () => {
    const year = noonSunOf([16.37, 48.2], {
      fromMs: at('2026-01-01T00:00:00Z'),
      toMs: at('2026-12-31T00:00:00Z'),
    });
    expect(year.lowestDegrees).toBeCloseTo(90 - 48.2 - 23.44, 1);
    expect(year.highestDegrees).toBeCloseTo(90 - 48.2 + 23.44, 1);
    expect(year.polarNights).toEqual([]);
  });

  it('name the polar night of Tromsø, which almanacs give from the end of November to the middle of January', () => {
    const { polarNights, lowestDegrees } = noonSunOf([18.95, 69.65], {
      fromMs: at('2026-09-01T00:00:00Z'),
      toMs: at('2028-09-01T00:00:00Z'),
    });
    expect(polarNights).toHaveLength(2);
    expect([day(polarNights[0]?.fromMs), day(polarNights[0]?.toMs)]).toEqual(['2026-11-28', '2027-01-14']);
    expect(lowestDegrees).toBeLessThan(-3);
  });

  it('are one where the period has none', () => {
    const hour = noonSunOf([16.37, 48.2], {
      fromMs: at('2026-11-01T00:00:00Z'),
      toMs: at('2026-11-01T01:00:00Z'),
    });
    expect(hour.lowestDegrees).toBe(hour.highestDegrees);
    expect(hour.lowestDegrees).toBeCloseTo(27.3, 1);
  });
});
