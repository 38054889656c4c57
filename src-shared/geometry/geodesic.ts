import geodesic from 'geographiclib-geodesic';
import { nearTo } from './area.ts';
import type { LonLat } from './lon-lat.ts';
import { wrapLongitude } from './mercator.ts';
import { meets } from './rings.ts';

const { Geodesic } = geodesic;
const ellipsoid = Geodesic.WGS84;
const positionMask = Geodesic.LATITUDE + Geodesic.LONGITUDE + Geodesic.LONG_UNROLL;

/** The shortest connection of two places on the WGS 84 ellipsoid. */
export interface Segment {
  from: LonLat;
  to: LonLat;
  lengthMetres: number;
  /** The direction at its start, clockwise from north, from 0 up to 360 degrees; null if both places are the same. */
  azimuthDegrees: number | null;
}

/** Returns the geodesic from one place to another. */
export function segmentOf(from: LonLat, to: LonLat): Segment {
  const { s12 = 0, azi1 = 0 } = ellipsoid.Inverse(from[1], from[0], to[1], to[0]);
  return { from, to, lengthMetres: s12, azimuthDegrees: s12 === 0 ? null : (azi1 + 360) % 360 };
}

/** Returns the geodesics between consecutive places. */
export function segmentsOf(places: readonly LonLat[]): Segment[] {
  return places.slice(1).map((to, i) => segmentOf(places[i] ?? to, to));
}

/** Returns the place at a distance in metres from another one, in a direction in degrees clockwise from north. */
export function placeAt([longitude, latitude]: LonLat, azimuthDegrees: number, metres: number): LonLat {
  const end = ellipsoid.Direct(latitude, longitude, azimuthDegrees, metres, positionMask);
  return [end.lon2 ?? longitude, end.lat2 ?? latitude];
}

/** Returns the places at distances in metres from the start of a line of geodesics; the distances are in ascending order. */
export function placesAlong(segments: readonly Segment[], metres: readonly number[]): LonLat[] {
  const places: LonLat[] = [];
  let [index, before] = [0, 0];
  let way =
    segments[0] &&
    ellipsoid.InverseLine(segments[0].from[1], segments[0].from[0], segments[0].to[1], segments[0].to[0]);
  for (const distance of metres) {
    let segment = segments[index];
    while (segment && distance > before + segment.lengthMetres && index < segments.length - 1) {
      before += segment.lengthMetres;
      index += 1;
      segment = segments[index];
      if (segment)
        way = ellipsoid.InverseLine(segment.from[1], segment.from[0], segment.to[1], segment.to[0]);
    }
    if (!segment || !way) break;
    const { lat2 = segment.to[1], lon2 = segment.to[0] } = way.Position(distance - before, positionMask);
    places.push([lon2, lat2]);
  }
  return places;
}

/** On any map scale that shows a chord of this length whole, it looks the same as the curve. */
const stepMetres = 50_000;
const maxSteps = 400;

/**
 * Returns places along the geodesics between consecutive places, at most `maxMetres` apart, so that straight lines can
 * join them. Longitudes continue from the first place on, also beyond ±180, so that no line jumps across the map.
 */
export function geodesicLine(places: readonly LonLat[], maxMetres = stepMetres): LonLat[] {
  const [first] = places;
  if (!first) return [];
  const line: LonLat[] = [first];
  let longitude = first[0];
  for (const [i, to] of places.slice(1).entries()) {
    const [, latitude] = places[i] ?? first;
    const way = ellipsoid.InverseLine(latitude, longitude, to[1], to[0]);
    const steps = Math.min(maxSteps, Math.max(1, Math.ceil(way.s13 / maxMetres)));
    for (let step = 1; step <= steps; step += 1) {
      const { lat2 = to[1], lon2 = to[0] } = way.Position((way.s13 * step) / steps, positionMask);
      // The last place is used unchanged, because rounding would move the vertex.
      const end = step === steps;
      line.push([end ? lon2 + wrapLongitude(to[0] - lon2) : lon2, end ? to[1] : lat2]);
    }
    longitude = line.at(-1)?.[0] ?? longitude;
  }
  return line;
}

/** The size of a polygon whose sides are geodesics. */
export interface PolygonSize {
  areaSquareMetres: number;
  perimeterMetres: number;
  /** True if sides cross each other; the area is then meaningless. */
  crossesItself: boolean;
}

/**
 * Returns the size of the polygon of at least three vertices, closed by a side back to the first; null if there are
 * fewer.
 */
export function polygonSize(vertices: readonly LonLat[]): PolygonSize | null {
  if (vertices.length < 3) return null;
  const polygon = ellipsoid.Polygon(false);
  for (const [longitude, latitude] of vertices) polygon.AddPoint(latitude, longitude);
  const { area = 0, perimeter } = polygon.Compute(false, true);
  // Sides are compared as straight lines in degrees: as curves they would be thousands of times as many.
  let before = vertices[0]?.[0] ?? 0;
  const ring = vertices.map(([longitude, latitude]): LonLat => {
    before = nearTo(longitude, before);
    return [before, latitude];
  });
  return {
    areaSquareMetres: Math.abs(area),
    perimeterMetres: perimeter,
    crossesItself: meets([ring]) !== null,
  };
}
