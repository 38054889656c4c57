import { z } from 'zod';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import {
  type PlaceList,
  placeAttributesSchema,
  placeColours,
} from '../../../src-preload/contract/place-values.ts';
import type { PlaceFilter, PlaceSearch, PlacesOnMap } from '../../../src-preload/contract/places.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition, textCondition } from './place-conditions.ts';
import { loadPlaceFacets } from './place-facets.ts';
import { createPlaceListQueries } from './place-list-queries.ts';
import { selectLists, storedListRow } from './place-rows.ts';
import { replacedTexts } from './replaced-text.ts';
import { createWholePlaceQueries } from './whole-place-queries.ts';

const searchedRow = z.object({
  placeId: placeIdSchema,
  name: z.string(),
  notes: z.string(),
  tags: jsonColumn.pipe(z.array(z.string())),
  attributes: jsonColumn.pipe(placeAttributesSchema),
});

/** Returns the ids of the places that contain a text, packed as in `packed-places.ts`, with the numbers of places and cells. */
function loadTextMatches(
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

const packed = z
  .string()
  .nullable()
  .transform((text) => text ?? '');
const pointsRow = z.object({
  ids: packed,
  longitudes: packed,
  latitudes: packed,
  colours: packed,
  names: packed,
});
const areasRow = z.object({ ringIds: packed, ringNames: packed, rings: packed, ringColours: packed });

const asLiteral = (text: string) => `'${text}'`;
/** The index of the colour of a place's list in `placeColours`, as one digit. */
const colourDigit = `(CASE place_list.colour ${placeColours
  .map((colour, digit) => `WHEN ${asLiteral(colour)} THEN ${asLiteral(String(digit))}`)
  .join(' ')} ELSE ${asLiteral(String(placeColours.indexOf('grey')))} END)`;
/** The name of a place without the character that separates packed names. */
const packableName = `replace(place.name, char(31), ' ')`;

/** Returns the points and areas that match a filter, packed as in `packed-places.ts`. */
function loadPlacesOnMap(store: Pick<Store, 'get'>, filter: PlaceFilter): PlacesOnMap {
  const { sql, params } = placeCondition(store, filter);
  const points = store.get(
    pointsRow,
    `SELECT group_concat(place_id, char(31)) AS ids, group_concat(CAST(round(longitude * 1e6) AS INTEGER)) AS longitudes,
       group_concat(CAST(round(latitude * 1e6) AS INTEGER)) AS latitudes, group_concat(${colourDigit}, '') AS colours,
       group_concat(${packableName}, char(31)) AS names
     FROM place LEFT JOIN place_list USING (list_id) WHERE kind = 'point' AND ${sql}`,
    params,
  );
  const areas = store.get(
    areasRow,
    `SELECT group_concat(place_id, char(31)) AS ringIds, group_concat(${packableName}, char(31)) AS ringNames,
       group_concat(drawn, '|') AS rings, group_concat(${colourDigit}, '') AS ringColours
     FROM place JOIN place_area ON place_area.seq = place.seq LEFT JOIN place_list USING (list_id)
     WHERE kind = 'area' AND ${sql}`,
    params,
  );
  const none = { ids: '', longitudes: '', latitudes: '', colours: '', names: '' };
  return {
    ...(points ?? none),
    ...(areas ?? { ringIds: '', ringNames: '', rings: '', ringColours: '' }),
  };
}

/**
 * Creates the queries of the lists of places and of the map. They may read all places, so the screens run them in the list
 * reader's thread.
 */
export function createPlaceQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    lists: (): PlaceList[] => readableRows(store, storedListRow, selectLists).rows,
    ...createPlaceListQueries({ store }),
    ...createWholePlaceQueries({ store }),
    facets: (filter: PlaceFilter) => loadPlaceFacets(store, filter),
    onMap: (filter: PlaceFilter) => loadPlacesOnMap(store, filter),
    matches: (search: PlaceSearch) => loadTextMatches(store, search),
  };
}
