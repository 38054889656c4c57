import { z } from 'zod';
import type { SceneFilter } from '../../../../src-preload/contract/scene-filter.ts';
import { boxInRing, boxOfRing, type FlatRing, meetsArea, turned } from '../../../core/meets-area.ts';
import { fold } from '../../../store/search-words.ts';
import type { Store } from '../../../store/store.ts';
import { ringsOf } from '../scene-at.ts';
import { conditionsOf, type IdCondition } from './row-conditions.ts';
import { isPlaced, isRemoved } from './scene-columns.ts';
import { inOrder, rowOf, rowsInBox, type SceneIndex } from './scene-index.ts';
import { rowsWithWord } from './scene-texts.ts';

const maxWords = 8;
const outlineRow = z.object({ footprint: z.string().nullable() });

const wordsOf = (search: string | undefined) =>
  fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords);

/** Returns all rows that are not removed. */
function everyRow({ columns, count, removed }: SceneIndex): Uint32Array {
  const rows = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row += 1) if (removed === 0 || !isRemoved(columns, row)) rows[kept++] = row;
  return rows.subarray(0, kept);
}

/** Returns the rows that pass a test; the given array is reused for them. */
function keepRows(rows: Uint32Array, test: (row: number) => boolean): Uint32Array {
  let kept = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0;
    if (test(row)) rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

/** Returns the rows of these scenes in ascending order, once each. */
function rowsOfIds(index: SceneIndex, ids: readonly (string | number)[]): Uint32Array {
  const rows = new Set<number>();
  for (const id of ids) {
    const row = rowOf(index, Number(id));
    if (row !== null) rows.add(row);
  }
  return Uint32Array.from(rows).sort();
}

/** Returns the rows whose box meets that of a scene, unsorted; none if the scene is not in the index or has no outline. */
function rowsAtScene(index: SceneIndex, id: number): Uint32Array {
  const { columns } = index;
  const row = rowOf(index, id);
  if (row === null || !isPlaced(columns, row)) return new Uint32Array();
  const side = (column: Float32Array | Float64Array) => column[row] ?? Number.NaN;
  return rowsInBox(index, [side(columns.west), side(columns.south), side(columns.east), side(columns.north)]);
}

/** Creates the function that finds the rows of a filter. */
export function createMatchingRows({
  store,
  conditions,
}: {
  store: Pick<Store, 'get'>;
  conditions: readonly IdCondition[];
}) {
  /** Returns the rows whose outline meets the area. Only outlines whose box crosses its edge are read. */
  function inArea({ columns }: SceneIndex, rows: Uint32Array, area: FlatRing): Uint32Array {
    const turns = [-360, 0, 360].map((by) => {
      const ring = turned(area, by);
      return { ring, box: boxOfRing(ring) };
    });
    const meets = (row: number, ring: FlatRing): boolean => {
      const id = columns.ids[row] ?? 0;
      const sql = 'SELECT footprint FROM scene WHERE id = :id';
      const outline = store.get(outlineRow, sql, { id })?.footprint ?? null;
      return meetsArea(ringsOf(outline), ring);
    };
    return keepRows(rows, (row) =>
      turns.some(({ ring, box }) => {
        const [west = 0, south = 0] = [columns.west[row], columns.south[row]];
        const [east = 0, north = 0] = [columns.east[row], columns.north[row]];
        if (west > box[2] || east < box[0] || south > box[3] || north < box[1]) return false;
        const lies = boxInRing(ring, [west, south, east, north]);
        return lies === 'inside' || (lies === 'across' && meets(row, ring));
      }),
    );
  }

  return {
    /** Returns true if the result of a filter depends on the index only, so that it is valid until the index changes. */
    isOfIndex: (filter: SceneFilter) => conditions.every((condition) => condition(filter) === null),
    /** Returns the rows that match a filter, in ascending order. Conditions that are fast and keep few rows are checked first. */
    find(index: SceneIndex, filter: SceneFilter): Uint32Array {
      const named = conditions.flatMap((condition) => condition(filter) ?? []);
      const area = filter.area?.flat();
      const [first] = named.filter(({ keeps }) => keeps === 'these');
      let rows: Uint32Array;
      if (first) rows = rowsOfIds(index, first.ids);
      else if (area) rows = rowsInBox(index, boxOfRing(area));
      else if (filter.box) rows = rowsInBox(index, filter.box);
      else rows = everyRow(index);
      if (filter.box && (first || area)) {
        const inBox = new Set(rowsInBox(index, filter.box));
        rows = keepRows(rows, (row) => inBox.has(row));
      }
      if (filter.placeOf !== undefined) {
        const atScene = new Set(rowsAtScene(index, Number(filter.placeOf)));
        rows = keepRows(rows, (row) => atScene.has(row));
      }
      for (const condition of named) {
        if (condition === first) continue;
        const ids = new Set(rowsOfIds(index, condition.ids));
        rows = keepRows(rows, (row) => ids.has(row) === (condition.keeps === 'these'));
      }
      for (const test of conditionsOf(filter, index)) rows = keepRows(rows, test);
      // The rows of the tree are unsorted; sorting those that are left is less work.
      if (area || filter.box) rows = inOrder(index, rows);
      for (const word of wordsOf(filter.search)) rows = rowsWithWord(index.texts, rows, word);
      return area ? inArea(index, rows, area) : rows;
    },
  };
}
