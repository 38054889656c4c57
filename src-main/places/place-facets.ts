import { z } from 'zod';
import type { PlaceFacets, PlaceFilter } from '../../src-preload/contract/places.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { placeCondition, readableAttributes, readableTags } from './place-conditions.ts';

const attributeRow = z.object({
  name: z.string(),
  count: z.number(),
  isNumber: z.number().transform(Boolean),
  isDate: z.number().transform(Boolean),
});
const tagRow = z.object({ tag: z.string(), count: z.number() });
const kindsRow = z.object({ point: z.number(), area: z.number(), none: z.number() });

/** True for the text of a day that exists, alone or with a time: SQLite turns February 30 into a day of March. */
const isDay = `(type = 'text' AND (length(value) = 10 OR substr(value, 11, 1) = 'T')
  AND coalesce(date(substr(value, 1, 10)) = substr(value, 1, 10), 0))`;

const maxAttributes = 300;
const maxTags = 500;

/** Returns the attributes, tags and kinds of the places that match a filter, with the number of places of each. */
export function loadPlaceFacets(store: Pick<Store, 'all' | 'get'>, filter: PlaceFilter): PlaceFacets {
  const { sql, params } = placeCondition(filter);
  const attributes = readableRows(
    store,
    attributeRow,
    `SELECT key AS name, count(*) AS count,
       min(type IN ('integer', 'real', 'null')) AND max(type IN ('integer', 'real')) AS isNumber,
       min(type = 'null' OR ${isDay}) AND max(${isDay}) AS isDate
     FROM place, json_each(${readableAttributes}) WHERE ${sql} GROUP BY key ORDER BY min(place.seq), min(id) LIMIT ${maxAttributes}`,
    params,
  );
  const tags = readableRows(
    store,
    tagRow,
    `SELECT value AS tag, count(*) AS count FROM place, json_each(${readableTags}) WHERE ${sql}
     GROUP BY value ORDER BY count(*) DESC, value LIMIT ${maxTags}`,
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
