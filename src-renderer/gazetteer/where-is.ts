import { iso31661NumericToAlpha2 } from 'iso-3166';
import { areas } from '../../resources/gazetteer/disputed-areas.json';
import type { Countries } from '../../src-shared/geometry/countries.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { wrapLongitude } from '../../src-shared/geometry/mercator.ts';
import type { Dispute, NearTown, WhereIs } from './found-place.ts';
import { type GazetteerData, type PlaceShape, placeOfEntry } from './gazetteer-file.ts';
import { boxOfRings, isInsideRings } from './inside-rings.ts';
import type { NearEntry, NearestTowns } from './nearest-towns.ts';
import type { PlaceKind } from './place-kinds.ts';

const shapes = areas.map((area) => ({ area, box: boxOfRings(area.rings) }));

/** Returns the dispute about the area that a place is in, by Natural Earth; null outside of such areas. */
function disputeAt(at: LonLat): Dispute | null {
  const found = shapes.find(({ area, box }) => isInsideRings({ box, rings: area.rings }, at));
  if (found === undefined) return null;
  const { administeredBy, claimedBy } = found.area;
  return { administeredBy, claimedBy };
}

const seas: ReadonlySet<PlaceKind> = new Set<PlaceKind>(['ocean', 'sea', 'bay', 'strait', 'lagoon', 'reef']);
const lakes: ReadonlySet<PlaceKind> = new Set<PlaceKind>(['lake', 'reservoir']);
/** A division is named if this many of the nearest towns of the country agree. */
const agreeingTowns = 3;
/**
 * The outlines of seas omit small bays: for a place in none, the surroundings within this distance are searched.
 * Degrees.
 */
const aroundDegrees = 0.1;
/**
 * The outlines of countries are those of the basemap, 1:10 million: those of a harbour city can end kilometres before the city. A place counts as
 * on land if a town of the country is within `inTownKm` and its outline is within `coarseKm`.
 */
const inTownKm = 1;
const coarseKm = 5;
/** Near a border the outlines can be on its wrong side: a town counts as within them if so much around it is. Degrees. */
const borderDegrees = 0.08;
/** A town that is farther away says nothing of the country of a place. */
const countryKm = 40;
/** States that are smaller than what the outlines can be off. */
const smallStates: ReadonlySet<string> = new Set(['VA', 'MC', 'SM']);
const alpha2Codes = new Map(Object.entries(iso31661NumericToAlpha2));

const sizeOf = ({ box: [west, south, east, north] }: PlaceShape) => (east - west) * (north - south);

/** The data for the answers. `countries` is null if the outlines could not be loaded. */
export interface WhereSources {
  data: GazetteerData;
  towns: NearestTowns;
  countries: Countries | null;
}

/** Returns the description of a place from the embedded data, in a language: towns, country, division, sea or lake, and region. */
export function whereIs({ data, towns, countries }: WhereSources, place: LonLat, language = 'en'): WhereIs {
  const at: LonLat = [wrapLongitude(place[0]), place[1]];
  const nameOf = (entry: number) => data.nameIn(entry, language);
  const divisionName = (entry: number) => {
    const division = data.divisionOf(entry);
    return division === null ? null : nameOf(division);
  };
  const described = (near: NearEntry | null): NearTown | null =>
    near && {
      name: nameOf(near.entry),
      country: data.countryOf(near.entry),
      division: divisionName(near.entry),
      distanceKm: near.distanceKm,
      direction: near.direction,
    };

  /** Returns the smallest place of these kinds that contains the point. */
  function smallest(is: (kind: PlaceKind) => boolean, point: LonLat) {
    const inside = data.shapes.filter((shape) => is(data.kindOf(shape.entry)) && isInsideRings(shape, point));
    const [first] = inside.toSorted((a, b) => sizeOf(a) - sizeOf(b));
    return first ? { name: nameOf(first.entry), kind: data.kindOf(first.entry) } : null;
  }

  function water(isOnLand: boolean) {
    const lake = smallest((kind) => lakes.has(kind), at);
    if (lake || isOnLand) return lake;
    const isSea = (kind: PlaceKind) => seas.has(kind);
    const seaAt = smallest(isSea, at);
    if (seaAt) return seaAt;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const sea = smallest(isSea, [at[0] + dx * aroundDegrees, at[1] + dy * aroundDegrees]);
      if (sea) return sea;
    }
    return null;
  }

  const near = countries?.nearest(at) ?? null;
  const numericCode = near?.country.code ?? null;
  // The one country of the outlines that has towns with a code and no code of its own.
  const ownCode = near?.country.name === 'Kosovo' ? 'XK' : null;
  const code = numericCode === null ? ownCode : (alpha2Codes.get(numericCode) ?? null);
  const town = towns.nearest(at);
  const isInTown = town !== null && town.distanceKm <= inTownKm && data.countryOf(town.entry) === code;
  const isOnLand = near !== null && (near.distanceKm === 0 || (isInTown && near.distanceKm <= coarseKm));

  /** Returns the country of a town if the outlines have it, and everything around it, in the country of the place instead. */
  function otherCountryOf(nearTown: NearEntry): string | null {
    const country = data.countryOf(nearTown.entry);
    if (!isOnLand || country === null || country === code || nearTown.distanceKm > countryKm) return null;
    if (smallStates.has(country)) return null;
    const [x, y] = placeOfEntry(data, nearTown.entry);
    const around = [
      [0, 0],
      [borderDegrees, 0],
      [-borderDegrees, 0],
      [0, borderDegrees],
      [0, -borderDegrees],
    ] as const;
    const isWithin = around.every(
      ([dx, dy]) => countries?.nearest([x + dx, y + dy])?.country.name === near?.country.name,
    );
    return isWithin ? country : null;
  }

  const otherCountry = town === null ? null : otherCountryOf(town);
  const dispute = disputeAt(at);
  // The division of one of the states would take its side.
  const divisions =
    isOnLand && code !== null && otherCountry === null && dispute === null
      ? towns.inCountry(at, code, agreeingTowns).map(divisionName)
      : [];
  const large = towns.nearestLarge(at);
  const isTownLarge = town !== null && large !== null && town.entry === large.entry;
  return {
    town: described(town),
    largerTown: isTownLarge ? null : described(large),
    country: near && { code, name: near.country.name, distanceKm: isOnLand ? 0 : near.distanceKm },
    otherCountry,
    dispute,
    division:
      divisions.length > 0 && divisions.every((each) => each === divisions[0])
        ? (divisions[0] ?? null)
        : null,
    water: water(isOnLand || near === null),
    region: smallest((kind) => !seas.has(kind) && !lakes.has(kind), at),
  };
}
