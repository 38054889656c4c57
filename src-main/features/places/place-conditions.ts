import { z } from 'zod';
import {
  dayKey,
  numberKey,
  readingOfColumn,
  type TextReading,
} from '../../../src-preload/contract/attribute-texts.ts';
import type { AttributeFilter, PlaceFilter, PlaceSort } from '../../../src-preload/contract/places.ts';
import { searchWords } from '../../store/search-words.ts';
import type { Params, Store } from '../../store/store.ts';

/** The SQL of the tags of a place. Damaged JSON reads as empty, because SQLite would fail the whole query. */
export const readableTags = `iif(json_valid(place.tags), place.tags, '[]')`;
/** The SQL of the attributes of a place. Damaged JSON reads as empty. */
export const readableAttributes = `iif(json_valid(place.attributes), place.attributes, '{}')`;

/** The shifts, in degrees, by which a box of the map is compared with places: an area may extend over the antimeridian. */
const turns = [-360, 0, 360];

function boxCondition([west, south, east, north]: readonly [number, number, number, number]) {
  const shift = 360 * Math.floor((west + 180) / 360);
  const isWhole = east - west >= 360;
  const params: Params = { south, north };
  for (const [i, turn] of turns.entries()) {
    params[`west${i}`] = isWhole ? -360 : west - shift + turn;
    params[`east${i}`] = isWhole ? 720 : east - shift + turn;
  }
  const within = turns.map((_, i) => `(west <= :east${i} AND east >= :west${i})`).join(' OR ');
  return {
    sql: `place.seq IN (SELECT seq FROM place_box WHERE south <= :north AND north >= :south AND (${within}))`,
    params,
  };
}

/** The values of attributes as the table shows them: SQLite reads a boolean in JSON as a number. */
const attributeValue = `(SELECT CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE atom END
  FROM json_each(${readableAttributes}) WHERE key = :attributeName)`;

/** The number of an attribute, also of one that is a text such as `1.250,75`; null for none. */
const attributeNumber = `(SELECT CASE WHEN type IN ('integer', 'real') THEN atom WHEN type = 'text' THEN number_key(atom, :isCommaDecimal) END
  FROM json_each(${readableAttributes}) WHERE key = :attributeName)`;

/** The day of an attribute in ISO 8601, also of one such as `03/04/2026`; null for none. */
const attributeDay = `(SELECT CASE WHEN type = 'text' THEN day_key(atom, :isDayFirst) END
  FROM json_each(${readableAttributes}) WHERE key = :attributeName)`;

const evidenceRow = z.object({ evidence: z.number() });

/** The SQL of a text that may be a day or a number: all others need not be looked at. */
export const mayBeRead = `(type = 'text' AND length(atom) <= 40 AND trim(atom) GLOB '[-+−0-9]*')`;

/** What is read when neither the values of an attribute nor the page say how. */
const usualRegion: TextReading = { isDayFirst: true, isCommaDecimal: false };

/** Returns how the texts of an attribute are read in the lists of a filter. Other parts of the filter must not change that. */
function loadReading(
  store: Pick<Store, 'get'>,
  name: string,
  { listIds, region = usualRegion }: PlaceFilter,
): TextReading {
  const lists = listIds === undefined ? '1' : 'place.list_id IN (SELECT value FROM json_each(:listIds))';
  const found = store.get(
    evidenceRow,
    `SELECT coalesce(bit_or(text_evidence(atom)), 0) AS evidence FROM place, json_each(${readableAttributes})
     WHERE ${lists} AND key = :name AND ${mayBeRead}`,
    { name, ...(listIds === undefined ? {} : { listIds: JSON.stringify(listIds) }) },
  );
  return readingOfColumn(found?.evidence ?? 0, region);
}

/** A part of a day in ISO 8601, such as a year and a month. */
const partOfDay = /^\d{4}-\d{2}(-\d{2}T?[\d:]*)?$/;

function attributeCondition(
  store: Pick<Store, 'get'>,
  { name, test, value, day }: AttributeFilter,
  filter: PlaceFilter,
): { sql: string; params: Params } {
  const text = value.trim();
  const params: Params = { attributeName: name };
  if (test === 'empty') return { sql: `coalesce(${attributeValue}, '') = ''`, params };
  // Nothing is typed yet.
  if (text === '') return { sql: '1', params: {} };
  if (test === 'contains')
    return {
      sql: `CAST(${attributeValue} AS TEXT) LIKE :attributeText ESCAPE '\\'`,
      params: { ...params, attributeText: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` },
    };
  const reading = loadReading(store, name, filter);
  const ofDays: Params = { ...params, isDayFirst: Number(reading.isDayFirst) };
  const ofNumbers: Params = { ...params, isCommaDecimal: Number(reading.isCommaDecimal) };
  const wanted = day ?? dayKey(text, reading) ?? (partOfDay.test(text) ? text : null);
  const number = wanted === null ? (numberKey(text, reading) ?? Number(text)) : Number.NaN;
  const operator = test === 'equals' ? '=' : test === 'atLeast' ? '>=' : '<=';
  // Of a time only as much is compared as was typed: a whole day is at most that day.
  const byDay = `substr(${attributeDay}, 1, length(:attributeDay)) ${operator} :attributeDay`;
  const byNumber = `${attributeNumber} ${operator} :attributeNumber`;
  if (test === 'equals') {
    const isText = `${attributeValue} = :attributeText COLLATE NOCASE`;
    if (wanted !== null)
      return {
        sql: `(${byDay} OR ${isText})`,
        params: { ...ofDays, attributeDay: wanted, attributeText: text },
      };
    return Number.isFinite(number)
      ? {
          sql: `(${byNumber} OR ${isText})`,
          params: { ...ofNumbers, attributeNumber: number, attributeText: text },
        }
      : { sql: isText, params: { ...params, attributeText: text } };
  }
  if (wanted !== null) return { sql: byDay, params: { ...ofDays, attributeDay: wanted } };
  if (Number.isFinite(number)) return { sql: byNumber, params: { ...ofNumbers, attributeNumber: number } };
  return {
    sql: `(${attributeValue} <> '' AND ${attributeNumber} IS NULL
      AND substr(${attributeValue}, 1, length(:attributeText)) ${operator} :attributeText COLLATE NOCASE)`,
    params: { ...ofNumbers, attributeText: text },
  };
}

/** Returns the SQL condition of a filter, with its parameters. */
export function placeCondition(
  store: Pick<Store, 'get'>,
  filter: PlaceFilter,
): { sql: string; params: Params } {
  const { listIds, visibleOnly, search, tag, kind, attribute, box } = filter;
  const words = searchWords(search);
  const parts = [...words.conditions];
  const params: Params = { ...words.params };
  if (listIds !== undefined) {
    parts.push('place.list_id IN (SELECT value FROM json_each(:listIds))');
    params.listIds = JSON.stringify(listIds);
  }
  if (visibleOnly) parts.push('place.list_id IN (SELECT list_id FROM place_list WHERE visible = 1)');
  if (tag !== undefined) {
    parts.push(`EXISTS (SELECT 1 FROM json_each(${readableTags}) WHERE value = :tag)`);
    params.tag = tag;
  }
  if (kind !== undefined) {
    parts.push('place.kind = :kind');
    params.kind = kind;
  }
  if (attribute !== undefined) {
    const condition = attributeCondition(store, attribute, filter);
    parts.push(condition.sql);
    Object.assign(params, condition.params);
  }
  if (box !== undefined) {
    const within = boxCondition(box);
    parts.push(within.sql);
    Object.assign(params, within.params);
  }
  return { sql: parts.length === 0 ? '1' : parts.join(' AND '), params };
}

/**
 * Returns an SQL condition that holds for every place that contains a text, in any case, and perhaps for others: it saves the second
 * that it takes to read all places. It holds for all places if the text has characters other than plain ASCII, because only those
 * are the same in the folded text.
 */
export function textCondition(text: string): { sql: string; params: Params } {
  if (!/^[ -~]+$/.test(text)) return { sql: '1', params: {} };
  const folded = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return { sql: `place.folded LIKE :text ESCAPE '\\'`, params: { text: `%${folded}%` } };
}

const sorts: Readonly<Record<Extract<PlaceSort, string>, string>> = {
  added: 'place.seq',
  name: 'place.name_key',
  kind: 'place.kind',
  latitude: 'place.latitude',
  longitude: 'place.longitude',
  altitude: 'place.altitude',
  tags: `nullif(place.tags, '[]') COLLATE NOCASE`,
  notes: `nullif(place.notes, '') COLLATE NOCASE`,
  list: '(SELECT position FROM place_list WHERE place_list.list_id = place.list_id)',
  updated: 'place.updated_at',
  updatedBy: 'place.updated_by COLLATE NOCASE',
  source: 'place.source_file COLLATE NOCASE',
};
/** The sorts whose value is never null; an index may return their order. */
const neverNull: readonly PlaceSort[] = ['added', 'name', 'kind', 'list', 'updated', 'updatedBy'];

/**
 * Returns the SQL order of the places that match a filter, with its parameters. Places without a value come last, in both directions. Of an
 * attribute, days and numbers that are texts are in the order of days and numbers.
 */
export function placeOrder(
  store: Pick<Store, 'get'>,
  { filter, sort, descending }: { filter: PlaceFilter; sort: PlaceSort; descending: boolean },
): { sql: string; params: Params } {
  const direction = descending ? 'DESC' : 'ASC';
  const isAttribute = typeof sort === 'object';
  // The name of an attribute may contain any character, so it must not be a part of a JSON path.
  const value = isAttribute
    ? `(SELECT CASE WHEN ${mayBeRead} THEN coalesce(day_key(atom, :sortsDayFirst), number_key(atom, :sortsCommaDecimal), atom) ELSE nullif(atom, '') END
        FROM json_each(${readableAttributes}) WHERE key = :attribute) COLLATE NOCASE`
    : sorts[sort];
  const last = neverNull.includes(sort) ? '' : `${value} IS NULL, `;
  const sql = `${last}${value} ${direction}, place.seq ${direction}`;
  if (!isAttribute) return { sql, params: {} };
  const { isDayFirst, isCommaDecimal } = loadReading(store, sort.attribute, filter);
  return {
    sql,
    params: {
      attribute: sort.attribute,
      sortsDayFirst: Number(isDayFirst),
      sortsCommaDecimal: Number(isCommaDecimal),
    },
  };
}
