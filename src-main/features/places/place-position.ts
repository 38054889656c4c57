import { packRings } from '../../../src-preload/contract/packed-places.ts';
import {
  type PlaceGeometry,
  type PlacePosition,
  verticesOfGeometry,
} from '../../../src-preload/contract/place-geometry.ts';
import type { PlaceKind } from '../../../src-preload/contract/place-values.ts';
import { pointWithin } from '../../../src-shared/geometry/point-within.ts';
import { boxOf } from '../../core/footprint.ts';

/** The columns of `place` for a position. */
export interface PositionColumns {
  kind: PlaceKind;
  longitude: number | null;
  latitude: number | null;
  altitude: number | null;
  vertices: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
}

const nowhere: PositionColumns = {
  kind: 'none',
  longitude: null,
  latitude: null,
  altitude: null,
  vertices: null,
  west: null,
  south: null,
  east: null,
  north: null,
};

/** Shifting a longitude by 360° changes its last digits; this rounds them away. */
const withoutNoise = (degrees: number) => Math.round(degrees * 1e10) / 1e10;

const flat = (ring: readonly PlacePosition[]) => ring.flat();

/**
 * Returns the geometry with the western edge of an area from −180 to 180. Its longitudes may exceed 180 beyond the
 * antimeridian.
 */
export function inMainWorld(geometry: PlaceGeometry | null): PlaceGeometry | null {
  if (geometry?.kind !== 'area') return geometry;
  const west = geometry.rings[0]?.reduce((least, [x]) => Math.min(least, x), Number.POSITIVE_INFINITY) ?? 0;
  const turns = 360 * Math.floor((west + 180) / 360);
  if (turns === 0) return geometry;
  return {
    kind: 'area',
    rings: geometry.rings.map((ring) => ring.map(([x, y]): PlacePosition => [withoutNoise(x - turns), y])),
  };
}

/** Returns the columns of a geometry that `inMainWorld` has returned. The position of an area is a point in it, the middle of its box if it can be. */
export function positionColumns(geometry: PlaceGeometry | null): PositionColumns {
  if (geometry === null) return nowhere;
  if (geometry.kind === 'point') {
    const { longitude, latitude, altitudeMetres } = geometry;
    return {
      kind: 'point',
      longitude,
      latitude,
      altitude: altitudeMetres,
      vertices: null,
      west: longitude,
      south: latitude,
      east: longitude,
      north: latitude,
    };
  }
  const box = boxOf(geometry.rings.slice(0, 1).map(flat));
  if (box === null) return nowhere;
  const [west, south, east, north] = box;
  return {
    kind: 'area',
    ...pointWithin(geometry.rings),
    altitude: null,
    vertices: verticesOfGeometry(geometry),
    west,
    south,
    east,
    north,
  };
}

/** Returns the rings of an area as the map draws them, packed as in `packed-places.ts`. */
export const drawnRings = (rings: readonly (readonly PlacePosition[])[]): string =>
  packRings(rings.map(flat));
