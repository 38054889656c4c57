import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import {
  type AttributeValue,
  type PlaceList,
  type PlacePatch,
  type PlaceRow,
  placeBounds,
} from '../../../src-preload/contract/place-values.ts';
import type { PlaceColumn, PlaceFacets, PlaceSort } from '../../../src-preload/contract/places.ts';
import { numberText } from '../../../src-preload/contract/read-number.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { formatUtc } from '../../kit/i18n/format.ts';
import { formatDayText, readDay } from '../../kit/i18n/read-day.ts';
import type { EditColumn } from '../../kit/ui/grid/block-edits.ts';
import type { ReadField } from '../../kit/ui/grid/read-field.ts';
import { placeCssColour } from '../../map/place-colours.ts';
import {
  attributeText,
  centreOf,
  positionForField,
  readAltitude,
  readAttribute,
  readBounded,
  readPosition,
  readTags,
} from './place-fields.ts';
import { placeStore } from './place-store.ts';

/** A column of the table of places: how its cells are formatted, read, sorted and searched. */
export interface PlaceTableColumn extends EditColumn<PlaceRow, PlacePatch> {
  /** False if it is hidden by default. */
  isUsual: boolean;
  sort: PlaceSort;
  /** The column's name in a text search; null if its texts cannot be searched. */
  searched: PlaceColumn | null;
}

const always = () => true;
const never = () => false;
const readOnly = (): ReadField<PlacePatch> => ({ problem: { message: 'validation.readOnlyColumn' } });

/** Returns the value of a successful read as a patch. */
function patchOf<T>(read: ReadField<T>, patch: (value: T) => PlacePatch): ReadField<PlacePatch> {
  return 'problem' in read ? read : { value: patch(read.value) };
}

/** Returns the key of the column of an attribute. */
export const attributeKey = (name: string) => `attribute ${name}`;

/** Returns the sort order for a column key; for an unknown key, the order in which places were added. */
export function sortOfKey(key: string | null): PlaceSort {
  if (key?.startsWith('attribute ')) return { attribute: key.slice('attribute '.length) };
  const sorts: Record<string, PlaceSort> = {
    name: 'name',
    position: 'latitude',
    kind: 'kind',
    altitude: 'altitude',
    tags: 'tags',
    notes: 'notes',
    list: 'list',
    source: 'source',
    updated: 'updated',
    updatedBy: 'updatedBy',
  };
  return (key === null ? undefined : sorts[key]) ?? 'added';
}

interface ColumnWords {
  t: TFunction;
  language: string;
  format: CoordinateFormat;
  lists: readonly PlaceList[];
}

const pointOf = ({
  kind,
  longitude,
  latitude,
  altitudeMetres,
}: PlaceRow): Extract<PlaceGeometry, { kind: 'point' }> | null =>
  kind === 'point' && longitude !== null && latitude !== null
    ? { kind, longitude, latitude, altitudeMetres }
    : null;

function placeColumn({ t, format }: ColumnWords): PlaceTableColumn {
  return {
    key: 'position',
    head: t('places.column.position'),
    width: 190,
    isUsual: true,
    isSortable: true,
    sort: 'latitude',
    searched: null,
    isEditable: always,
    // The outline of an area cannot be seen in its cell, so no block that is cleared contains it.
    cleared: ({ kind }) => (kind === 'area' ? null : { geometry: null, positionText: null }),
    text: (row) =>
      row.kind === 'area' ? t('places.areaOf', { count: row.vertices ?? 0 }) : positionForField(row, format),
    draw(row) {
      const at = centreOf(row);
      return row.kind === 'point' && at !== null ? formatCoordinate(at, format) : undefined;
    },
    read(text, row) {
      if (text.trim() === '' && row.kind !== 'area') return { value: { geometry: null, positionText: null } };
      const read = readPosition(text);
      if (row.kind === 'area' && !('value' in read && read.value.kind === 'area'))
        return { problem: { message: 'validation.positionOfArea' } };
      return patchOf(read, (geometry) => ({ geometry }));
    },
  };
}

function altitudeColumn({ t }: ColumnWords): PlaceTableColumn {
  return {
    key: 'altitude',
    head: t('place.altitudeLabel'),
    width: 84,
    isUsual: false,
    isSortable: true,
    sort: 'altitude',
    searched: null,
    isRight: true,
    isEditable: ({ kind }) => kind !== 'area',
    text: ({ altitudeMetres }) => (altitudeMetres === null ? '' : numberText(altitudeMetres)),
    read(text, row) {
      const point = pointOf(row);
      if (text.trim() === '' && point === null) return { value: {} };
      if (point === null) return { problem: { message: 'validation.altitudeOfPoint' } };
      return patchOf(readAltitude(text), (altitudeMetres) => ({ geometry: { ...point, altitudeMetres } }));
    },
  };
}

function textColumns({ t }: ColumnWords): {
  name: PlaceTableColumn;
  tags: PlaceTableColumn;
  notes: PlaceTableColumn;
} {
  const usual = { isUsual: true, isSortable: true, isEditable: always };
  return {
    name: {
      key: 'name',
      head: t('label.name'),
      width: 170,
      grows: true,
      isFrozen: true,
      ...usual,
      sort: 'name',
      searched: 'name',
      text: ({ name }) => name,
      read: (text) => patchOf(readBounded(text.trim(), placeBounds.name), (name) => ({ name })),
    },
    tags: {
      key: 'tags',
      head: t('places.column.tags'),
      width: 130,
      ...usual,
      sort: 'tags',
      searched: 'tags',
      text: ({ tags }) => tags.join(', '),
      read: (text) => patchOf(readTags(text), (tags) => ({ tags })),
    },
    notes: {
      key: 'notes',
      head: t('places.column.notes'),
      width: 200,
      isMultiline: true,
      ...usual,
      sort: 'notes',
      searched: 'notes',
      text: ({ notes }) => notes,
      draw: ({ notes }) => notes.replaceAll(/\s*\n\s*/g, ' ⏎ '),
      read: (text) => patchOf(readBounded(text, placeBounds.notes), (notes) => ({ notes })),
    },
  };
}

/** What is known of the values of an attribute. */
type AttributeKind = Pick<PlaceFacets['attributes'][number], 'isNumber' | 'isDate'>;

function attributeColumn(
  name: string,
  { isNumber, isDate }: AttributeKind,
  language: string,
): PlaceTableColumn {
  const read = (text: string) => (isDate ? readDay(text, language) : readAttribute(text, isNumber));
  return {
    key: attributeKey(name),
    head: name,
    width: 120,
    isRight: isNumber,
    isUsual: true,
    isSortable: true,
    sort: { attribute: name },
    searched: { attribute: name },
    isEditable: always,
    text: ({ attributes }) => attributeText(attributes[name]),
    ...(isDate
      ? { draw: ({ attributes }: PlaceRow) => formatDayText(language, attributeText(attributes[name])) }
      : {}),
    read: (text) =>
      patchOf<AttributeValue>(read(text), (value) =>
        value === null ? { withoutAttributes: [name] } : { attributes: { [name]: value } },
      ),
  };
}

function listColumn({ t, lists }: ColumnWords): PlaceTableColumn {
  const listOf = ({ listId }: PlaceRow) => lists.find((list) => list.listId === listId);
  return {
    key: 'list',
    head: t('places.column.list'),
    width: 120,
    isUsual: lists.length > 1,
    isSortable: true,
    sort: 'list',
    searched: null,
    isEditable: always,
    // Every place is in a list.
    cleared: () => null,
    text: (row) => listOf(row)?.name ?? '',
    draw(row) {
      const list = listOf(row);
      return (
        list && (
          <>
            <span
              style={{
                display: 'inline-block',
                width: 9,
                height: 9,
                borderRadius: 2,
                marginRight: 6,
                background: placeCssColour(list.colour),
              }}
            />
            {list.name}
          </>
        )
      );
    },
    read(text) {
      const found = lists.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
      return found ? { value: { listId: found.listId } } : { problem: { message: 'validation.noSuchList' } };
    },
  };
}

function factColumns({ t, language }: ColumnWords): PlaceTableColumn[] {
  const fact = { isSortable: true, isEditable: never, read: readOnly, searched: null };
  return [
    {
      key: 'source',
      head: t('places.column.source'),
      width: 150,
      isUsual: false,
      sort: 'source',
      ...fact,
      text: ({ source }) =>
        source === null
          ? ''
          : source.line === null
            ? source.fileName
            : t('places.sourceLine', { file: source.fileName, line: source.line }),
    },
    {
      key: 'updated',
      head: t('places.column.updated'),
      width: 130,
      isUsual: false,
      sort: 'updated',
      ...fact,
      text: ({ updatedAt }) => formatUtc(language, updatedAt),
    },
    {
      key: 'updatedBy',
      head: t('places.column.updatedBy'),
      width: 110,
      isUsual: false,
      ...fact,
      sort: 'updatedBy',
      text: ({ updatedBy }) => updatedBy,
    },
  ];
}

/** Returns all columns of these places, in their order. */
export function columnsOf(
  words: ColumnWords,
  attributes: readonly ({ name: string } & AttributeKind)[],
): PlaceTableColumn[] {
  const { name, tags, notes } = textColumns(words);
  const kind: PlaceTableColumn = {
    key: 'kind',
    head: words.t('places.column.kind'),
    width: 100,
    isUsual: true,
    isSortable: true,
    sort: 'kind',
    searched: null,
    isEditable: never,
    read: readOnly,
    text: (row) => words.t(`places.kind.${row.kind}`),
  };
  return [
    name,
    placeColumn(words),
    kind,
    altitudeColumn(words),
    tags,
    notes,
    ...attributes.map((attribute) => attributeColumn(attribute.name, attribute, words.language)),
    listColumn(words),
    ...factColumns(words),
  ];
}

/** Returns all columns of the places of the selected lists, and which of them the wide table shows. */
export function usePlaceColumns(): {
  all: PlaceTableColumn[];
  isShown: (column: PlaceTableColumn) => boolean;
} {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { listIds, hidden, shown, addedAttributes } = useStore(placeStore);
  const filter = listIds.length === 0 ? {} : { listIds: [...listIds] };
  const lists = useQuery(query.places.lists.queryOptions()).data;
  const facets = useQuery(query.places.facets.queryOptions({ input: { filter } })).data;
  const all = useMemo(() => {
    const known = facets?.attributes ?? [];
    const added = addedAttributes
      .filter((name) => !known.some((attribute) => attribute.name === name))
      .map((name) => ({ name, isNumber: false, isDate: false }));
    return columnsOf({ t, language: i18n.language, format, lists: lists ?? [] }, [...known, ...added]);
  }, [t, i18n.language, format, lists, facets, addedAttributes]);
  return {
    all,
    isShown: ({ key, isUsual }) => (isUsual ? !hidden.includes(key) : shown.includes(key)),
  };
}
