import geodesic from 'geographiclib-geodesic';
import { around, distance as greatCircleKm } from 'geokdbush';
import KDBush from 'kdbush';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { type Direction, directions } from './found-place.ts';
import { type GazetteerData, placeOfEntry } from './gazetteer-file.ts';

/** A town that few people know does not help to locate a place. */
const minPeople = 500;
/** Nearly everybody in a country knows a town of this size, or finds it on any map. */
const minPeopleOfLarge = 50_000;
/** The maximum ratio between distances on the sphere and on the ellipsoid. */
const sphereError = 1.012;
/** Half the circumference of the sphere of the index. */
const maxKm = 20_000;
/** More towns than can be within the error of the same distance. */
const maxCandidates = 64;

/** A town with its distance on the ellipsoid and the direction from it to the place. */
export interface NearEntry {
  entry: number;
  distanceKm: number;
  direction: Direction;
}

/** Returns one of the eight directions for degrees clockwise from north, negative to the west. */
export function directionOf(azimuth: number): Direction {
  return directions[((Math.round(azimuth / 45) % 8) + 8) % 8] ?? 'n';
}

/** Creates a spatial index of entries; it returns entries, the nearest first on a sphere. */
function createPlaceIndex(data: GazetteerData, entries: readonly number[]) {
  const index = new KDBush(entries.length);
  for (const entry of entries) index.add(data.longitudes[entry] ?? 0, data.latitudes[entry] ?? 0);
  index.finish();
  return (
    [x, y]: LonLat,
    maxCount: number,
    withinKm = Number.POSITIVE_INFINITY,
    is?: (entry: number) => boolean,
  ) =>
    around(index, x, y, maxCount, withinKm, is && ((id) => is(entries[id] ?? 0))).map(
      (id) => entries[id] ?? 0,
    );
}

/** Finds the nearest towns of places. */
export interface NearestTowns {
  /** Returns the nearest town of at least 500 people; null only if there is none. */
  nearest(at: LonLat): NearEntry | null;
  /** Returns the nearest town of at least 50,000 people. */
  nearestLarge(at: LonLat): NearEntry | null;
  /** Returns the nearest towns of a country, on a sphere. */
  inCountry(at: LonLat, country: string, maxCount: number): number[];
}

/** Creates the lookup of the nearest towns on the ellipsoid (WGS 84), also at the poles and the antimeridian. */
export function createNearestTowns(data: GazetteerData): NearestTowns {
  const known: number[] = [];
  const large: number[] = [];
  for (let entry = 0; entry < data.count; entry += 1) {
    const kind = data.kindOf(entry);
    const people = data.amountOf(entry) ?? 0;
    if (kind === 'capital' || kind === 'station' || (kind === 'town' && people >= minPeople))
      known.push(entry);
    if ((kind === 'capital' || kind === 'town') && people >= minPeopleOfLarge) large.push(entry);
  }
  const indexes = { known: createPlaceIndex(data, known), large: createPlaceIndex(data, large) };

  function nearest(of: keyof typeof indexes, [longitude, latitude]: LonLat): NearEntry | null {
    // Longitudes of places may continue over the antimeridian.
    const at: LonLat = [((((longitude + 180) % 360) + 360) % 360) - 180, latitude];
    const [first] = indexes[of](at, 1);
    if (first === undefined) return null;
    const [x, y] = placeOfEntry(data, first);
    const within = greatCircleKm(at[0], at[1], x, y) * sphereError + 0.001;
    // The index would treat a distance beyond the antipode as a shorter one.
    const reach = within < maxKm ? within : Number.POSITIVE_INFINITY;
    let best: NearEntry | null = null;
    for (const entry of indexes[of](at, maxCandidates, reach)) {
      const [townX, townY] = placeOfEntry(data, entry);
      const { s12 = 0, azi1 = 0 } = geodesic.Geodesic.WGS84.Inverse(townY, townX, at[1], at[0]);
      const distanceKm = s12 / 1_000;
      if (best === null || distanceKm < best.distanceKm)
        best = { entry, distanceKm, direction: directionOf(azi1) };
    }
    return best;
  }

  return {
    nearest: (at) => nearest('known', at),
    nearestLarge: (at) => nearest('large', at),
    inCountry: (at, country, maxCount) =>
      indexes.known(at, maxCount, Number.POSITIVE_INFINITY, (entry) => data.countryOf(entry) === country),
  };
}
