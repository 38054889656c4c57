import { z } from 'zod';
import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import type { Place } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFilter } from '../../../src-preload/contract/places.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition } from './place-conditions.ts';
import { countPlaces } from './place-list-queries.ts';
import { selectPlaces, storedPlace } from './place-rows.ts';

const stretchRow = z.object({ seq: z.number(), vertices: z.number().nullable() });

/** A page of an export ends with the place by which it has more vertices than this. */
const maxVerticesOfPage = 50_000;

/** Creates the queries that return places with their geometry. */
export function createWholePlaceQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    /** Returns these places in this order; ids that are not stored are left out. */
    byIds(placeIds: readonly PlaceId[]): Place[] {
      const { rows } = readableRows(
        store,
        storedPlace,
        `${selectPlaces} JOIN json_each(:placeIds) ON value = place.place_id ORDER BY json_each.key`,
        { placeIds: JSON.stringify(placeIds) },
      );
      return rows.map(({ place }) => place);
    },
    /**
     * Returns a page of the places that match, in the order in which they were added. `after` is the `next` of the page before,
     * null for the first page; `next` is null after the last page.
     */
    exportPage({ filter, after, limit }: { filter: PlaceFilter; after: number | null; limit: number }): {
      places: Place[];
      next: number | null;
      total: number;
    } {
      const { sql, params } = placeCondition(store, filter);
      // Rows that cannot be read are counted too: otherwise a page of only such rows would end the export.
      const stretch = store.all(
        stretchRow,
        `SELECT seq, vertices FROM place WHERE ${sql} AND place.seq > :after ORDER BY seq LIMIT :limit`,
        { ...params, after: after ?? 0, limit },
      );
      let vertices = 0;
      const exceeding = stretch.find((row) => {
        vertices += row.vertices ?? 0;
        return vertices > maxVerticesOfPage;
      });
      const end = exceeding?.seq ?? stretch.at(-1)?.seq ?? 0;
      const { rows } = readableRows(
        store,
        storedPlace,
        `${selectPlaces} WHERE ${sql} AND place.seq > :after AND place.seq <= :end ORDER BY place.seq`,
        { ...params, after: after ?? 0, end },
      );
      const isLastPage = exceeding === undefined && stretch.length < limit;
      return {
        places: rows.map(({ place }) => place),
        next: isLastPage ? null : end,
        total: countPlaces(store, filter),
      };
    },
  };
}
