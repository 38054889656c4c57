/** The flag of a row that was replaced or removed. */
const removedFlag = 1;
/** The flag of a scene with files on disk. */
const onDiskFlag = 2;
/** The flag of a scene with an outline, which has a box. */
const placedFlag = 4;

/** The code of a scene without a value. */
export const noCode = 0;
/** The place of a scene without an outline. */
export const noPlace = 0xffff_ffff;

/**
 * Returns columns of the index for this many rows. Missing numbers are NaN; a code is the position of a text in its list of values, 0 for
 * none. Times are milliseconds since 1970.
 */
export function makeColumns(rows: number) {
  return {
    ids: new Float64Array(rows),
    /** The first and the last moment in which a scene may have been acquired; the same for a scene with a moment. */
    time: new Float64Array(rows),
    until: new Float64Array(rows),
    saved: new Float64Array(rows),
    clouds: new Float32Array(rows),
    offNadir: new Float32Array(rows),
    sunElevation: new Float32Array(rows),
    gsd: new Float32Array(rows),
    satellite: new Uint32Array(rows),
    project: new Uint32Array(rows),
    level: new Uint32Array(rows),
    west: new Float32Array(rows),
    south: new Float32Array(rows),
    east: new Float32Array(rows),
    north: new Float32Array(rows),
    /** The first row on the same ground; see `scene-places.ts`. */
    place: new Uint32Array(rows),
    /** The position when sorted by name. */
    rank: new Uint32Array(rows),
    flags: new Uint8Array(rows),
  };
}

/** The columns of the index; entry i of each belongs to the scene of row i. */
export type SceneColumns = ReturnType<typeof makeColumns>;
/** A column of any type. */
export type AnyColumn = SceneColumns[keyof SceneColumns];

/** The columns in the order in which they are stored. */
export const columnsInOrder = (columns: SceneColumns): AnyColumn[] =>
  Object.entries(columns)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, column]) => column);

/** Returns larger columns with the first `count` rows of the given ones. */
export function grownColumns(columns: SceneColumns, count: number, rows: number): SceneColumns {
  const grown = makeColumns(rows);
  const from = columnsInOrder(columns);
  for (const [i, column] of columnsInOrder(grown).entries()) {
    const before = from[i];
    if (before) column.set(before.subarray(0, count));
  }
  return grown;
}

/** Returns true if a row was replaced or removed. */
export const isRemoved = ({ flags }: SceneColumns, row: number): boolean =>
  ((flags[row] ?? 0) & removedFlag) !== 0;
/** Returns true if files of the scene are on disk. */
export const isOnDisk = ({ flags }: SceneColumns, row: number): boolean =>
  ((flags[row] ?? 0) & onDiskFlag) !== 0;
/** Returns true if the scene has an outline. */
export const isPlaced = ({ flags }: SceneColumns, row: number): boolean =>
  ((flags[row] ?? 0) & placedFlag) !== 0;

/** Marks a row as replaced or removed. */
export function remove({ flags }: SceneColumns, row: number) {
  flags[row] = (flags[row] ?? 0) | removedFlag;
}

/** Returns the flags of a row. */
export const flagsOf = ({ onDisk, placed }: { onDisk: boolean; placed: boolean }): number =>
  (onDisk ? onDiskFlag : 0) | (placed ? placedFlag : 0);

/** Returns the centre of the box of a row in degrees, with a longitude from -180 to 180. */
export function middleOf({ west, south, east, north }: SceneColumns, row: number): [number, number] {
  const x = ((west[row] ?? 0) + (east[row] ?? 0)) / 2;
  return [x - 360 * Math.floor((x + 180) / 360), ((south[row] ?? 0) + (north[row] ?? 0)) / 2];
}
