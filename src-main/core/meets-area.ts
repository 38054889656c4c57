/** A ring in degrees as `lon, lat, …`, not closed. */
export type FlatRing = readonly number[];
type Box = readonly [west: number, south: number, east: number, north: number];

/** Returns true if a ring contains a point, by the number of its edges that a line to the east crosses. */
export function ringContains(ring: FlatRing, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, before = ring.length - 2; i + 1 < ring.length; before = i, i += 2) {
    const [x1 = 0, y1 = 0] = [ring[i], ring[i + 1]];
    const [x2 = 0, y2 = 0] = [ring[before], ring[before + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isInside = !isInside;
  }
  return isInside;
}

/** Returns true if a line touches a box: the part of it within both pairs of sides is not empty. */
function lineMeetsBox(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  [west, south, east, north]: Box,
): boolean {
  let [from, to] = [0, 1];
  const clip = (start: number, by: number, least: number, most: number): boolean => {
    if (by === 0) return start >= least && start <= most;
    const [a, b] = [(least - start) / by, (most - start) / by];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
    return from <= to;
  };
  return clip(x1, x2 - x1, west, east) && clip(y1, y2 - y1, south, north);
}

/** Returns whether a box is inside of a ring, outside of it, or crosses its edge. */
export function boxInRing(ring: FlatRing, box: Box): 'inside' | 'outside' | 'across' {
  for (let i = 0, before = ring.length - 2; i + 1 < ring.length; before = i, i += 2)
    if (lineMeetsBox(ring[before] ?? 0, ring[before + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0, box))
      return 'across';
  return ringContains(ring, box[0], box[1]) ? 'inside' : 'outside';
}

const side = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

function linesCross(a: readonly number[], b: readonly number[]): boolean {
  const [ax = 0, ay = 0, bx = 0, by = 0] = a;
  const [cx = 0, cy = 0, dx = 0, dy = 0] = b;
  return (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0 &&
    Math.max(ax, bx) >= Math.min(cx, dx) &&
    Math.max(cx, dx) >= Math.min(ax, bx) &&
    Math.max(ay, by) >= Math.min(cy, dy) &&
    Math.max(cy, dy) >= Math.min(ay, by)
  );
}

const edgesOf = (ring: FlatRing): number[][] => {
  const edges: number[][] = [];
  for (let i = 0, before = ring.length - 2; i + 1 < ring.length; before = i, i += 2)
    edges.push([ring[before] ?? 0, ring[before + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]);
  return edges;
};

/** Returns true if two rings have a point in common. */
export function ringsMeet(one: FlatRing, other: FlatRing): boolean {
  if (ringContains(one, other[0] ?? 0, other[1] ?? 0)) return true;
  if (ringContains(other, one[0] ?? 0, one[1] ?? 0)) return true;
  const others = edgesOf(other);
  return edgesOf(one).some((edge) => others.some((each) => linesCross(edge, each)));
}

/** Returns the box of a ring. */
export function boxOfRing(ring: FlatRing): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < ring.length; i += 2) {
    west = Math.min(west, ring[i] ?? 0);
    east = Math.max(east, ring[i] ?? 0);
    south = Math.min(south, ring[i + 1] ?? 0);
    north = Math.max(north, ring[i + 1] ?? 0);
  }
  return [west, south, east, north];
}

/** Returns the ring, moved by some degrees to the east. */
export const turned = (ring: FlatRing, by: number): FlatRing =>
  by === 0 ? ring : ring.map((value, i) => (i % 2 === 0 ? value + by : value));

/** Returns true if one of the rings and the area have a point in common, in whichever turn of the globe each is written. */
export function meetsArea(rings: readonly FlatRing[], area: FlatRing): boolean {
  const [west, , east] = boxOfRing(area);
  return rings.some((ring) => {
    const [ringWest, , ringEast] = boxOfRing(ring);
    const last = Math.floor((east - ringWest) / 360);
    for (let turn = Math.ceil((west - ringEast) / 360); turn <= last; turn += 1)
      if (ringsMeet(turned(ring, 360 * turn), area)) return true;
    return false;
  });
}
