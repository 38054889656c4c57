import { z } from 'zod';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { placeAttributesSchema } from '../../../src-preload/contract/place-values.ts';
import type { PlaceSearch } from '../../../src-preload/contract/places.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition, textCondition } from './place-conditions.ts';
import { replacedTexts } from './replaced-text.ts';

const searchedRow = z.object({
  placeId: placeIdSchema,
  name: z.string(),
  notes: z.string(),
  tags: jsonColumn.pipe(z.array(z.string())),
  attributes: jsonColumn.pipe(placeAttributesSchema),
});

/** Returns the ids of the places that contain a text, packed as in `packed-places.ts`, with the numbers of places and cells. */
export function loadTextMatches(
  store: Pick<Store, 'all' | 'get'>,
  { filter, ...search }: PlaceSearch,
): { placeIds: string; places: number; cells: number } {
  const { sql, params } = placeCondition(store, filter);
  const within = textCondition(search.find);
  const { rows } = readableRows(
    store,
    searchedRow,
    `SELECT place_id AS placeId, name, notes, tags, attributes FROM place WHERE ${sql} AND ${within.sql} ORDER BY seq`,
    { ...params, ...within.params },
  );
  const matching = rows.flatMap((row) => {
    const { cells } = replacedTexts(row, search, '');
    return cells === 0 ? [] : [{ placeId: row.placeId, cells }];
  });
  return {
    placeIds: matching.map(({ placeId }) => placeId).join(idSeparator),
    places: matching.length,
    cells: matching.reduce((sum, { cells }) => sum + cells, 0),
  };
}
