import RBush from 'rbush';

/** A box in CSS pixels. */
export interface LabelBox {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** A possible position of a name: the boxes that it covers, and the data with which it is drawn. */
export interface LabelChoice<Drawing> {
  boxes: readonly LabelBox[];
  drawing: Drawing;
}

/** A name that is to be placed. */
export interface LabelCandidate<Drawing> {
  /** Identifies the name in every view. */
  key: string;
  /** Lower is more important. */
  rank: number;
  /** Its possible positions, the best one first. */
  choices: readonly LabelChoice<Drawing>[];
  /** The minimum distance to other labels of this text; null for none. */
  apart: { text: string; distancePx: number } | null;
}

/** A placed name. */
export interface PlacedLabel<Drawing> {
  key: string;
  choice: number;
  boxes: readonly LabelBox[];
  drawing: Drawing;
}

/** Returns the names with only those positions that are entirely within a window of this size. */
export const wholeChoices = <Drawing>(
  candidates: readonly LabelCandidate<Drawing>[],
  { width, height }: { width: number; height: number },
): LabelCandidate<Drawing>[] =>
  candidates.map((candidate) => ({
    ...candidate,
    choices: candidate.choices.filter(({ boxes }) =>
      boxes.every(({ minX, minY, maxX, maxY }) => minX >= 0 && minY >= 0 && maxX <= width && maxY <= height),
    ),
  }));

const middleOf = ([first]: readonly LabelBox[]): readonly [number, number] =>
  first ? [(first.minX + first.maxX) / 2, (first.minY + first.maxY) / 2] : [0, 0];

/**
 * Places names so that none covers another, the most important first. While the view moves, `shown` has the shown names with
 * their positions: these are placed first and keep their positions if they still fit. Without `shown` the result depends on the
 * candidates only. No name covers a box of `takenBefore`.
 */
export function placeLabels<Drawing>(
  candidates: readonly LabelCandidate<Drawing>[],
  shown: ReadonlyMap<string, number> = new Map(),
  takenBefore: readonly LabelBox[] = [],
): PlacedLabel<Drawing>[] {
  const taken = new RBush<LabelBox>().load(takenBefore);
  const placed: PlacedLabel<Drawing>[] = [];
  const middles = new Map<string, (readonly [number, number])[]>();

  const isFree = ({ boxes }: LabelChoice<Drawing>) => !boxes.some((box) => taken.collides(box));
  const isApart = ({ apart }: LabelCandidate<Drawing>, { boxes }: LabelChoice<Drawing>) => {
    if (apart === null) return true;
    const [x, y] = middleOf(boxes);
    return !(middles.get(apart.text) ?? []).some(([ox, oy]) => Math.hypot(x - ox, y - oy) < apart.distancePx);
  };

  const sorted = [...candidates].sort(
    (a, b) =>
      Number(shown.has(b.key)) - Number(shown.has(a.key)) ||
      a.rank - b.rank ||
      (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
  const done = new Set<string>();
  for (const candidate of sorted) {
    if (done.has(candidate.key)) continue;
    const before = shown.get(candidate.key);
    const order = candidate.choices.map((_, i) => i);
    if (before !== undefined) order.sort((a, b) => Number(b === before) - Number(a === before));
    for (const at of order) {
      const choice = candidate.choices[at];
      if (!choice || !isFree(choice) || !isApart(candidate, choice)) continue;
      for (const box of choice.boxes) taken.insert(box);
      if (candidate.apart !== null) {
        const { text } = candidate.apart;
        middles.set(text, [...(middles.get(text) ?? []), middleOf(choice.boxes)]);
      }
      placed.push({ key: candidate.key, choice: at, boxes: choice.boxes, drawing: choice.drawing });
      done.add(candidate.key);
      break;
    }
  }
  return placed;
}
