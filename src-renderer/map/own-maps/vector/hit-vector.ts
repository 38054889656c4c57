import { categoryOf } from './vector-style.ts';
import {
  type FeatureKind,
  type FeatureProperties,
  nameOfFeature,
  type VectorData,
  type VectorFeature,
} from './vector-tile-data.ts';

/** A feature at a place on the map. */
export interface FoundVectorFeature {
  layer: string;
  kind: FeatureKind;
  id: number | null;
  name: string | null;
  /** True for features of common schemas: ground, ways, names of places. */
  isKnown: boolean;
  properties: FeatureProperties;
}

const maxFound = 10;

function distanceToLine(part: Float32Array, x: number, y: number): number {
  let nearest = Infinity;
  for (let at = 2; at < part.length; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = part.subarray(at - 2, at + 2);
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const fraction = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
    nearest = Math.min(nearest, Math.hypot(x - ax - fraction * dx, y - ay - fraction * dy));
  }
  return nearest;
}

function isInside(parts: readonly Float32Array[], x: number, y: number): boolean {
  let inside = false;
  for (const part of parts)
    for (let at = 0, before = part.length - 2; at < part.length; before = at, at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [part[at], part[at + 1], part[before], part[before + 1]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

function isHit({ kind, parts, box }: VectorFeature, x: number, y: number, reach: number): boolean {
  const [west, north, east, south] = box;
  if (x < west - reach || x > east + reach || y < north - reach || y > south + reach) return false;
  if (kind === 'area') return isInside(parts, x, y);
  if (kind === 'line') return parts.some((part) => distanceToLine(part, x, y) <= reach);
  return parts.some((part) => {
    for (let at = 0; at < part.length; at += 2)
      if (Math.hypot((part[at] ?? 0) - x, (part[at + 1] ?? 0) - y) <= reach) return true;
    return false;
  });
}

const order = { point: 0, line: 1, area: 2 } as const;

/**
 * Returns the features of a tile within reach of a place, in units of the tile: points before lines before areas, the topmost
 * first.
 */
export function hitVector(
  data: VectorData,
  { x, y, reach, language }: { x: number; y: number; reach: number; language: string },
): FoundVectorFeature[] {
  const found: FoundVectorFeature[] = [];
  for (const { name: layer, features } of data.layers.toReversed())
    for (const feature of features.toReversed()) {
      if (!isHit(feature, x, y, reach)) continue;
      const { kind, id, properties } = feature;
      const isKnown = categoryOf(layer, kind, properties) !== null;
      found.push({ layer, kind, id, properties, isKnown, name: nameOfFeature(feature, language) });
    }
  return found.sort((a, b) => order[a.kind] - order[b.kind]).slice(0, maxFound);
}
