import geodesic from 'geographiclib-geodesic';

/** A point in degrees. */
export interface NearPoint {
  longitude: number;
  latitude: number;
}

const equatorMetres = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity = flattening * (2 - flattening);

/** Returns a place on the ellipsoid as metres from the earth's centre; in this form no meridian and no pole is special. */
function toCartesian({ longitude, latitude }: NearPoint): [x: number, y: number, z: number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const normal = equatorMetres / Math.sqrt(1 - eccentricity * Math.sin(phi) ** 2);
  return [
    normal * Math.cos(phi) * Math.cos(lambda),
    normal * Math.cos(phi) * Math.sin(lambda),
    normal * (1 - eccentricity) * Math.sin(phi),
  ];
}

/** Returns the distance of two places on the ellipsoid, in metres. */
export function metresBetween(one: NearPoint, other: NearPoint): number {
  return (
    geodesic.Geodesic.WGS84.Inverse(one.latitude, one.longitude, other.latitude, other.longitude).s12 ??
    Number.POSITIVE_INFINITY
  );
}

/** Smaller cells would have keys of too many digits. */
const minCellMetres = 1;
const neighbours = [-1, 0, 1];

/** The cell of a point in a grid of cubes, used to find points near each other. */
type Cell = readonly [x: number, y: number, z: number];

/** Returns the cell of each point; those of two points within the distance are the same or touch each other. */
export function cellsOf(points: readonly NearPoint[], withinMetres: number): Cell[] {
  const size = Math.max(minCellMetres, withinMetres);
  return points.map((point) => {
    const [x, y, z] = toCartesian(point);
    return [Math.floor(x / size), Math.floor(y / size), Math.floor(z / size)];
  });
}

/** Creates an index of points by their cells. */
export function createCellIndex() {
  const inCell = new Map<string, number[]>();
  return {
    add([x, y, z]: Cell, point: number) {
      const key = `${x} ${y} ${z}`;
      const members = inCell.get(key);
      if (members) members.push(point);
      else inCell.set(key, [point]);
    },
    /** Returns the points in a cell and in those that touch it, as they were added. */
    *near([x, y, z]: Cell): Generator<number> {
      for (const dx of neighbours)
        for (const dy of neighbours)
          for (const dz of neighbours) yield* inCell.get(`${x + dx} ${y + dy} ${z + dz}`) ?? [];
    },
  };
}

/**
 * Returns the function that finds those of these points that may be within the distance of another one; the caller measures.
 * Creating it takes time for each point, a search only for near ones.
 */
export function nearPoints<T extends NearPoint>(
  points: readonly T[],
  withinMetres: number,
): (at: NearPoint) => T[] {
  const index = createCellIndex();
  for (const [n, cell] of cellsOf(points, withinMetres).entries()) index.add(cell, n);
  return (at) => {
    const [cell = [0, 0, 0]] = cellsOf([at], withinMetres);
    return [...index.near(cell)].flatMap((n) => points[n] ?? []);
  };
}
