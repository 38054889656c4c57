import {
  type PolygonSize,
  polygonSize,
  type Segment,
  segmentsOf,
} from '../../../src-shared/geometry/geodesic.ts';
import type { Measure } from '../../kit/state/measure-store.ts';

/** The result of a measurement, on the WGS 84 ellipsoid. */
export interface Measurement {
  /** The sides in sequence. An area of three or more vertices includes the side back to the first. */
  segments: readonly Segment[];
  lengthMetres: number;
  /** The enclosed area; null for a path, and for fewer than three vertices. */
  polygon: PolygonSize | null;
}

/** Returns the result of a measurement. */
export function measurementOf({ kind, vertices }: Pick<Measure, 'kind' | 'vertices'>): Measurement {
  const isClosed = kind === 'area' && vertices.length > 2;
  const segments = segmentsOf(isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices);
  return {
    segments,
    lengthMetres: segments.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0),
    polygon: isClosed ? polygonSize(vertices) : null,
  };
}
