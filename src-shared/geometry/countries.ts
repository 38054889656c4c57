import { feature } from 'topojson-client';
import type { GeometryCollection, Objects, Topology } from 'topojson-specification';
import type { LonLat } from './lon-lat.ts';
import { insideArea } from './rings.ts';
import { closeOverPole, unwrapLine } from './unwrap-line.ts';

/** The TopoJSON of Natural Earth, as the package `world-atlas` ships it. */
export interface NaturalEarth extends Topology {
  objects: Objects & { countries: GeometryCollection };
}

/** A country of Natural Earth. */
export interface Country {
  /** The numeric ISO 3166-1 code; null for territories without one. */
  code: string | null;
  /** The English name in the data. */
  name: string;
}

/** The country of a place, or the nearest one with the distance to its land, on a sphere. */
export interface NearCountry {
  country: Country;
  distanceKm: number;
}

/** Finds the country of a place without the network. `nearest` returns null only if the data contains no country. */
export interface Countries {
  nearest(at: LonLat): NearCountry | null;
  isOnLand(at: LonLat): boolean;
  /** Returns true if land is within this distance; faster than finding the nearest country. */
  isNearLand(at: LonLat, withinKm: number): boolean;
}

interface Shape {
  country: Country;
  rings: readonly (readonly LonLat[])[];
  box: readonly [west: number, south: number, east: number, north: number];
}

const kmPerDegree = 111.2;
const radians = Math.PI / 180;

function kmBetween([aX, aY]: LonLat, [bX, bY]: LonLat): number {
  const sine = Math.sin(((bY - aY) * radians) / 2) ** 2;
  const cosine = Math.cos(aY * radians) * Math.cos(bY * radians) * Math.sin(((bX - aX) * radians) / 2) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(sine + cosine))) * kmPerDegree) / radians;
}

function shapesOf(data: NaturalEarth): Shape[] {
  return feature(data, data.objects.countries).features.flatMap(({ id, properties, geometry }) => {
    const name: unknown = properties === null ? undefined : Reflect.get(properties, 'name');
    const country: Country = {
      code: id === undefined ? null : String(id),
      name: typeof name === 'string' ? name : '',
    };
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return polygons.map((polygon): Shape => {
      const rings = polygon.map((ring) => closeOverPole(unwrapLine(ring)));
      const box: [number, number, number, number] = [180, 90, -180, -90];
      // The first ring is not always the widest: the one of Antarctica runs around the pole.
      for (const [x, y] of rings.flat()) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
      return { country, rings, box };
    });
  });
}

/** Returns the distance to the nearest vertex of a shape; vertices of coasts are a few kilometres apart. */
function kmTo({ rings }: Shape, at: LonLat, best: number): number {
  let minKm = best;
  for (const ring of rings)
    for (const vertex of ring) {
      if (Math.abs(vertex[1] - at[1]) * kmPerDegree >= minKm) continue;
      minKm = Math.min(minKm, kmBetween(at, vertex));
    }
  return minKm;
}

/**
 * Creates a lookup of places in the embedded outlines of countries. It needs no network and makes no claim about
 * borders.
 */
export function createCountries(data: NaturalEarth): Countries {
  const shapes = shapesOf(data);
  const isIn = ({ rings, box }: Shape, [x, y]: LonLat) =>
    y >= box[1] &&
    y <= box[3] &&
    // Outlines that cross the antimeridian continue to the east.
    [x, x + 360].some((shifted) => shifted >= box[0] && shifted <= box[2] && insideArea(rings, [shifted, y]));
  const shapeOf = (at: LonLat) => shapes.find((shape) => isIn(shape, at));
  return {
    isOnLand: (at) => shapeOf(at) !== undefined,
    isNearLand: (at, withinKm) =>
      shapeOf(at) !== undefined || shapes.some((shape) => kmTo(shape, at, withinKm) < withinKm),
    nearest(at) {
      const containing = shapeOf(at);
      if (containing) return { country: containing.country, distanceKm: 0 };
      let found: NearCountry | null = null;
      for (const shape of shapes) {
        const best = found?.distanceKm ?? Number.POSITIVE_INFINITY;
        const [, south, , north] = shape.box;
        // The outlines have half a million vertices, and most shapes are too far north or south.
        if (Math.max(south - at[1], at[1] - north) * kmPerDegree >= best) continue;
        const distanceKm = kmTo(shape, at, best);
        if (distanceKm < best) found = { country: shape.country, distanceKm };
      }
      return found;
    },
  };
}

/** Farther from land than harbours, reefs and platforms, and than the error of the outlines. */
const openSeaKm = 40;

/**
 * Returns true if two numbers were probably meant in the other order: as written they are a place in the open sea,
 * and exchanged they are on land.
 */
export function isOrderDoubtful(countries: Countries, at: LonLat, swapped: LonLat): boolean {
  return countries.isOnLand(swapped) && !countries.isNearLand(at, openSeaKm);
}
