import { z } from 'zod';
import { type PlaceId, placeIdSchema } from '../../src-preload/contract/ids.ts';
import { idSeparator } from '../../src-preload/contract/packed-places.ts';
import {
  type Place,
  type PlaceList,
  type PlaceRow,
  placeAttributesSchema,
  placeColours,
} from '../../src-preload/contract/place-values.ts';
import type {
  PlaceFacets,
  PlaceFilter,
  PlaceSearch,
  PlaceSort,
  PlacesOnMap,
} from '../../src-preload/contract/places.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import {
  placeCondition,
  placeOrder,
  readableAttributes,
  readableTags,
  textCondition,
} from './place-conditions.ts';
import {
  placeColumns,
  selectLists,
  selectPlaces,
  storedListRow,
  storedPlace,
  storedPlaceRow,
} from './place-rows.ts';
import { replacedTexts } from './replaced-text.ts';

const countRow = z.object({ n: z.number() });
const positionRow = z.object({ at: z.number() });
const packedIdsRow = z.object({ ids: z.string().nullable() });
const attributeRow = z.object({
  name: z.string(),
  count: z.number(),
  isNumber: z.number().transform(Boolean),
});
const tagRow = z.object({ tag: z.string(), count: z.number() });
const kindsRow = z.object({ point: z.number(), area: z.number(), none: z.number() });
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
const stretchRow = z.object({ seq: z.number(), vertices: z.number().nullable() });
const searchedRow = z.object({
  placeId: placeIdSchema,
  name: z.string(),
  notes: z.string(),
  tags: jsonColumn.pipe(z.array(z.string())),
  attributes: jsonColumn.pipe(placeAttributesSchema),
});

const mostAttributes = 300;
const mostTags = 500;
/** A page of an export ends with the place that exceeds it. */
const mostVerticesOfPage = 50_000;

const asLiteral = (text: string) => `'${text}'`;
const colourDigit = `(CASE place_list.colour ${placeColours
  .map((colour, digit) => `WHEN ${asLiteral(colour)} THEN ${asLiteral(String(digit))}`)
  .join(' ')} ELSE ${asLiteral(String(placeColours.indexOf('grey')))} END)`;
const oneName = `replace(place.name, char(31), ' ')`;

/** Which places a list shows, and in which order. */
interface PlaceTerms {
  filter: PlaceFilter;
  sort: PlaceSort;
  descending: boolean;
}

/**
 * Creates the queries of the lists of places and of the map. They may read all places, so the screens run them in the list
 * reader's thread.
 */
export function createPlaceQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  const count = (filter: PlaceFilter): number => {
    const { sql, params } = placeCondition(filter);
    return store.get(countRow, `SELECT count(*) AS n FROM place WHERE ${sql}`, params)?.n ?? 0;
  };

  function facets(filter: PlaceFilter): PlaceFacets {
    const { sql, params } = placeCondition(filter);
    const attributes = readableRows(
      store,
      attributeRow,
      `SELECT key AS name, count(*) AS count,
         min(type IN ('integer', 'real', 'null')) AND max(type IN ('integer', 'real')) AS isNumber
       FROM place, json_each(${readableAttributes}) WHERE ${sql} GROUP BY key ORDER BY min(place.seq), min(id) LIMIT ${mostAttributes}`,
      params,
    );
    const tags = readableRows(
      store,
      tagRow,
      `SELECT value AS tag, count(*) AS count FROM place, json_each(${readableTags}) WHERE ${sql}
       GROUP BY value ORDER BY count(*) DESC, value LIMIT ${mostTags}`,
      params,
    );
    const kinds = store.get(
      kindsRow,
      `SELECT count(*) FILTER (WHERE kind = 'point') AS point, count(*) FILTER (WHERE kind = 'area') AS area,
         count(*) FILTER (WHERE kind = 'none') AS "none" FROM place WHERE ${sql}`,
      params,
    );
    return { attributes: attributes.rows, tags: tags.rows, kinds: kinds ?? { point: 0, area: 0, none: 0 } };
  }

  return {
    lists: (): PlaceList[] => readableRows(store, storedListRow, selectLists).rows,

    /** Returns one page of the list, with the number of all places that match. */
    page({ filter, sort, descending, offset, limit }: PlaceTerms & { offset: number; limit: number }): {
      total: number;
      rows: PlaceRow[];
    } {
      const { sql, params } = placeCondition(filter);
      const order = placeOrder(sort, descending);
      // First selects the rows, then reads their columns: otherwise those of all rows before the page would be read too.
      const { rows } = readableRows(
        store,
        storedPlaceRow,
        `SELECT ${placeColumns} FROM (SELECT place.seq AS shown FROM place WHERE ${sql}
           ORDER BY ${order.sql} LIMIT :limit OFFSET :offset) JOIN place ON place.seq = shown ORDER BY ${order.sql}`,
        { ...params, ...order.params, limit, offset },
      );
      return { total: count(filter), rows };
    },
    /** Returns the index of a place in the whole list; null if the filter does not match it. */
    position({ filter, sort, descending, placeId }: PlaceTerms & { placeId: PlaceId }): number | null {
      const { sql, params } = placeCondition(filter);
      const order = placeOrder(sort, descending);
      const row = store.get(
        positionRow,
        `SELECT at FROM (SELECT place_id AS id, row_number() OVER (ORDER BY ${order.sql}) - 1 AS at FROM place WHERE ${sql})
         WHERE id = :placeId`,
        { ...params, ...order.params, placeId },
      );
      return row?.at ?? null;
    },
    /** Returns the ids of a stretch of the list, packed. */
    ids({ filter, sort, descending, offset, limit }: PlaceTerms & { offset: number; limit: number }): string {
      const { sql, params } = placeCondition(filter);
      const order = placeOrder(sort, descending);
      const row = store.get(
        packedIdsRow,
        `SELECT group_concat(id, char(31)) AS ids FROM (SELECT place_id AS id FROM place WHERE ${sql}
           ORDER BY ${order.sql} LIMIT :limit OFFSET :offset)`,
        { ...params, ...order.params, limit, offset },
      );
      return row?.ids ?? '';
    },
    facets,

    /** Returns the places that match, packed for the map. */
    onMap(filter: PlaceFilter): PlacesOnMap {
      const { sql, params } = placeCondition(filter);
      const points = store.get(
        pointsRow,
        `SELECT group_concat(place_id, char(31)) AS ids, group_concat(CAST(round(longitude * 1e6) AS INTEGER)) AS longitudes,
           group_concat(CAST(round(latitude * 1e6) AS INTEGER)) AS latitudes, group_concat(${colourDigit}, '') AS colours,
           group_concat(${oneName}, char(31)) AS names
         FROM place LEFT JOIN place_list USING (list_id) WHERE kind = 'point' AND ${sql}`,
        params,
      );
      const areas = store.get(
        areasRow,
        `SELECT group_concat(place_id, char(31)) AS ringIds, group_concat(${oneName}, char(31)) AS ringNames,
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
    },

    /** Returns these places with their geometry, in this order. */
    some(placeIds: readonly PlaceId[]): Place[] {
      const { rows } = readableRows(
        store,
        storedPlace,
        `${selectPlaces} JOIN json_each(:placeIds) ON value = place.place_id ORDER BY json_each.key`,
        { placeIds: JSON.stringify(placeIds) },
      );
      return rows.map(({ place }) => place);
    },
    /** Returns a page of places with their geometry, in the order of adding, and where the next page begins. */
    exportPage({ filter, after, limit }: { filter: PlaceFilter; after: number | null; limit: number }): {
      places: Place[];
      next: number | null;
      total: number;
    } {
      const { sql, params } = placeCondition(filter);
      // Unreadable rows count too, or a page of them alone would end the export.
      const stretch = store.all(
        stretchRow,
        `SELECT seq, vertices FROM place WHERE ${sql} AND place.seq > :after ORDER BY seq LIMIT :limit`,
        { ...params, after: after ?? 0, limit },
      );
      let vertices = 0;
      const last = stretch.find((row) => {
        vertices += row.vertices ?? 0;
        return vertices > mostVerticesOfPage;
      });
      const end = last?.seq ?? stretch.at(-1)?.seq ?? 0;
      const { rows } = readableRows(
        store,
        storedPlace,
        `${selectPlaces} WHERE ${sql} AND place.seq > :after AND place.seq <= :end ORDER BY place.seq`,
        { ...params, after: after ?? 0, end },
      );
      const isEnd = last === undefined && stretch.length < limit;
      return { places: rows.map(({ place }) => place), next: isEnd ? null : end, total: count(filter) };
    },

    /** Returns the places in which a text occurs, packed, with the number of them and of their cells. */
    matches({ filter, ...search }: PlaceSearch): { placeIds: string; places: number; cells: number } {
      const { sql, params } = placeCondition(filter);
      const within = textCondition(search.find);
      const { rows } = readableRows(
        store,
        searchedRow,
        `SELECT place_id AS placeId, name, notes, tags, attributes FROM place WHERE ${sql} AND ${within.sql} ORDER BY seq`,
        { ...params, ...within.params },
      );
      const found = rows.flatMap((row) => {
        const { cells } = replacedTexts(row, search, '');
        return cells === 0 ? [] : [{ placeId: row.placeId, cells }];
      });
      return {
        placeIds: found.map(({ placeId }) => placeId).join(idSeparator),
        places: found.length,
        cells: found.reduce((sum, { cells }) => sum + cells, 0),
      };
    },
  };
}
