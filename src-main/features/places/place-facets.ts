import { z } from 'zod';
import { findAmbiguity, textEvidence } from '../../../src-preload/contract/attribute-texts.ts';
import type { PlaceFacets, PlaceFilter } from '../../../src-preload/contract/places.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { mayBeRead, placeCondition, readableAttributes, readableTags } from './place-conditions.ts';

const attributeRow = z.object({
  name: z.string(),
  count: z.number(),
  isNumber: z.number().transform(Boolean),
  isBoolean: z.number().transform(Boolean),
  isDate: z.number().transform(Boolean),
  evidence: z.number(),
  eitherDay: z.string().nullable(),
  eitherNumber: z.string().nullable(),
});
const tagRow = z.object({ tag: z.string(), count: z.number() });
const kindsRow = z.object({ point: z.number(), area: z.number(), none: z.number() });

/** True for the text of a day that exists, alone or with a time: SQLite turns February 30 into a day of March. */
const isDay = `(type = 'text' AND (length(value) = 10 OR substr(value, 11, 1) = 'T')
  AND coalesce(date(substr(value, 1, 10)) = substr(value, 1, 10), 0))`;

function toFacet({ evidence, eitherDay, eitherNumber, ...row }: z.infer<typeof attributeRow>) {
  const { days, numbers } = findAmbiguity(evidence);
  return {
    ...row,
    ambiguousDay: days ? eitherDay : null,
    ambiguousNumber: numbers ? eitherNumber : null,
  };
}

const maxAttributes = 300;
const maxTags = 500;

/** Returns the attributes, tags and kinds of the places that match a filter, with the number of places of each. */
export function loadPlaceFacets(store: Pick<Store, 'all' | 'get'>, filter: PlaceFilter): PlaceFacets {
  const { sql, params } = placeCondition(store, filter);
  const attributes = readableRows(
    store,
    attributeRow,
    `SELECT key AS name, count(*) AS count,
       min(type IN ('integer', 'real', 'null')) AND max(type IN ('integer', 'real')) AS isNumber,
       min(type IN ('true', 'false', 'null')) AND max(type IN ('true', 'false')) AS isBoolean,
       min(type = 'null' OR ${isDay}) AND max(${isDay}) AS isDate,
       coalesce(bit_or(evidence), 0) AS evidence,
       min(CASE WHEN evidence = ${textEvidence.eitherDay} THEN atom END) AS eitherDay,
       min(CASE WHEN evidence = ${textEvidence.eitherNumber} THEN atom END) AS eitherNumber
     FROM (SELECT place.seq, id, key, type, value, atom, iif(${mayBeRead}, text_evidence(atom), 0) AS evidence
       FROM place, json_each(${readableAttributes}) WHERE ${sql}) AS place GROUP BY key ORDER BY min(place.seq), min(id) LIMIT ${maxAttributes}`,
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
  return {
    attributes: attributes.rows.map(toFacet),
    tags: tags.rows,
    kinds: kinds ?? { point: 0, area: 0, none: 0 },
  };
}
