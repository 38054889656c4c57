/** A place in degrees on WGS 84, in the order of GeoJSON. */
type LonLat = readonly [longitude: number, latitude: number];

const dayMs = 86_400_000;
const minuteMs = 60_000;
const radians = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * radians);
const cos = (degrees: number) => Math.cos(degrees * radians);
const tan = (degrees: number) => Math.tan(degrees * radians);
const within = (value: number, turn: number) => ((value % turn) + turn) % turn;

/**
 * Returns the declination of the sun in degrees, and by how many minutes a sundial is ahead of a clock, at a time in
 * milliseconds since 1970. These are the equations of NOAA's solar calculator, after Meeus, Astronomical Algorithms:
 * exact to about 0.01° between 1800 and 2100.
 */
function sunAmongStars(atMs: number): { declinationDegrees: number; equationMinutes: number } {
  const century = (atMs / dayMs + 2_440_587.5 - 2_451_545) / 36_525;
  const meanLongitude = 280.466_46 + century * (36_000.769_83 + century * 0.000_303_2);
  const anomaly = 357.529_11 + century * (35_999.050_29 - century * 0.000_153_7);
  const eccentricity = 0.016_708_634 - century * (0.000_042_037 + century * 0.000_000_126_7);
  const centre =
    sin(anomaly) * (1.914_602 - century * (0.004_817 + century * 0.000_014)) +
    sin(2 * anomaly) * (0.019_993 - century * 0.000_101) +
    sin(3 * anomaly) * 0.000_289;
  const node = 125.04 - 1_934.136 * century;
  const longitude = meanLongitude + centre - 0.005_69 - 0.004_78 * sin(node);
  const seconds = 21.448 - century * (46.815 + century * (0.000_59 - century * 0.001_813));
  const obliquity = 23 + (26 + seconds / 60) / 60 + 0.002_56 * cos(node);
  const y = tan(obliquity / 2) ** 2;
  const equation =
    y * sin(2 * meanLongitude) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) -
    0.5 * y * y * sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly);
  return {
    declinationDegrees: Math.asin(sin(obliquity) * sin(longitude)) / radians,
    equationMinutes: (4 * equation) / radians,
  };
}

/** Where the sun stands as seen from a place. */
export interface SunPosition {
  /** Above the horizon; negative below it. Without refraction, which lifts a rising sun by half a degree. */
  elevationDegrees: number;
  /** Clockwise from north, from 0 up to 360. */
  azimuthDegrees: number;
  /** The local apparent solar time: minutes since midnight, 720 when the sun stands highest. */
  solarMinutes: number;
}

/** Returns where the sun stands at a place and a time in milliseconds since 1970. */
export function sunAt([longitude, latitude]: LonLat, atMs: number): SunPosition {
  const { declinationDegrees, equationMinutes } = sunAmongStars(atMs);
  const solarMinutes = within(atMs / minuteMs + equationMinutes + 4 * longitude, 1_440);
  const hourAngle = solarMinutes / 4 - 180;
  const height =
    sin(latitude) * sin(declinationDegrees) + cos(latitude) * cos(declinationDegrees) * cos(hourAngle);
  const fromSouth = Math.atan2(
    sin(hourAngle),
    cos(hourAngle) * sin(latitude) - tan(declinationDegrees) * cos(latitude),
  );
  return {
    elevationDegrees: Math.asin(Math.max(-1, Math.min(1, height))) / radians,
    azimuthDegrees: within(fromSouth / radians + 180, 360),
    solarMinutes,
  };
}

/** A stretch of days, each by its local noon, in milliseconds since 1970. */
interface Days {
  fromMs: number;
  toMs: number;
}

/** The sun at local noon in a period. */
export interface NoonSun {
  /** The lowest and the highest elevation in degrees; negative below the horizon. */
  lowestDegrees: number;
  highestDegrees: number;
  /** The days on which the sun does not rise, in order. */
  polarNights: readonly Days[];
}

/** The centre of the sun is this far below the horizon when its upper edge rises: refraction and half its diameter. */
const risesAtDegrees = -0.833;
/** Four years: the sun repeats itself long before. */
const mostDays = 1_461;

/** Returns the sun at the local noons of a period; of the nearest noon where the period contains none. */
export function noonSunOf(place: LonLat, { fromMs, toMs }: Days): NoonSun {
  const [longitude] = place;
  const noonOf = (day: number) => {
    const mean = day * dayMs + (720 - 4 * longitude) * minuteMs;
    return mean - sunAmongStars(mean).equationMinutes * minuteMs;
  };
  const first = Math.round((fromMs + (4 * longitude - 720) * minuteMs) / dayMs);
  const last = Math.round((toMs + (4 * longitude - 720) * minuteMs) / dayMs);
  let lowestDegrees = 90;
  let highestDegrees = -90;
  const polarNights: Days[] = [];
  let isDark = false;
  for (let day = first; day <= Math.min(Math.max(first, last), first + mostDays); day += 1) {
    const noonMs = noonOf(day);
    const { elevationDegrees } = sunAt(place, noonMs);
    lowestDegrees = Math.min(lowestDegrees, elevationDegrees);
    highestDegrees = Math.max(highestDegrees, elevationDegrees);
    const open = polarNights.at(-1);
    const wasDark = isDark;
    isDark = elevationDegrees < risesAtDegrees;
    if (isDark && wasDark && open) open.toMs = noonMs;
    else if (isDark) polarNights.push({ fromMs: noonMs, toMs: noonMs });
  }
  return { lowestDegrees, highestDegrees, polarNights };
}
