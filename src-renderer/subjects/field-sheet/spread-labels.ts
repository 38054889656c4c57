interface Pixel {
  x: number;
  y: number;
}

/** A numbered label on a map: its place, and where the label is drawn. */
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

/** The maximum number of rings around a place on which its label may be drawn: there is room for 330 labels. */
const rings = 10;

/** Yields the possible positions of a label, nearest first. */
function* labelPositions(place: Pixel, radiusPx: number): Generator<Pixel> {
  yield place;
  for (let ring = 1; ring <= rings; ring += 1)
    // With six more positions per ring, neighbours are slightly more than a label apart.
    for (let direction = 0; direction < 6 * ring; direction += 1) {
      const angle = (Math.PI * direction) / (3 * ring) - Math.PI / 2;
      const away = ring * 2.1 * radiusPx;
      yield { x: place.x + away * Math.cos(angle), y: place.y + away * Math.sin(angle) };
    }
}

/**
 * Returns the labels' positions: on their places, or beside them where other labels are. A label that finds no free position stays on its
 * place and covers another one.
 */
export function spreadLabels(
  places: readonly Pixel[],
  { widthPx, heightPx, radiusPx }: PictureSize,
): SpreadLabel[] {
  const cellPx = 2 * radiusPx;
  /** Labels by grid square: only labels of neighbouring squares can overlap. */
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
    const at = labelPositions(place, radiusPx).find(isFree) ?? place;
    const key = `${columnOf(at.x)} ${columnOf(at.y)}`;
    taken.set(key, [...(taken.get(key) ?? []), at]);
    return { place, at };
  });
}
