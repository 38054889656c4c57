const day = 86_400_000;
const noonOf2000 = Date.UTC(2000, 0, 1, 12);
const radians = Math.PI / 180;

const sin = (degrees: number) => Math.sin(degrees * radians);
const cos = (degrees: number) => Math.cos(degrees * radians);

/** Returns an angle in degrees, 0 ≤ angle < 360. */
const turned = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Where the sun stands, in degrees: `elevation` above the horizon, `azimuth` clockwise from north. */
export interface SunPosition {
  elevation: number;
  azimuth: number;
}

/**
 * The house has its own reckoning of the sun (`src-shared/geometry/sun.ts`). The practice service imports nothing of the house, so that it is
 * a peer of another maker: with one formula on both sides no test would notice a fault of it.
 *
 * Returns the position of the sun at a place (degrees) and time (ms since 1970), without refraction. It is right to some
 * hundredths of a degree for the years around 2000 (Astronomical Almanac, low-precision formulas for the sun).
 */
export function sunAt(longitude: number, latitude: number, time: number): SunPosition {
  const days = (time - noonOf2000) / day;
  const anomaly = 357.528 + 0.985_600_3 * days;
  const ecliptic = 280.46 + 0.985_647_4 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const obliquity = 23.439 - 0.000_000_4 * days;
  const rightAscension = Math.atan2(cos(obliquity) * sin(ecliptic), cos(ecliptic)) / radians;
  const declination = Math.asin(sin(obliquity) * sin(ecliptic)) / radians;
  const siderealAngle = 280.460_6 + 360.985_647_4 * days;
  const hourAngle = turned(siderealAngle + longitude - rightAscension);
  const height = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle);
  const east = -cos(declination) * sin(hourAngle);
  const north = sin(declination) * cos(latitude) - cos(declination) * sin(latitude) * cos(hourAngle);
  return {
    elevation: Math.asin(Math.max(-1, Math.min(1, height))) / radians,
    azimuth: turned(Math.atan2(east, north) / radians),
  };
}

/** Optical satellites take no pictures below this elevation of the sun (degrees). */
const lowestSun = 3;

/** Whether there is enough daylight for a picture at a place (degrees) and time (ms since 1970). */
export const isDaylight = (longitude: number, latitude: number, time: number): boolean =>
  sunAt(longitude, latitude, time).elevation >= lowestSun;
