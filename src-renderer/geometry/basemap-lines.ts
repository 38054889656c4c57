import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Objects, Topology } from 'topojson-specification';
import { mercatorX, mercatorY } from './mercator.ts';

/**
 * Lines or rings in one buffer: part i has the vertices `starts[i]` … `starts[i + 1]` (end not included), as x, y
 * pairs in EPSG:3857, and a box of four numbers.
 */
export interface Parts {
  coordinates: Float64Array;
  starts: Uint32Array;
  boxes: Float64Array;
}

/** The lines of the embedded basemap, as flat coordinates of EPSG:3857. */
export interface BasemapLines {
  land: Parts;
  coasts: Parts;
  borders: Parts;
}

/** The TopoJSON of Natural Earth, as the package `world-atlas` ships it. */
export interface NaturalEarth extends Topology {
  objects: Objects & {
    countries: GeometryCollection;
    land: GeometryCollection<Record<string, never>> | MultiPolygon;
  };
}

type Position = readonly number[];
type Line = readonly Position[];

/**
 * Returns a line that continues past ±180 instead of jumping to the other side, because the data is stitched for a
 * globe. Its west end is in -180 … 180.
 */
export function unwrapLine(line: Line): [number, number][] {
  let shift = 0;
  let before: number | null = null;
  const unwrapped = line.map(([longitude = 0, latitude = 0]): [number, number] => {
    if (before !== null && longitude - before > 180) shift -= 360;
    if (before !== null && longitude - before < -180) shift += 360;
    before = longitude;
    return [longitude + shift, latitude];
  });
  const west = unwrapped.reduce((least, [longitude]) => Math.min(least, longitude), 0);
  if (west >= -180) return unwrapped;
  const eastward = 360 * Math.ceil((-180 - west) / 360);
  return unwrapped.map(([longitude, latitude]) => [longitude + eastward, latitude]);
}

/** Closes a ring around a pole along the edge of the map, because it does not close on a flat map. */
export function closeOverPole(ring: readonly [number, number][]): [number, number][] {
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return [...ring];
  const pole = last[1] < 0 ? -90 : 90;
  return [...ring, [last[0], pole], [first[0], pole]];
}

/** Packs lines into one array of coordinates, with the start and the box of each. */
export function packParts(lines: readonly Line[]): Parts {
  const total = lines.reduce((sum, line) => sum + line.length, 0);
  const coordinates = new Float64Array(total * 2);
  const starts = new Uint32Array(lines.length + 1);
  const boxes = new Float64Array(lines.length * 4);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    let west = Number.POSITIVE_INFINITY;
    let south = Number.POSITIVE_INFINITY;
    let east = Number.NEGATIVE_INFINITY;
    let north = Number.NEGATIVE_INFINITY;
    for (const position of line) {
      const x = mercatorX(position[0] ?? 0);
      const y = mercatorY(position[1] ?? 0);
      coordinates[2 * at] = x;
      coordinates[2 * at + 1] = y;
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
      at += 1;
    }
    starts[index + 1] = at;
    boxes.set([west, south, east, north], index * 4);
  }
  return { coordinates, starts, boxes };
}

/** Returns the land, coasts and borders of Natural Earth as the map draws them. */
export function basemapLines(topology: NaturalEarth): BasemapLines {
  const collection = feature(topology, topology.objects.land);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  const rings: Line[] = [];
  for (const { geometry } of features) {
    if (geometry?.type === 'Polygon') rings.push(...geometry.coordinates);
    if (geometry?.type === 'MultiPolygon') rings.push(...geometry.coordinates.flat());
  }
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b);
  const unwrapped = rings.map(unwrapLine);
  return {
    land: packParts(unwrapped.map(closeOverPole)),
    coasts: packParts(unwrapped),
    borders: packParts(borders.coordinates.map(unwrapLine)),
  };
}
