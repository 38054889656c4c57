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

/** A line to a place is visible if the label at its other end, and all other labels, leave this free around the place. */
const freePx = 3;

/** Yields the positions beside a place for its label, nearest first. */
function* positionsBeside(place: Pixel, radiusPx: number): Generator<Pixel> {
  for (let ring = 1; ring <= rings; ring += 1)
    // With six more positions per ring, neighbours are slightly more than a label apart.
    for (let direction = 0; direction < 6 * ring; direction += 1) {
      const angle = (Math.PI * direction) / (3 * ring) - Math.PI / 2;
      const away = ring * 2.1 * radiusPx;
      yield { x: place.x + away * Math.cos(angle), y: place.y + away * Math.sin(angle) };
    }
}

/** More rows of squares than a picture has. */
const cellRows = 10_000;

/** Pixels by grid square, which finds those near another pixel. */
function createPixelIndex(cellPx: number) {
  const cells = new Map<number, Pixel[]>();
  const columnOf = (px: number) => Math.floor(px / cellPx);
  const keyOf = (column: number, row: number) => column * cellRows + row;
  return {
    add(pixel: Pixel) {
      const key = keyOf(columnOf(pixel.x), columnOf(pixel.y));
      const inCell = cells.get(key);
      if (inCell) inCell.push(pixel);
      else cells.set(key, [pixel]);
    },
    /** Returns the number of pixels that are less than a distance of at most `cellPx` away. */
    countNear({ x, y }: Pixel, withinPx: number): number {
      let count = 0;
      for (const column of [-1, 0, 1])
        for (const row of [-1, 0, 1])
          for (const other of cells.get(keyOf(columnOf(x) + column, columnOf(y) + row)) ?? [])
            if (Math.hypot(other.x - x, other.y - y) < withinPx) count += 1;
      return count;
    },
  };
}

/**
 * Returns the labels' positions. The label of a place that stands alone is on its place. Where labels would overlap, all of them move
 * beside their places and cover none of these, so that the line from each label to its place is visible. Without room for that a label
 * may cover a place, and without room for a label it stays on its place.
 */
export function spreadLabels(
  places: readonly Pixel[],
  { widthPx, heightPx, radiusPx }: PictureSize,
): SpreadLabel[] {
  const cellPx = 2 * radiusPx;
  const allPlaces = createPixelIndex(cellPx);
  const labels = createPixelIndex(cellPx);
  for (const place of places) allPlaces.add(place);
  const isInside = ({ x, y }: Pixel) =>
    x >= radiusPx && y >= radiusPx && x <= widthPx - radiusPx && y <= heightPx - radiusPx;
  // The count includes the place itself.
  const staysOnPlace = (place: Pixel) => isInside(place) && allPlaces.countNear(place, cellPx) === 1;
  for (const place of places) if (staysOnPlace(place)) labels.add(place);

  function findPosition(place: Pixel): Pixel {
    let overAPlace: Pixel | null = null;
    for (const at of positionsBeside(place, radiusPx)) {
      if (!isInside(at) || labels.countNear(at, cellPx) > 0) continue;
      if (allPlaces.countNear(at, radiusPx + freePx) === 0) return at;
      overAPlace ??= at;
    }
    return overAPlace ?? place;
  }

  return places.map((place) => {
    if (staysOnPlace(place)) return { place, at: place };
    const at = findPosition(place);
    labels.add(at);
    return { place, at };
  });
}
