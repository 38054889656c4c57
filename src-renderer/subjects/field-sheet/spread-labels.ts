interface Pixel {
  x: number;
  y: number;
}

/** A label on a picture: where its place is, and where its number stands. */
export interface SpreadLabel {
  place: Pixel;
  at: Pixel;
}

interface PictureSize {
  widthPx: number;
  heightPx: number;
  /** The radius of a label. */
  radiusPx: number;
}

/** A label moves away from its place in rings, this many of them: there is room for 330 around one place. */
const rings = 10;

/** The places where a label may stand, the nearest first. */
function* aroundOf(place: Pixel, radiusPx: number): Generator<Pixel> {
  yield place;
  for (let ring = 1; ring <= rings; ring += 1)
    // Six more in each ring stand a little more than their size apart.
    for (let direction = 0; direction < 6 * ring; direction += 1) {
      const angle = (Math.PI * direction) / (3 * ring) - Math.PI / 2;
      const away = ring * 2.1 * radiusPx;
      yield { x: place.x + away * Math.cos(angle), y: place.y + away * Math.sin(angle) };
    }
}

/**
 * Returns where the numbers stand: on their places, or beside them where others are. A label that finds no free place
 * stays on its own and covers another one.
 */
export function spreadLabels(
  places: readonly Pixel[],
  { widthPx, heightPx, radiusPx }: PictureSize,
): SpreadLabel[] {
  const cellPx = 2 * radiusPx;
  /** Labels by squares of the picture: only those of neighbouring squares can touch each other. */
  const taken = new Map<string, Pixel[]>();
  const columnOf = (px: number) => Math.floor(px / cellPx);

  function isFree({ x, y }: Pixel): boolean {
    if (x < radiusPx || y < radiusPx || x > widthPx - radiusPx || y > heightPx - radiusPx) return false;
    for (const column of [-1, 0, 1])
      for (const row of [-1, 0, 1])
        for (const other of taken.get(`${columnOf(x) + column} ${columnOf(y) + row}`) ?? [])
          if (Math.hypot(other.x - x, other.y - y) < cellPx) return false;
    return true;
  }

  return places.map((place) => {
    const at = aroundOf(place, radiusPx).find(isFree) ?? place;
    const key = `${columnOf(at.x)} ${columnOf(at.y)}`;
    taken.set(key, [...(taken.get(key) ?? []), at]);
    return { place, at };
  });
}
