import { type PolygonSize, polygonSize, type Segment, segmentsOf } from '../../geometry/geodesic.ts';
import type { Measure } from '../../state/measure-store.ts';

/** The result of a measurement, on the WGS 84 ellipsoid. */
export interface Measured {
  /** The sides in order; an area of three or more vertices has one that leads back to the first. */
  segments: readonly Segment[];
  lengthMetres: number;
  /** The area within the sides; null for a path, and while there are fewer than three vertices. */
  polygon: PolygonSize | null;
}

/** Returns what is measured. */
export function measuredOf({ kind, vertices }: Pick<Measure, 'kind' | 'vertices'>): Measured {
  const isClosed = kind === 'area' && vertices.length > 2;
  const segments = segmentsOf(isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices);
  return {
    segments,
    lengthMetres: segments.reduce((sum, { lengthMetres }) => sum + lengthMetres, 0),
    polygon: isClosed ? polygonSize(vertices) : null,
  };
}
