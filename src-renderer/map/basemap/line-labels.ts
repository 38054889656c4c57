/** A letter of a name along a line: its middle in CSS pixels and its rotation in radians. */
export interface LetterPlace {
  x: number;
  y: number;
  turn: number;
}

/** The distance between two tried positions of a name along a line, in CSS pixels. */
const stepPx = 24;
/** The maximum angles, in radians, by which a name bends in all, and from one letter to the next. */
const maxBend = 1.1;
const maxTurn = 0.45;

/** Returns the length of the line at each vertex (flat x, y), in its own units. */
function lengthsOf(line: ArrayLike<number>): Float64Array {
  const lengths = new Float64Array(line.length / 2);
  for (let i = 1; i < lengths.length; i += 1)
    lengths[i] =
      (lengths[i - 1] ?? 0) +
      Math.hypot(
        (line[2 * i] ?? 0) - (line[2 * i - 2] ?? 0),
        (line[2 * i + 1] ?? 0) - (line[2 * i - 1] ?? 0),
      );
  return lengths;
}

/** Returns a function that returns the point at a length along the line and the direction of the segment there. */
function walker(line: ArrayLike<number>, lengths: Float64Array) {
  let i = 1;
  return (along: number): LetterPlace => {
    while (i > 1 && (lengths[i - 1] ?? 0) > along) i -= 1;
    while (i < lengths.length - 1 && (lengths[i] ?? 0) < along) i += 1;
    const [ax, ay] = [line[2 * i - 2] ?? 0, line[2 * i - 1] ?? 0];
    const [bx, by] = [line[2 * i] ?? 0, line[2 * i + 1] ?? 0];
    const length = (lengths[i] ?? 0) - (lengths[i - 1] ?? 0);
    const fraction = length === 0 ? 0 : (along - (lengths[i - 1] ?? 0)) / length;
    return { x: ax + (bx - ax) * fraction, y: ay + (by - ay) * fraction, turn: Math.atan2(by - ay, bx - ax) };
  };
}

const turned = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Returns the letters on a part of the line, smoothed over a letter's width; null if the name would bend too much. */
function lettersOn(
  walk: (along: number) => LetterPlace,
  start: number,
  widths: readonly number[],
): { letters: LetterPlace[]; bend: number } | null {
  const letters: LetterPlace[] = [];
  let along = start;
  let bend = 0;
  for (const width of widths) {
    const before = walk(along);
    const after = walk(along + width);
    const turn = Math.atan2(after.y - before.y, after.x - before.x);
    const last = letters.at(-1);
    const change = last ? Math.abs(turned(turn - last.turn)) : 0;
    bend += change;
    if (change > maxTurn || bend > maxBend) return null;
    letters.push({ x: (before.x + after.x) / 2, y: (before.y + after.y) / 2, turn });
    along += width;
  }
  return { letters, bend };
}

function reversedLine(line: ArrayLike<number>): Float64Array {
  const reversed = new Float64Array(line.length);
  const count = line.length / 2;
  for (let i = 0; i < count; i += 1) {
    reversed[2 * i] = line[2 * (count - 1 - i)] ?? 0;
    reversed[2 * i + 1] = line[2 * (count - 1 - i) + 1] ?? 0;
  }
  return reversed;
}

/** Returns a function that places letters from a length along the line on, so that they are read from left to right. */
function uprightWriter(line: ArrayLike<number>, lengths: Float64Array, widths: readonly number[]) {
  const whole = lengths.at(-1) ?? 0;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const walk = walker(line, lengths);
  let back: ((along: number) => LetterPlace) | null = null;
  return (start: number) => {
    const forward = lettersOn(walk, start, widths);
    const [first, last] = [forward?.letters[0], forward?.letters.at(-1)];
    if (!first || !last || first.x <= last.x) return forward;
    if (back === null) {
      const reversed = reversedLine(line);
      back = walker(reversed, lengthsOf(reversed));
    }
    return lettersOn(back, whole - start - total, widths);
  };
}

interface LettersOptions {
  /** The widths of the letters in CSS pixels. */
  widths: readonly number[];
  /** The name is written at most once in each part of this length. */
  everyPx: number;
  /** Returns false for points that are too far from the view for a name. */
  isNear: (x: number, y: number) => boolean;
}

/**
 * Returns the positions of the letters of a name along a line (flat x, y in CSS pixels), at the straightest point of each part. A
 * line that is too short or bends too much has none.
 */
export function lettersAlong(
  line: ArrayLike<number>,
  { widths, everyPx, isNear }: LettersOptions,
): LetterPlace[][] {
  const lengths = lengthsOf(line);
  const whole = lengths.at(-1) ?? 0;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const walk = walker(line, lengths);
  const write = uprightWriter(line, lengths, widths);
  const found: LetterPlace[][] = [];
  for (let from = 0; from + total <= whole; from += everyPx) {
    const end = Math.min(from + everyPx, whole);
    const middle = (from + end - total) / 2;
    const point = walk((from + end) / 2);
    if (!isNear(point.x, point.y)) continue;
    let best: { letters: LetterPlace[]; cost: number } | null = null;
    for (let start = from; start <= end - total; start += stepPx) {
      const tried = write(start);
      if (tried === null) continue;
      const cost = tried.bend + Math.abs(start - middle) / everyPx;
      if (best === null || cost < best.cost) best = { letters: tried.letters, cost };
    }
    if (best !== null) found.push(best.letters);
  }
  return found;
}
