// Land, as polygons made of the coastline: it is drawn finer than any ready-made polygons of the sources.
import { closeOverPole, unwrapLine } from '../../src-shared/geometry/unwrap-line.ts';

/** So far beyond the edge of the world a ring around the pole goes on, so that its ends are never seen. */
const beyondEdge = 20;

/** The two edges of the world are one place, and the source is cut there with less care: up to a hundredth of a degree. */
const keyOf = ([x, y]) =>
  Math.abs(x) >= 179.9999 ? `edge ${y.toFixed(2)}` : `${x.toFixed(4)} ${y.toFixed(4)}`;
const isClosed = (line) => keyOf(line[0]) === keyOf(line.at(-1));

/** Joins lines whose ends meet. Returns the closed ones and those that stay open. */
export function joinLines(lines) {
  const rings = [];
  const byEnd = new Map();
  const unlink = (line) => {
    for (const key of [keyOf(line[0]), keyOf(line.at(-1))]) {
      const left = (byEnd.get(key) ?? []).filter((other) => other !== line);
      if (left.length === 0) byEnd.delete(key);
      else byEnd.set(key, left);
    }
  };
  for (const first of lines) {
    let line = first;
    for (;;) {
      if (isClosed(line)) {
        rings.push(line);
        break;
      }
      const end = keyOf(line.at(-1));
      const start = keyOf(line[0]);
      const next = byEnd.get(end)?.[0];
      const before = next ? undefined : byEnd.get(start)?.[0];
      if (next) {
        unlink(next);
        line = [...line, ...(keyOf(next[0]) === end ? next : next.toReversed()).slice(1)];
      } else if (before) {
        unlink(before);
        line = [...(keyOf(before.at(-1)) === start ? before : before.toReversed()), ...line.slice(1)];
      } else {
        for (const key of [start, end]) byEnd.set(key, [...(byEnd.get(key) ?? []), line]);
        break;
      }
    }
  }
  return { rings, open: [...new Set([...byEnd.values()].flat())] };
}

/** A ring around a pole, closed along the pole well outside of the world, so that the edge of the world is no coast. */
function aroundPole(ring) {
  const line = ring[0][0] <= ring.at(-1)[0] ? ring : ring.toReversed();
  const [west, east] = [line[0][0], line.at(-1)[0]];
  // Up to the first place that is far enough, for a coast of few places as well.
  const first = line.findLastIndex(([x]) => x <= east - beyondEdge);
  const last = line.findIndex(([x]) => x >= west + beyondEdge);
  const before = line.slice(Math.max(0, first), -1).map(([x, y]) => [x - 360, y]);
  const after = line.slice(1, last + 1).map(([x, y]) => [x + 360, y]);
  const closed = closeOverPole([...before, ...line, ...after]);
  return [...closed, closed[0]];
}

function boxOf(ring) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

/** Returns true if a place is inside of a ring (even-odd). */
export function isInRing(ring, [x, y]) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Returns polygons (outer ring first) made of closed rings that lie within each other. */
export function nestRings(rings) {
  const shapes = rings.map((ring) => ({ ring, box: boxOf(ring), parents: [] }));
  for (const shape of shapes)
    for (const other of shapes) {
      const [west, south, east, north] = other.box;
      const holds =
        other !== shape &&
        shape.box[0] >= west &&
        shape.box[1] >= south &&
        shape.box[2] <= east &&
        shape.box[3] <= north &&
        isInRing(other.ring, shape.ring[0]);
      if (holds) shape.parents.push(other);
    }
  const holesOf = new Map();
  for (const shape of shapes) if (shape.parents.length % 2 === 0) holesOf.set(shape, []);
  for (const shape of shapes)
    if (shape.parents.length % 2 === 1) {
      const parent = shape.parents.find(({ parents }) => parents.length === shape.parents.length - 1);
      holesOf.get(parent)?.push(shape.ring);
    }
  return [...holesOf].map(([{ ring }, holes]) => [ring, ...holes]);
}

/** Returns land as polygons in degrees. Throws if the coastline does not close. */
export function landPolygons(coastline) {
  const lines = coastline.flatMap(({ geometry }) =>
    geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates,
  );
  const { rings, open } = joinLines(lines);
  const long = open.filter((line) => line.length > 2);
  if (long.length > 0)
    throw new Error(`${long.length} coastlines do not close, the first begins at ${long[0][0]}`);
  const flat = rings
    .filter((ring) => ring.length > 3)
    .map((ring) => {
      const line = unwrapLine(ring);
      return Math.abs(line.at(-1)[0] - line[0][0]) > 180 ? aroundPole(line) : line;
    });
  return nestRings(flat);
}
