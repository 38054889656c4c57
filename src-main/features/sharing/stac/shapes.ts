import { z } from 'zod';

/** The limit of positions of a geometry in a search. */
export const maxPositions = 2_000;

type Line = readonly number[];

/** A geometry to search by: lines and rings are flat `lon, lat, lon, lat …`. */
export interface Shape {
  points: number[];
  lines: number[][];
  /** Each polygon is a ring and its holes. */
  polygons: number[][][];
}

const position = z
  .array(z.number())
  .min(2)
  .max(4)
  .refine(([x = 999, y = 999]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
const line = z.array(position).min(2).max(maxPositions);
const ring = z
  .array(position)
  .min(4)
  .max(maxPositions)
  .refine((all) => all[0]?.[0] === all.at(-1)?.[0] && all[0]?.[1] === all.at(-1)?.[1]);
const polygon = z.array(ring).min(1).max(100);

const geometrySchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('Point'), coordinates: position }),
  z.looseObject({ type: z.literal('MultiPoint'), coordinates: z.array(position).min(1).max(maxPositions) }),
  z.looseObject({ type: z.literal('LineString'), coordinates: line }),
  z.looseObject({ type: z.literal('MultiLineString'), coordinates: z.array(line).min(1).max(100) }),
  z.looseObject({ type: z.literal('Polygon'), coordinates: polygon }),
  z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1).max(100) }),
]);

const flat = (positions: readonly (readonly number[])[]): number[] =>
  positions.flatMap(([x = 0, y = 0]) => [x, y]);

/** Returns the geometry of a search; null for one that is not valid, not in degrees or has too many positions. */
export function readShape(value: unknown): Shape | null {
  const read = geometrySchema.safeParse(value);
  if (!read.success) return null;
  const { type, coordinates } = read.data;
  const shape: Shape = { points: [], lines: [], polygons: [] };
  if (type === 'Point') shape.points = flat([coordinates]);
  else if (type === 'MultiPoint') shape.points = flat(coordinates);
  else if (type === 'LineString') shape.lines = [flat(coordinates)];
  else if (type === 'MultiLineString') shape.lines = coordinates.map(flat);
  else if (type === 'Polygon') shape.polygons = [coordinates.map(flat)];
  else shape.polygons = coordinates.map((each) => each.map(flat));
  return positionsOf(shape) <= maxPositions ? shape : null;
}

/** Returns the number of positions of a geometry. */
export const positionsOf = ({ points, lines, polygons }: Shape): number =>
  [points, ...lines, ...polygons.flat()].reduce((sum, each) => sum + each.length / 2, 0);

/** Returns the box of a geometry in degrees: west, south, east, north. */
export const boxOfShape = ({ points, lines, polygons }: Shape): number[] =>
  boxOfLine(points, ...lines, ...polygons.flat());

function boxOfLine(...all: readonly Line[]): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const each of all)
    for (let i = 0; i + 1 < each.length; i += 2) {
      const [x = 0, y = 0] = [each[i], each[i + 1]];
      box[0] = Math.min(box[0] ?? x, x);
      box[1] = Math.min(box[1] ?? y, y);
      box[2] = Math.max(box[2] ?? x, x);
      box[3] = Math.max(box[3] ?? y, y);
    }
  return box;
}

/** True if a position is inside an odd number of these rings, so that holes are outside. */
function isInside(rings: readonly Line[], x: number, y: number): boolean {
  let isIn = false;
  for (const each of rings)
    for (let i = 0, before = each.length - 2; i + 1 < each.length; before = i, i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [each[i], each[i + 1], each[before], each[before + 1]];
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isIn = !isIn;
    }
  return isIn;
}

const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number) =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));

/** True if any edges of two lines cross or touch. */
function doCross(one: Line, other: Line): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = boxOfLine(other);
  for (let i = 0; i + 3 < one.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [one[i], one[i + 1], one[i + 2], one[i + 3]];
    // Tested first, because an outline may have twenty thousand edges and most are far away.
    if (Math.max(ax, bx) < west || Math.min(ax, bx) > east) continue;
    if (Math.max(ay, by) < south || Math.min(ay, by) > north) continue;
    for (let j = 0; j + 3 < other.length; j += 2) {
      const [cx = 0, cy = 0, dx = 0, dy = 0] = [other[j], other[j + 1], other[j + 2], other[j + 3]];
      if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) continue;
      if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) continue;
      const apart =
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) > 0 ||
        side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) > 0;
      if (!apart) return true;
    }
  }
  return false;
}

const shifted = (line: Line, offset: number): number[] =>
  line.map((value, i) => (i % 2 === 0 ? value + offset : value));

function meets(shape: Shape, rings: readonly Line[], offset: number): boolean {
  const isCovered = (x: number, y: number) => rings.some((each) => isInside([each], x, y));
  for (let i = 0; i + 1 < shape.points.length; i += 2)
    if (isCovered((shape.points[i] ?? 0) + offset, shape.points[i + 1] ?? 0)) return true;
  for (const each of shape.lines.map((one) => shifted(one, offset)))
    if (isCovered(each[0] ?? 0, each[1] ?? 0) || rings.some((other) => doCross(each, other))) return true;
  for (const polygon of shape.polygons) {
    const own = polygon.map((each) => shifted(each, offset));
    if (isCovered(own[0]?.[0] ?? 0, own[0]?.[1] ?? 0)) return true;
    if (rings.some((other) => isInside(own, other[0] ?? 0, other[1] ?? 0))) return true;
    if (own.some((each) => rings.some((other) => doCross(each, other)))) return true;
  }
  return false;
}

/** True if a geometry and the outline of a scene intersect, also if they are on different sides of the antimeridian. */
export const intersects = (shape: Shape, rings: readonly Line[]): boolean =>
  [0, 360, -360].some((offset) => meets(shape, rings, offset));
