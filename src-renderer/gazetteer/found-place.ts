import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { PlaceBox } from './gazetteer-file.ts';
import type { PlaceKind } from './place-kinds.ts';

/** A place that was found by its name. */
export interface FoundPlace {
  /** Its index in the embedded file. */
  entry: number;
  name: string;
  /** The other spelling that matched; null if the usual name matched. */
  matched: string | null;
  kind: PlaceKind;
  /** ISO 3166-1 code; null for seas and other places without a country. */
  country: string | null;
  /** The name of its first-level division; null if it has none. */
  division: string | null;
  /** The population of a town, the metres of a peak; null if unknown. */
  amount: number | null;
  at: LonLat;
  /** The box that the map shows; null for a point. */
  box: PlaceBox | null;
}

/** The view of the map: places near it come first. */
export interface SearchView {
  at: LonLat;
  /** The distance from the centre to a corner of the window. */
  reachKm: number;
}

/** A compass direction. */
export const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
/** One of the eight compass directions. */
export type Direction = (typeof directions)[number];

/** A town near a place. */
export interface NearTown {
  name: string;
  country: string | null;
  division: string | null;
  /** The distance on the ellipsoid. */
  distanceKm: number;
  /** The direction from the town to the place. */
  direction: Direction;
}

/** Who holds and who claims an area, as ISO 3166-1 codes. */
export interface Dispute {
  /** Empty if nobody does, or those who live there. */
  administeredBy: readonly string[];
  claimedBy: readonly string[];
}

/** The description of a place from the embedded data. */
export interface WhereIs {
  /** The nearest town of some size; null only if the data has none. */
  town: NearTown | null;
  /** The nearest larger town, if the nearest town is small. */
  largerTown: NearTown | null;
  /** The country of the place, or the nearest country and its distance; null without outlines of countries. */
  country: { code: string | null; name: string; distanceKm: number } | null;
  /**
   * The country to which the names of places give the place, if the outlines give it to another one; null where both agree. Which of
   * them is right is not for Nadir to say.
   */
  otherCountry: string | null;
  /** The dispute about the area that the place is in; null if none is known. */
  dispute: Dispute | null;
  /** The first-level division, if the nearest towns of the country agree. */
  division: string | null;
  /** The sea or lake that the place is in. */
  water: { name: string; kind: PlaceKind } | null;
  /** The island, desert, mountains or other region that the place is in. */
  region: { name: string; kind: PlaceKind } | null;
}
