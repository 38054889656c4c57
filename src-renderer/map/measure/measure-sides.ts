import { geodesicLine, segmentOf } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { longitudeOf, mercatorX, mercatorY } from '../../../src-shared/geometry/mercator.ts';
import type { Measure } from '../../kit/state/measure-store.ts';

/** A line on the map: x, y, … in EPSG:3857, continuing over the antimeridian. */
export type FlatLine = Float64Array;

function flat(places: readonly LonLat[]): FlatLine {
  return Float64Array.from({ length: 2 * places.length }, (_, at) => {
    const [longitude = 0, latitude = 0] = places[at >> 1] ?? [];
    return at % 2 === 0 ? mercatorX(longitude) : mercatorY(latitude);
  });
}

/** Returns the geodesic between two places as a line. */
const sideBetween = (from: LonLat, to: LonLat) => flat(geodesicLine([from, to]));

/** A side between two vertices. */
interface Side {
  from: LonLat;
  to: LonLat;
  line: FlatLine;
  lengthMetres: number;
}

/** The lines of a measurement, computed once for each change of its vertices. */
export interface MeasureSides {
  sides: readonly Side[];
  /** The closed ring of an area; null for a path. */
  ring: FlatLine | null;
  vertices: FlatLine;
}

const isAt = (one: LonLat, other: LonLat) => one[0] === other[0] && one[1] === other[1];

/** Returns the lines of a measurement; sides that did not change are taken from the last result. */
export function measureSides({ kind, vertices }: Measure, before: MeasureSides | null): MeasureSides {
  const isClosed = kind === 'area' && vertices.length > 2;
  const all = isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices;
  let [longitude = 0] = all[0] ?? [];
  const sides = all.slice(1).map((to, i): Side => {
    // Each side continues in the copy of the world in which the one before it ended.
    const from: LonLat = [longitude, all[i]?.[1] ?? 0];
    const stored = before?.sides[i];
    const side =
      stored !== undefined && isAt(stored.from, from) && isAt(stored.to, to)
        ? stored
        : { from, to, line: sideBetween(from, to), lengthMetres: segmentOf(from, to).lengthMetres };
    longitude = longitudeOf(side.line.at(-2) ?? 0);
    return side;
  });
  const ring = sides.flatMap(({ line }) => [...line.subarray(2)]);
  const ends = sides.slice(0, vertices.length - 1).flatMap(({ line }) => [...line.subarray(-2)]);
  return {
    sides,
    ring: isClosed ? Float64Array.from(ring) : null,
    vertices: Float64Array.from([...flat(vertices.slice(0, 1)), ...ends]),
  };
}

/** Returns the sides from the vertices to the pointer while vertices are added; the second one closes an area. */
export function sidesToPointer(measure: Measure, pointer: LonLat | null): FlatLine[] {
  if (!measure.isAdding || pointer === null) return [];
  const [first, last] = [measure.vertices[0], measure.vertices.at(-1)];
  if (first === undefined || last === undefined) return [];
  const closes = measure.kind === 'area' && measure.vertices.length > 1;
  return [sideBetween(last, pointer), ...(closes ? [sideBetween(pointer, first)] : [])];
}
