/** A box in the units of the coordinates: west, south, east, north. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

type Side = (x: number, y: number) => number;

/** The distances from the sides of the box; each is positive inside and zero on the side. */
function sidesOf(box: Box): Side[] {
  return [(x) => x - box.west, (x) => box.east - x, (_, y) => y - box.south, (_, y) => box.north - y];
}

/**
 * Clips a ring (flat x, y) to a box, side by side. Without this, distant vertices lose their precision in the
 * canvas's 32-bit floats. The new edges run along the box, so the box must lie outside of the visible part.
 */
export function clipRing(ring: ArrayLike<number>, box: Box): number[] {
  let points: ArrayLike<number> = ring;
  let kept: number[] = [];
  for (const side of sidesOf(box)) {
    kept = [];
    const count = points.length / 2;
    for (let index = 0; index < count; index += 1) {
      const x = points[2 * index] ?? 0;
      const y = points[2 * index + 1] ?? 0;
      const before = index === 0 ? count - 1 : index - 1;
      const fromX = points[2 * before] ?? 0;
      const fromY = points[2 * before + 1] ?? 0;
      const here = side(x, y);
      const there = side(fromX, fromY);
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        kept.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
      }
      if (here >= 0) kept.push(x, y);
    }
    points = kept;
    if (points.length === 0) break;
  }
  return kept;
}
