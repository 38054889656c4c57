import { isPlaced, middleOf, noPlace, type SceneColumns } from './scene-columns.ts';

/** About the size of a large scene, so that few cells are searched and few are filled. */
const cellDegrees = 0.5;
const columnsOfCells = 360 / cellDegrees;
/** A place that covers more cells is compared with every scene instead; only strips of hundreds of kilometres are so large. */
const maxCells = 64;

const cellOf = (x: number, y: number) =>
  Math.floor((y + 90) / cellDegrees) * columnsOfCells +
  (((Math.floor((x + 180) / cellDegrees) % columnsOfCells) + columnsOfCells) % columnsOfCells);

/**
 * Creates the assignment of scenes to places. The first scene of a ground defines its place; a later scene belongs to the first place whose
 * box contains its centre. So repeated captures of one target are together although they differ, and a new scene never moves others, as
 * clusters or cells of a fixed grid would.
 */
export function createPlaceFinder(columns: () => SceneColumns) {
  const byCell = new Map<number, number[]>();
  const wide: number[] = [];

  function contains(place: number, x: number, y: number): boolean {
    const { west, south, east, north } = columns();
    if (y < (south[place] ?? 0) || y > (north[place] ?? 0)) return false;
    const [least, most] = [west[place] ?? 0, east[place] ?? 0];
    return [x - 360, x, x + 360].some((turn) => turn >= least && turn <= most);
  }

  return {
    /** Makes a row a place to which later scenes may belong. */
    add(row: number) {
      const { west, south, east, north } = columns();
      const [x1, x2] = [west[row] ?? 0, east[row] ?? 0].map((x) => Math.floor((x + 180) / cellDegrees));
      const [y1, y2] = [south[row] ?? 0, north[row] ?? 0].map((y) => Math.floor((y + 90) / cellDegrees));
      if (x1 === undefined || x2 === undefined || y1 === undefined || y2 === undefined) return;
      if ((x2 - x1 + 1) * (y2 - y1 + 1) > maxCells) {
        wide.push(row);
        return;
      }
      for (let y = y1; y <= y2; y += 1)
        for (let x = x1; x <= x2; x += 1) {
          const cell = cellOf(x * cellDegrees - 180, y * cellDegrees - 90);
          const known = byCell.get(cell);
          if (known) known.push(row);
          else byCell.set(cell, [row]);
        }
    },
    /** Returns the place of a row; null if it is in none. */
    find(row: number): number | null {
      const [x, y] = middleOf(columns(), row);
      const isHere = (place: number) => contains(place, x, y);
      return byCell.get(cellOf(x, y))?.find(isHere) ?? wide.find(isHere) ?? null;
    },
  };
}

/** What `createPlaceFinder` returns. */
export type PlaceFinder = ReturnType<typeof createPlaceFinder>;

/** Writes the places of rows into their column, in ascending order of rows. */
export function assignPlaces(
  finder: PlaceFinder,
  columns: SceneColumns,
  { from, to }: { from: number; to: number },
) {
  for (let row = from; row < to; row += 1) {
    if (!isPlaced(columns, row)) {
      columns.place[row] = noPlace;
      continue;
    }
    const known = finder.find(row);
    columns.place[row] = known ?? row;
    if (known === null) finder.add(row);
  }
}

/** Returns a finder with the places of rows whose column is already written. */
export function placesOf(columns: () => SceneColumns, count: number): PlaceFinder {
  const finder = createPlaceFinder(columns);
  const { place } = columns();
  for (let row = 0; row < count; row += 1) if (place[row] === row) finder.add(row);
  return finder;
}
