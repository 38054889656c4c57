import type { LonLat } from '../geometry/lon-lat.ts';
import type { PlaceBox } from './gazetteer-file.ts';
import type { PlaceKind } from './place-kinds.ts';

/** A place that was found by its name. */
export interface FoundPlace {
  /** Its number in the embedded file. */
  entry: number;
  name: string;
  /** The other spelling by which it was found; null if it was found by its usual name. */
  matched: string | null;
  kind: PlaceKind;
  /** ISO 3166-1 code; null for seas and the like. */
  country: string | null;
  /** The name of its first-level division; null if it has none. */
  division: string | null;
  /** People of a town, metres of a peak; null if unknown. */
  amount: number | null;
  at: LonLat;
  /** What the map has to show; null for a point. */
  box: PlaceBox | null;
}

/** Where the map looks: places near it are found first. */
export interface SearchView {
  at: LonLat;
  /** From the centre to a corner of the window. */
  reachKm: number;
}

/** A compass direction. */
export const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
/** One of the eight directions of the compass. */
export type Direction = (typeof directions)[number];

/** A town near a place. */
export interface NearTown {
  name: string;
  country: string | null;
  division: string | null;
  /** On the ellipsoid. */
  distanceKm: number;
  /** From the town to the place. */
  direction: Direction;
}

/** What the embedded data says about a place. */
export interface WhereIs {
  /** The nearest town that people know a little; null only if the data has none. */
  town: NearTown | null;
  /** The nearest larger town, if the nearest one is small. */
  largerTown: NearTown | null;
  /** The country of the place, or the nearest one and its distance; null without outlines of countries. */
  country: { code: string | null; name: string; distanceKm: number } | null;
  /** The first-level division, if the nearest towns of the country agree. */
  division: string | null;
  /** The sea or lake that the place is in. */
  water: { name: string; kind: PlaceKind } | null;
  /** The island, desert, mountains or other region that the place is in. */
  region: { name: string; kind: PlaceKind } | null;
}
