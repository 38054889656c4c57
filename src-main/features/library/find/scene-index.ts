import Flatbush from 'flatbush';
import { searchBox } from './box-search.ts';
import {
  columnsInOrder,
  flagsOf,
  grownColumns,
  isPlaced,
  isRemoved,
  makeColumns,
  noCode,
  remove,
  type SceneColumns,
} from './scene-columns.ts';
import { assignPlaces, createPlaceFinder, type PlaceFinder, placesOf } from './scene-places.ts';
import { addBytes, addText, bytesOf, compareTexts, makeTexts, type SceneTexts } from './scene-texts.ts';
import { codeOf, makeCodes, type ValueCodes } from './value-codes.ts';

/** The data of a scene in the index. Times are milliseconds since 1970, angles degrees, the resolution metres. */
export interface IndexedScene {
  id: number;
  /** The first moment in which it may have been acquired, and the last; they differ for a period. */
  time: number | null;
  until: number | null;
  saved: number | null;
  clouds: number | null;
  offNadir: number | null;
  sunElevation: number | null;
  gsd: number | null;
  satellite: string | null;
  project: string | null;
  level: string | null;
  /** West, south, east, north in degrees; east may exceed 180. */
  box: readonly [number, number, number, number] | null;
  onDisk: boolean;
  folded: string;
}

/**
 * The search index of all scenes; SQLite has the authoritative data. Rows up to `packed` are in the tree, in ascending order of ids; the
 * few later ones are searched one by one, until `pack` adds them. A changed scene is removed and added again, so rows never change.
 */
export interface SceneIndex {
  columns: SceneColumns;
  count: number;
  /** The number of rows that are removed. */
  removed: number;
  packed: number;
  /** The boxes of the packed rows; the item is the row. Null if there are none. A row without a box is south of the south pole. */
  tree: Flatbush | null;
  /** The buffer for the results of a search, which is reused. */
  room: Uint32Array;
  texts: SceneTexts;
  satellites: ValueCodes;
  projects: ValueCodes;
  levels: ValueCodes;
  /** The rows of scenes that are not packed, by their ids. */
  laterRows: Map<number, number>;
  /** The rows up to this one have a place. */
  placed: number;
  places: PlaceFinder | null;
}

/** Returns an index without scenes. */
export const makeIndex = (): SceneIndex => ({
  columns: makeColumns(1_024),
  count: 0,
  removed: 0,
  packed: 0,
  tree: null,
  room: new Uint32Array(0),
  texts: makeTexts(),
  satellites: makeCodes(),
  projects: makeCodes(),
  levels: makeCodes(),
  laterRows: new Map(),
  placed: 0,
  places: null,
});

/** Boxes are rounded outwards, so that no scene is missed at their edges. */
const step = 2 ** -23;
const below = (value: number) => Math.fround(value - Math.max(Math.abs(value), 1) * step);
const above = (value: number) => Math.fround(value + Math.max(Math.abs(value), 1) * step);
const orNaN = (value: number | null) => value ?? Number.NaN;

/** Returns the row of a scene; null if the index has none. */
export function rowOf({ columns, packed, laterRows }: SceneIndex, id: number): number | null {
  const later = laterRows.get(id);
  if (later !== undefined) return later;
  let [low, high] = [0, packed - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = columns.ids[middle] ?? 0;
    if (found === id) return isRemoved(columns, middle) ? null : middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/** Removes a scene, if the index has it. */
export function removeScene(index: SceneIndex, id: number) {
  const row = rowOf(index, id);
  if (row === null) return;
  remove(index.columns, row);
  index.removed += 1;
  index.laterRows.delete(id);
}

/** Adds a scene; a former row of the same scene is removed. */
export function putScene(index: SceneIndex, scene: IndexedScene) {
  removeScene(index, scene.id);
  const row = index.count;
  if (row === index.columns.ids.length)
    index.columns = grownColumns(index.columns, row, Math.ceil(row * 1.5));
  const { columns } = index;
  const { box } = scene;
  columns.ids[row] = scene.id;
  columns.time[row] = orNaN(scene.time);
  columns.until[row] = orNaN(scene.until);
  columns.saved[row] = orNaN(scene.saved);
  columns.clouds[row] = orNaN(scene.clouds);
  columns.offNadir[row] = orNaN(scene.offNadir);
  columns.sunElevation[row] = orNaN(scene.sunElevation);
  columns.gsd[row] = orNaN(scene.gsd);
  columns.satellite[row] = codeOf(index.satellites, scene.satellite);
  columns.project[row] = codeOf(index.projects, scene.project);
  columns.level[row] = codeOf(index.levels, scene.level);
  columns.west[row] = box ? below(box[0]) : Number.NaN;
  columns.south[row] = box ? below(box[1]) : Number.NaN;
  columns.east[row] = box ? above(box[2]) : Number.NaN;
  columns.north[row] = box ? above(box[3]) : Number.NaN;
  columns.flags[row] = flagsOf({ onDisk: scene.onDisk, placed: box !== null });
  addText(index.texts, scene.folded);
  index.laterRows.set(scene.id, row);
  index.count += 1;
}

/** The box of rows without one: south of the south pole, where no view reaches. */
const nowhere = { x: 0, y: -91 };

/** Returns the tree of the boxes of all rows, in which the item is the row; null without rows. */
function treeOf(columns: SceneColumns, count: number): Flatbush | null {
  if (count === 0) return null;
  const tree = new Flatbush(count, 16, Float32Array);
  const { west, south, east, north } = columns;
  for (let row = 0; row < count; row += 1)
    if (isPlaced(columns, row)) tree.add(west[row] ?? 0, south[row] ?? 0, east[row] ?? 0, north[row] ?? 0);
    else tree.add(nowhere.x, nowhere.y, nowhere.x, nowhere.y);
  tree.finish();
  return tree;
}

/** Returns codes without the texts that no row has, and writes the new codes of the rows. */
function usedCodes(codes: ValueCodes, column: Uint32Array, count: number): ValueCodes {
  const used = makeCodes();
  for (let row = 0; row < count; row += 1) {
    const code = column[row] ?? noCode;
    column[row] = code === noCode ? noCode : codeOf(used, codes.values[code] ?? null);
  }
  return used;
}

/** Returns an index of the same scenes without removed rows, all of them packed. A million scenes take some seconds. */
export function pack(index: SceneIndex): SceneIndex {
  const from = index.columns;
  const rows: number[] = [];
  for (let row = 0; row < index.count; row += 1) if (!isRemoved(from, row)) rows.push(row);
  // The packed rows are sorted already, and the later ones are few.
  rows.sort((a, b) => (from.ids[a] ?? 0) - (from.ids[b] ?? 0));
  const count = rows.length;
  const columns = makeColumns(count + 1_024);
  const to = columnsInOrder(columns);
  for (const [i, column] of columnsInOrder(from).entries()) {
    const target = to[i];
    if (target) for (let row = 0; row < count; row += 1) target[row] = column[rows[row] ?? 0] ?? 0;
  }
  const texts = makeTexts();
  for (const row of rows) addBytes(texts, bytesOf(index.texts, row));
  const byName = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) byName[row] = row;
  byName.sort((a, b) => compareTexts(texts, a, b) || a - b);
  for (let rank = 0; rank < count; rank += 1) columns.rank[byName[rank] ?? 0] = rank;
  const places = createPlaceFinder(() => columns);
  assignPlaces(places, columns, { from: 0, to: count });
  return {
    columns,
    count,
    removed: 0,
    packed: count,
    texts,
    tree: treeOf(columns, count),
    room: new Uint32Array(0),
    satellites: usedCodes(index.satellites, columns.satellite, count),
    projects: usedCodes(index.projects, columns.project, count),
    levels: usedCodes(index.levels, columns.level, count),
    laterRows: new Map(),
    placed: count,
    places: null,
  };
}

/** Assigns places to the rows that were added since the last call. */
export function placeLater(index: SceneIndex) {
  if (index.placed === index.count) return;
  index.places ??= placesOf(() => index.columns, index.placed);
  assignPlaces(index.places, index.columns, { from: index.placed, to: index.count });
  index.placed = index.count;
}

/**
 * Returns the rows whose box meets a box in degrees, also with 360 degrees added or subtracted. They are unsorted, may contain a row twice,
 * and contain removed ones: see `inOrder`.
 */
export function rowsInBox(
  index: SceneIndex,
  [west, south, east, north]: readonly [number, number, number, number],
): Uint32Array {
  const { columns, tree, packed, count } = index;
  const parts: Uint32Array[] = [];
  if (index.room.length < packed) index.room = new Uint32Array(packed);
  const later: number[] = [];
  for (const turn of [-360, 0, 360]) {
    const [from, to] = [west + turn, east + turn];
    const end = tree ? searchBox(tree, [from, south, to, north], index.room, 0) : 0;
    if (end > 0) parts.push(index.room.slice(0, end));
    for (let row = packed; row < count; row += 1)
      if (
        isPlaced(columns, row) &&
        (columns.west[row] ?? 0) <= to &&
        (columns.east[row] ?? 0) >= from &&
        (columns.south[row] ?? 0) <= north &&
        (columns.north[row] ?? 0) >= south
      )
        later.push(row);
  }
  const [first, ...others] = later.length > 0 ? [...parts, Uint32Array.from(later)] : parts;
  if (first === undefined) return new Uint32Array(0);
  if (others.length === 0) return first;
  const rows = new Uint32Array(others.reduce((sum, part) => sum + part.length, first.length));
  let at = 0;
  for (const part of [first, ...others]) {
    rows.set(part, at);
    at += part.length;
  }
  return rows;
}

/** Returns rows in ascending order, once each, without removed ones; the given array is reused for them. */
export function inOrder({ columns, removed }: SceneIndex, rows: Uint32Array): Uint32Array {
  rows.sort();
  let kept = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0;
    if (i > 0 && row === rows[i - 1]) continue;
    if (removed > 0 && isRemoved(columns, row)) continue;
    rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}
