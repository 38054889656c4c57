import type { SceneSort } from '../../../../src-preload/contract/scene-filter.ts';
import { noPlace } from './scene-columns.ts';
import { placeLater, type SceneIndex } from './scene-index.ts';
import { compareTexts } from './scene-texts.ts';
import { ranksOf, type ValueCodes } from './value-codes.ts';

const digitBits = 16;
const digits = 1 << digitBits;
/** Below this number, comparing is faster than counting. */
const fewRows = 2_000;

/** Returns whole numbers, two words for each, that sort like the given floating-point numbers. */
function orderedBits(keys: Float64Array): Uint32Array {
  const words = new Uint32Array(keys.buffer.slice(keys.byteOffset, keys.byteOffset + keys.byteLength));
  for (let i = 1; i < words.length; i += 2) {
    const high = words[i] ?? 0;
    if (high >>> 31 === 1) {
      words[i] = ~high;
      words[i - 1] = ~(words[i - 1] ?? 0);
    } else words[i] = high | 0x8000_0000;
  }
  return words;
}

/**
 * Returns the positions of keys in ascending order; those with equal keys stay in their order. No key is NaN. It counts digits
 * (radix sort): a million keys take some 50 ms.
 */
function sortedByKey(keys: Float64Array): Uint32Array {
  const count = keys.length;
  let from = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) from[i] = i;
  if (count < fewRows) return from.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  // -0 and 0 are equal, but have different bits.
  for (let i = 0; i < count; i += 1) keys[i] = (keys[i] ?? 0) + 0;
  const words = orderedBits(keys);
  let to = new Uint32Array(count);
  for (let digit = 0; digit < 4; digit += 1) {
    const word = digit >> 1;
    const shift = digitBits * (digit & 1);
    const ends = new Uint32Array(digits);
    for (let i = word; i < words.length; i += 2) {
      const value = ((words[i] ?? 0) >>> shift) & (digits - 1);
      ends[value] = (ends[value] ?? 0) + 1;
    }
    // All keys have the same digit here.
    if (ends[((words[word] ?? 0) >>> shift) & (digits - 1)] === count) continue;
    for (let value = 0, sum = 0; value < digits; value += 1) {
      const here = ends[value] ?? 0;
      ends[value] = sum;
      sum += here;
    }
    for (let i = 0; i < count; i += 1) {
      const row = from[i] ?? 0;
      const value = ((words[2 * row + word] ?? 0) >>> shift) & (digits - 1);
      const at = ends[value] ?? 0;
      to[at] = row;
      ends[value] = at + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

type KeyOf = (row: number) => number;

const numbers =
  (column: Float32Array | Float64Array): KeyOf =>
  (row) =>
    column[row] ?? Number.NaN;

function texts(codes: ValueCodes, column: Uint32Array): KeyOf {
  const ranks = ranksOf(codes);
  return (row) => {
    const code = column[row] ?? 0;
    return code === 0 ? Number.NaN : (ranks[code] ?? Number.NaN);
  };
}

/** Returns the sort key of names: the rank of a packed row, and for a later one a value between two ranks. */
function names(index: SceneIndex): KeyOf {
  const { columns, packed, count } = index;
  const { rank } = columns;
  if (packed === count) return (row) => rank[row] ?? 0;
  const byName = new Uint32Array(packed);
  for (let row = 0; row < packed; row += 1) byName[rank[row] ?? 0] = row;
  const later = Array.from({ length: count - packed }, (_, i) => packed + i);
  later.sort((a, b) => compareTexts(index.texts, a, b) || a - b);
  const keys = new Map<number, number>();
  for (const [i, row] of later.entries()) {
    let [low, high] = [0, packed];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTexts(index.texts, byName[middle] ?? 0, row) <= 0) low = middle + 1;
      else high = middle;
    }
    keys.set(row, low - 1 + (i + 1) / (later.length + 1));
  }
  return (row) => (row < packed ? (rank[row] ?? 0) : (keys.get(row) ?? 0));
}

function keyOf(index: SceneIndex, sort: Exclude<SceneSort, 'place'>): KeyOf {
  const { columns } = index;
  const keys: Record<Exclude<SceneSort, 'place'>, () => KeyOf> = {
    time: () => numbers(columns.time),
    saved: () => numbers(columns.saved),
    name: () => names(index),
    project: () => texts(index.projects, columns.project),
    satellite: () => texts(index.satellites, columns.satellite),
    level: () => texts(index.levels, columns.level),
    clouds: () => numbers(columns.clouds),
    offNadir: () => numbers(columns.offNadir),
    sunElevation: () => numbers(columns.sunElevation),
    gsd: () => numbers(columns.gsd),
  };
  return keys[sort]();
}

/**
 * Returns rows sorted by a key. Rows without a value are last in both directions; equal ones are sorted by id, in the same direction.
 * `rows` are in ascending order, which is that of ids except for changed scenes.
 */
function byKey(index: SceneIndex, rows: Uint32Array, key: KeyOf, descending: boolean): Uint32Array {
  const { ids } = index.columns;
  const later = rows.findLastIndex((row) => row < index.packed) + 1 < rows.length;
  const given = later ? rows.slice().sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0)) : rows;
  const inOrder = descending ? given.slice().reverse() : given;
  const keys = new Float64Array(inOrder.length);
  for (let i = 0; i < inOrder.length; i += 1) {
    const value = key(inOrder[i] ?? 0);
    keys[i] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : descending ? -value : value;
  }
  const order = sortedByKey(keys);
  for (let i = 0; i < order.length; i += 1) order[i] = inOrder[order[i] ?? 0] ?? 0;
  return order;
}

/** Returns the rank of each place among the places of these rows, by the newest scene of each; the index is the place. */
function placeRanks({ columns, count }: SceneIndex, rows: Uint32Array, descending: boolean): Float64Array {
  const newest = new Float64Array(count);
  const places: number[] = [];
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0;
    const place = columns.place[row] ?? noPlace;
    if (place === noPlace) continue;
    const known = newest[place] ?? 0;
    if (known === 0) places.push(place);
    const time = columns.time[row] ?? Number.NaN;
    // 0 stands for a place that was not found yet; a scene without a time is the oldest.
    const value = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time || 1;
    if (known === 0 || value > known) newest[place] = value;
  }
  places.sort((a, b) => {
    const [one = 0, other = 0] = [newest[a], newest[b]];
    return (one === other ? 0 : one < other === descending ? 1 : -1) || a - b;
  });
  for (let rank = 0; rank < places.length; rank += 1) newest[places[rank] ?? 0] = rank;
  return newest;
}

/** Returns rows sorted by place: that with the newest scene is first (last if ascending), and within a place the newest scene is first. */
function byPlace(index: SceneIndex, rows: Uint32Array, descending: boolean): Uint32Array {
  placeLater(index);
  const { columns } = index;
  const byTime = byKey(index, rows, numbers(columns.time), true);
  const ranks = placeRanks(index, rows, descending);
  const keys = new Float64Array(byTime.length);
  for (let i = 0; i < byTime.length; i += 1) {
    const place = columns.place[byTime[i] ?? 0] ?? noPlace;
    keys[i] = place === noPlace ? Number.POSITIVE_INFINITY : (ranks[place] ?? 0);
  }
  const order = sortedByKey(keys);
  for (let i = 0; i < order.length; i += 1) order[i] = byTime[order[i] ?? 0] ?? 0;
  return order;
}

/** Returns rows, which are given in ascending order, as the list is sorted. */
export function orderedRows(
  index: SceneIndex,
  rows: Uint32Array,
  { sort, descending }: { sort: SceneSort; descending: boolean },
): Uint32Array {
  if (sort === 'place') return byPlace(index, rows, descending);
  return byKey(index, rows, keyOf(index, sort), descending);
}
