import type { LonLat } from './lon-lat.ts';

type Rings = readonly (readonly LonLat[])[];

interface Side {
  a: LonLat;
  b: LonLat;
  ring: number;
  index: number;
  /** The number of sides of the ring. */
  count: number;
  west: number;
  east: number;
}

const turn = (a: LonLat, b: LonLat, c: LonLat) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const within = (a: LonLat, b: LonLat, c: LonLat) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Returns the point where two sides meet illegally; null if there is none. */
function meeting(one: Side, other: Side): LonLat | null {
  const sameRing = one.ring === other.ring;
  const follows = sameRing && other.index === (one.index + 1) % one.count;
  const leads = sameRing && one.index === (other.index + 1) % one.count;
  if (follows || leads) {
    const [first, second] = follows ? [one, other] : [other, one];
    // Neighbouring sides share a vertex; in a spike the second side runs back along the first.
    const back =
      turn(first.a, first.b, second.b) === 0 &&
      (first.b[0] - first.a[0]) * (second.b[0] - second.a[0]) +
        (first.b[1] - first.a[1]) * (second.b[1] - second.a[1]) <
        0;
    return back ? first.b : null;
  }
  const [p, q, r, s] = [
    turn(one.a, one.b, other.a),
    turn(one.a, one.b, other.b),
    turn(other.a, other.b, one.a),
    turn(other.a, other.b, one.b),
  ];
  if (p > 0 !== q > 0 && r > 0 !== s > 0 && p !== 0 && q !== 0 && r !== 0 && s !== 0) {
    const share = r / (r - s);
    return [one.a[0] + share * (one.b[0] - one.a[0]), one.a[1] + share * (one.b[1] - one.a[1])];
  }
  // A hole may touch the outer ring at a point; a ring may not touch itself.
  if (!sameRing) return null;
  if (p === 0 && within(one.a, one.b, other.a)) return other.a;
  if (q === 0 && within(one.a, one.b, other.b)) return other.b;
  if (r === 0 && within(other.a, other.b, one.a)) return one.a;
  if (s === 0 && within(other.a, other.b, one.b)) return one.b;
  return null;
}

/** Returns a point where rings cross each other, or where one crosses or touches itself; null if there is none. */
export function meets(rings: Rings): LonLat | null {
  const sides = rings.flatMap((corners, ring) =>
    corners.map((a, index): Side => {
      const b = corners[(index + 1) % corners.length] ?? a;
      return {
        a,
        b,
        ring,
        index,
        count: corners.length,
        west: Math.min(a[0], b[0]),
        east: Math.max(a[0], b[0]),
      };
    }),
  );
  // Sweeps from west to east: only sides that share a longitude are compared.
  sides.sort((a, b) => a.west - b.west);
  let open: Side[] = [];
  for (const side of sides) {
    open = open.filter(({ east }) => east >= side.west);
    for (const other of open) {
      const place = meeting(other, side);
      if (place) return place;
    }
    open.push(side);
  }
  return null;
}

/** Returns true if a point is inside the rings, by the even-odd rule. */
export function insideArea(rings: Rings, [x, y]: LonLat): boolean {
  let inside = false;
  for (const ring of rings)
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}
