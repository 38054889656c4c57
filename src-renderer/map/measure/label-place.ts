/** A box in CSS pixels of the map. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The fractions of a line at which its label is tried, the best one first. */
const fractions = [0.5, 0.35, 0.65, 0.2, 0.8] as const;

/** Returns the point of a line (flat x, y) at a fraction of its vertices. */
function pointAt(line: ArrayLike<number>, fraction: number): readonly [x: number, y: number] {
  const along = fraction * (line.length / 2 - 1);
  const before = Math.min(Math.floor(along), line.length / 2 - 2);
  const part = along - before;
  const of = (axis: 0 | 1) => {
    const from = line[2 * before + axis] ?? 0;
    return from + ((line[2 * before + 2 + axis] ?? 0) - from) * part;
  };
  return [of(0), of(1)];
}

const overlap = (one: PixelBox, other: PixelBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

interface LabelRoom {
  /** The size of the label. */
  width: number;
  height: number;
  /** What is in view. */
  view: PixelBox;
  /** The boxes of the elements that cover the map. */
  covered: readonly PixelBox[];
}

/**
 * Returns the centre of the label of a line (flat x, y in CSS pixels of the map). It is the point nearest to the middle of the
 * line at which the whole label is in view and nothing covers it; null if there is none.
 */
export function labelPlace(
  line: ArrayLike<number>,
  { width, height, view, covered }: LabelRoom,
): readonly [x: number, y: number] | null {
  for (const fraction of fractions) {
    const [x, y] = pointAt(line, fraction);
    const box = {
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    };
    const isInView =
      box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
    if (isInView && !covered.some((other) => overlap(box, other))) return [x, y];
  }
  return null;
}

/** Returns the boxes of the siblings of an element, which cover it. */
export function coveredBoxes(element: HTMLElement): PixelBox[] {
  const own = element.getBoundingClientRect();
  return [...(element.parentElement?.children ?? [])]
    .filter((each) => each !== element)
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - own.left,
      right: right - own.left,
      top: top - own.top,
      bottom: bottom - own.top,
    }));
}
