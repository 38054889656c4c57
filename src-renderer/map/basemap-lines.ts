import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Objects, Topology } from 'topojson-specification';
import { mercatorX, mercatorY } from './mercator.ts';

/** Lines or rings in one buffer: part i has the vertices `starts[i]` … `starts[i + 1]`, as x, y pairs in EPSG:3857, and a box of four. */
export interface Parts {
  coordinates: Float64Array;
  starts: Uint32Array;
  boxes: Float64Array;
}

export interface BasemapLines {
  land: Parts;
  coasts: Parts;
  borders: Parts;
}

export interface NaturalEarth extends Topology {
  objects: Objects & {
    countries: GeometryCollection;
    land: GeometryCollection<Record<string, never>> | MultiPolygon;
  };
}

/** Where the data was cut at the edge of the world: no coast. */
function onCut(a: readonly number[], b: readonly number[]): boolean {
  const edge = 179.98;
  const east = (a[0] ?? 0) > edge && (b[0] ?? 0) > edge;
  const west = (a[0] ?? 0) < -edge && (b[0] ?? 0) < -edge;
  return east || west || ((a[1] ?? 0) < -85 && (b[1] ?? 0) < -85);
}

export function packParts(lines: readonly (readonly (readonly number[])[])[]): Parts {
  const total = lines.reduce((sum, line) => sum + line.length, 0);
  const coordinates = new Float64Array(total * 2);
  const starts = new Uint32Array(lines.length + 1);
  const boxes = new Float64Array(lines.length * 4);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const box = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const;
    let [west, south, east, north]: number[] = [...box];
    for (const position of line) {
      const x = mercatorX(position[0] ?? 0);
      const y = mercatorY(position[1] ?? 0);
      coordinates[2 * at] = x;
      coordinates[2 * at + 1] = y;
      west = Math.min(west ?? x, x);
      east = Math.max(east ?? x, x);
      south = Math.min(south ?? y, y);
      north = Math.max(north ?? y, y);
      at += 1;
    }
    starts[index + 1] = at;
    boxes.set([west ?? 0, south ?? 0, east ?? 0, north ?? 0], index * 4);
  }
  return { coordinates, starts, boxes };
}

function withoutCuts(lines: readonly (readonly (readonly number[])[])[]): (readonly number[])[][] {
  const parts: (readonly number[])[][] = [];
  for (const line of lines) {
    let part: (readonly number[])[] = [];
    for (const [index, position] of line.entries()) {
      const before = line[index - 1];
      if (before && onCut(before, position)) {
        if (part.length > 1) parts.push(part);
        part = [];
      }
      part.push(position);
    }
    if (part.length > 1) parts.push(part);
  }
  return parts;
}

/** Natural Earth's land, coasts and borders as the map draws them. */
export function basemapLines(topology: NaturalEarth): BasemapLines {
  const collection = feature(topology, topology.objects.land);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  const rings: (readonly (readonly number[])[])[] = [];
  for (const { geometry } of features) {
    if (geometry?.type === 'Polygon') rings.push(...geometry.coordinates);
    if (geometry?.type === 'MultiPolygon') rings.push(...geometry.coordinates.flat());
  }
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b);
  return {
    land: packParts(rings),
    coasts: packParts(withoutCuts(rings)),
    borders: packParts(withoutCuts(borders.coordinates)),
  };
}
