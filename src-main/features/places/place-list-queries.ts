import { z } from 'zod';
import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import type { PlaceRow } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFilter, PlaceSort } from '../../../src-preload/contract/places.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition, placeOrder } from './place-conditions.ts';
import { placeColumns, storedPlaceRow } from './place-rows.ts';

const countRow = z.object({ n: z.number() });
const positionRow = z.object({ at: z.number() });
const packedIdsRow = z.object({ ids: z.string().nullable() });

/** Which places a list shows, and in which order. */
interface PlaceTerms {
  filter: PlaceFilter;
  sort: PlaceSort;
  descending: boolean;
}

/** A stretch of a list; the first place has the offset 0. */
interface Stretch {
  offset: number;
  limit: number;
}

/** Returns the number of places that match a filter. */
export function countPlaces(store: Pick<Store, 'get'>, filter: PlaceFilter): number {
  const { sql, params } = placeCondition(store, filter);
  return store.get(countRow, `SELECT count(*) AS n FROM place WHERE ${sql}`, params)?.n ?? 0;
}

/** Creates the queries of a sorted list of places: a page of rows, the position of one place, and ids. */
export function createPlaceListQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    /** Returns one page of the list, with the number of all places that match. */
    page({ filter, sort, descending, offset, limit }: PlaceTerms & Stretch): {
      total: number;
      rows: PlaceRow[];
    } {
      const { sql, params } = placeCondition(store, filter);
      const order = placeOrder(store, { filter, sort, descending });
      // The inner query selects the rows of the page. Otherwise SQLite would read all columns of all rows before the page too.
      const { rows } = readableRows(
        store,
        storedPlaceRow,
        `SELECT ${placeColumns} FROM (SELECT place.seq AS shown FROM place WHERE ${sql}
           ORDER BY ${order.sql} LIMIT :limit OFFSET :offset) JOIN place ON place.seq = shown ORDER BY ${order.sql}`,
        { ...params, ...order.params, limit, offset },
      );
      return { total: countPlaces(store, filter), rows };
    },
    /** Returns the index of a place in the whole list; null if the filter does not match it. */
    position({ filter, sort, descending, placeId }: PlaceTerms & { placeId: PlaceId }): number | null {
      const { sql, params } = placeCondition(store, filter);
      const order = placeOrder(store, { filter, sort, descending });
      const row = store.get(
        positionRow,
        `SELECT at FROM (SELECT place_id AS id, row_number() OVER (ORDER BY ${order.sql}) - 1 AS at FROM place WHERE ${sql})
         WHERE id = :placeId`,
        { ...params, ...order.params, placeId },
      );
      return row?.at ?? null;
    },
    /** Returns the ids of a stretch of the list, packed as in `packed-places.ts`. */
    ids({ filter, sort, descending, offset, limit }: PlaceTerms & Stretch): string {
      const { sql, params } = placeCondition(store, filter);
      const order = placeOrder(store, { filter, sort, descending });
      const row = store.get(
        packedIdsRow,
        `SELECT group_concat(id, char(31)) AS ids FROM (SELECT place_id AS id FROM place WHERE ${sql}
           ORDER BY ${order.sql} LIMIT :limit OFFSET :offset)`,
        { ...params, ...order.params, limit, offset },
      );
      return row?.ids ?? '';
    },
  };
}
