import type { Problem } from '../../src-shared/geometry/area.ts';
import { limits } from './limits.ts';

/** A place that cannot be imported, with the reason. */
export interface RefusedPart {
  kind: 'refused';
  problem: Problem;
}

/** One place of a geometry as the file has it: coordinates in any system, or why it is not a place. */
export type RawPart =
  | { kind: 'point'; position: readonly number[] }
  | { kind: 'line'; positions: readonly (readonly number[])[] }
  | { kind: 'area'; rings: readonly (readonly (readonly number[])[])[] }
  | RefusedPart;

/** Returns a part that cannot be imported. */
export const refused = (message: string, values?: Record<string, string | number>): RefusedPart => ({
  kind: 'refused',
  problem: values === undefined ? { message } : { message, values },
});

const isPosition = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 2 && typeof value[0] === 'number' && typeof value[1] === 'number';

const isRings = (value: unknown): value is number[][][] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((ring) => Array.isArray(ring) && ring.every(isPosition));

const unreadable = () => refused('validation.geometry');

function pointPart(position: unknown): RawPart {
  // An empty point has no numbers.
  if (Array.isArray(position) && position.length === 0) return refused('validation.noGeometry');
  return isPosition(position) ? { kind: 'point', position } : unreadable();
}

const isLine = (value: unknown): value is number[][] =>
  Array.isArray(value) && value.length > 0 && value.every(isPosition);

function linePart(positions: unknown): RawPart {
  // A line without positions is still a line; where only places are accepted, that is the reason for its rejection.
  if (positions === undefined || (Array.isArray(positions) && positions.length === 0))
    return { kind: 'line', positions: [] };
  return isLine(positions) ? { kind: 'line', positions } : unreadable();
}

const areaPart = (rings: unknown): RawPart => (isRings(rings) ? { kind: 'area', rings } : unreadable());

function each(list: unknown, part: (value: unknown) => RawPart): RawPart[] {
  if (!Array.isArray(list)) return [unreadable()];
  return list.length === 0 ? [refused('validation.noGeometry')] : list.map(part);
}

/**
 * Returns the places of a GeoJSON geometry, which may have any value. A collection has the places of all its members.
 */
export function partsOfGeometry(geometry: unknown, depth = 0): RawPart[] {
  if (geometry === null || geometry === undefined) return [refused('validation.noGeometry')];
  if (typeof geometry !== 'object') return [unreadable()];
  const type: unknown = Reflect.get(geometry, 'type');
  const coordinates: unknown = Reflect.get(geometry, 'coordinates');
  if (type === 'Point') return [pointPart(coordinates)];
  if (type === 'MultiPoint') return each(coordinates, pointPart);
  if (type === 'Polygon') {
    const isEmpty = Array.isArray(coordinates) && coordinates.length === 0;
    return [isEmpty ? refused('validation.noGeometry') : areaPart(coordinates)];
  }
  if (type === 'MultiPolygon') return each(coordinates, areaPart);
  if (type === 'LineString') return [linePart(coordinates)];
  if (type === 'MultiLineString') return each(coordinates, linePart);
  if (type !== 'GeometryCollection')
    return [
      refused('validation.unknownGeometry', { kind: typeof type === 'string' ? type.slice(0, 40) : '—' }),
    ];
  const geometries: unknown = Reflect.get(geometry, 'geometries');
  if (!Array.isArray(geometries)) return [unreadable()];
  if (depth >= limits.depth) return [refused('validation.tooDeep')];
  if (geometries.length === 0) return [refused('validation.noGeometry')];
  return geometries.flatMap((member: unknown) => partsOfGeometry(member, depth + 1));
}
