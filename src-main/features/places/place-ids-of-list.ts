import { z } from 'zod';
import { type PlaceId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const placeIdRow = z.object({ seq: z.number(), placeId: z.string() });
const idsAtOnce = 500;

/**
 * Yields the ids of the places of a list, in the order in which they were added. It reads some hundred at a time, so that the
 * places may be removed meanwhile. A damaged id is left out, because its place is on no list and on no map either.
 */
export function* placeIdsOfList(store: Pick<Store, 'all'>, listId: string): Generator<PlaceId> {
  for (let after = 0; ; ) {
    const { rows } = readableRows(
      store,
      placeIdRow,
      `SELECT seq, place_id AS placeId FROM place WHERE list_id = :listId AND seq > :after ORDER BY seq LIMIT ${idsAtOnce}`,
      { listId, after },
    );
    for (const row of rows) {
      const placeId = placeIdSchema.safeParse(row.placeId);
      if (placeId.success) yield placeId.data;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}
