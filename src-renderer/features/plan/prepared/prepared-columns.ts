import type { TFunction } from 'i18next';
import {
  type PreparedPatch,
  type PreparedRow,
  type PreparedValues,
  preparedColumnSchema,
} from '../../../../src-preload/contract/prepared.ts';
import { numberText, readWholeNumber } from '../../../../src-preload/contract/read-number.ts';
import type { TaskingReference } from '../../../../src-preload/contract/tasking.ts';
import { type CoordinateFormat, formatCoordinate } from '../../../kit/i18n/coordinates.ts';
import type { EditColumn } from '../../../kit/ui/grid/block-edits.ts';
import type { ReadField } from '../../../kit/ui/grid/read-field.ts';
import { positionForField, readBounded, readPosition } from '../../places/place-fields.ts';
import { everyField, readEvery, readTime, timeField } from './prepared-fields.ts';

/** A column of the table of prepared rows. */
export type PreparedTableColumn = EditColumn<PreparedRow, PreparedPatch>;

interface ColumnWords {
  t: TFunction;
  format: CoordinateFormat;
  reference: TaskingReference | undefined;
  /** The SKUs to suggest. */
  skus: readonly string[];
}

const always = () => true;
const onlyTasks = ({ kind }: PreparedRow) => kind === 'task';

/** Returns a column for one value of the row; a cleared cell gets the value of the template. */
function valueColumn<Key extends keyof PreparedValues>(
  key: Key,
  column: Pick<PreparedTableColumn, 'key' | 'head' | 'width'> & Partial<PreparedTableColumn>,
  write: (value: PreparedValues[Key]) => string,
  read: (text: string) => ReadField<PreparedValues[Key]>,
): PreparedTableColumn {
  const patchOf = (value: PreparedValues[Key]): PreparedPatch => ({ [key]: value });
  return {
    isEditable: always,
    isChanged: ({ values, base }) => values[key] !== base[key],
    text: ({ values }) => write(values[key]),
    read(text) {
      const given = read(text);
      return 'problem' in given ? given : { value: patchOf(given.value) };
    },
    cleared: ({ base }) => patchOf(base[key]),
    ...column,
  };
}

const asText = (value: string | null) => value ?? '';
const orNull = (text: string): ReadField<string | null> => {
  const read = readBounded(text.trim(), 200);
  return 'problem' in read ? read : { value: read.value === '' ? null : read.value };
};
const boundedTo = (most: number) => (text: string) => readBounded(text.trim(), most);
const wholeText = (value: number | null) => (value === null ? '' : numberText(value));
const readWhole = (text: string): ReadField<number | null> => readWholeNumber(text) ?? { value: null };

/** Returns the name of a product with its number, which can be typed too. */
function productText(product: number | null, reference: TaskingReference | undefined): string {
  const found = reference?.products.find(({ pk }) => pk === product);
  return product === null ? '' : found ? `${found.name} (${found.pk})` : String(product);
}

function readProduct(text: string, reference: TaskingReference | undefined): ReadField<number | null> {
  const typed = text.trim();
  const number = /^(?:.*\()?(\d{1,9})\)?$/.exec(typed)?.[1];
  const named = reference?.products.filter(({ name }) => name.toLowerCase() === typed.toLowerCase()) ?? [];
  if (named.length === 1) return { value: named[0]?.pk ?? null };
  const isKnown = reference === undefined || reference.products.length === 0;
  if (number !== undefined && (isKnown || reference.products.some(({ pk }) => pk === Number(number))))
    return { value: Number(number) };
  return { problem: { message: 'validation.noSuchProduct' } };
}

function orderedColumn({ t, reference, skus }: ColumnWords): PreparedTableColumn {
  const products = reference?.products.map(({ pk }) => productText(pk, reference)) ?? [];
  return {
    key: 'ordered',
    head: t('prepared.column.ordered'),
    width: 190,
    isEditable: always,
    options: [...new Set([...products, ...skus])],
    isChanged: ({ kind, values, base }) =>
      kind === 'task' ? values.product !== base.product : values.sku !== base.sku,
    text: ({ kind, values }) => (kind === 'task' ? productText(values.product, reference) : values.sku),
    read(text, { kind }) {
      if (kind === 'order') {
        const sku = readBounded(text.trim(), 200);
        return 'problem' in sku ? sku : { value: { sku: sku.value } };
      }
      const product = readProduct(text, reference);
      return 'problem' in product ? product : { value: { product: product.value } };
    },
    cleared: ({ kind, base }) => (kind === 'task' ? { product: base.product } : { sku: base.sku }),
  };
}

function positionColumn({ t, format }: ColumnWords): PreparedTableColumn {
  const at = ({ longitude, latitude }: PreparedRow): [number, number] | null =>
    longitude === null || latitude === null ? null : [longitude, latitude];
  return {
    key: 'position',
    head: t('places.column.position'),
    width: 224,
    isEditable: ({ place }) => place !== 'area',
    text: (row) =>
      row.place === 'area'
        ? t('places.areaOf', { count: row.vertices ?? 0 })
        : positionForField({ ...row, kind: row.place }, format),
    draw(row) {
      const point = at(row);
      if (row.place !== 'point' || point === null) return undefined;
      const altitude = row.altitudeMetres === null ? '' : `, ${numberText(row.altitudeMetres)} m`;
      return `${formatCoordinate(point, format)}${altitude}`;
    },
    read(text, row) {
      if (row.place === 'area') return { problem: { message: 'validation.positionOfArea' } };
      if (text.trim() === '') return { value: { geometry: null, positionText: null } };
      const read = readPosition(text);
      if ('problem' in read) return read;
      return read.value.kind === 'point'
        ? { value: { geometry: read.value } }
        : { problem: { message: 'validation.onlyPoints' } };
    },
    cleared: () => null,
  };
}

/**
 * Returns a column of which a cell shows the text that it could not take, until another one is taken or the cell is cleared. Copies and fills have
 * that text too, never the value below it, which nobody sees.
 */
function showingUnread(column: PreparedTableColumn): PreparedTableColumn {
  const key = preparedColumnSchema.parse(column.key);
  const unreadOf = ({ values }: PreparedRow) => values.unread[key];
  const without = (row: PreparedRow): PreparedPatch =>
    unreadOf(row) === undefined ? {} : { unread: { [key]: null } };
  const { draw, cleared } = column;
  return {
    ...column,
    isChanged: (row) => unreadOf(row) !== undefined || column.isChanged?.(row) === true,
    text: (row) => unreadOf(row) ?? column.text(row),
    ...(draw ? { draw: (row: PreparedRow) => (unreadOf(row) === undefined ? draw(row) : undefined) } : {}),
    read(text, row) {
      const read = column.read(text, row);
      return 'problem' in read ? read : { value: { ...read.value, ...without(row) } };
    },
    ...(cleared
      ? {
          cleared(row: PreparedRow) {
            const patch = { ...cleared(row), ...without(row) };
            return Object.keys(patch).length === 0 ? null : patch;
          },
        }
      : {}),
  };
}

/** Returns the columns of prepared rows without those that no row needs. */
export function preparedColumns(
  words: ColumnWords,
  has: { tasks: boolean; orders: boolean },
): PreparedTableColumn[] {
  const { t, reference } = words;
  const clients = reference?.clients.map(({ name }) => name) ?? [];
  const right = { isRight: true, isEditable: onlyTasks };
  const projects = { options: [...new Set(reference?.projects ?? [])] };
  const columns = [
    valueColumn(
      'name',
      { key: 'name', head: t('label.name'), width: 190, isFrozen: true, grows: true },
      asText,
      boundedTo(300),
    ),
    positionColumn(words),
    valueColumn(
      'project',
      { key: 'project', head: t('label.project'), width: 130, ...projects },
      asText,
      boundedTo(300),
    ),
    orderedColumn(words),
    valueColumn('start', { key: 'start', head: t('prepared.column.start'), width: 130 }, timeField, readTime),
    valueColumn('end', { key: 'end', head: t('prepared.column.end'), width: 130 }, timeField, readTime),
    valueColumn(
      'everyMinutes',
      { key: 'every', head: t('plan.every.group'), width: 110 },
      everyField,
      readEvery,
    ),
    ...(has.tasks
      ? [
          ...(clients.length > 1
            ? [
                valueColumn(
                  'client',
                  {
                    key: 'client',
                    head: t('label.client'),
                    width: 110,
                    isEditable: onlyTasks,
                    options: clients,
                  },
                  asText,
                  orNull,
                ),
              ]
            : []),
          valueColumn(
            'priority',
            { key: 'priority', head: t('label.priority'), width: 80, ...right },
            wholeText,
            readWhole,
          ),
          valueColumn(
            'maxCaptures',
            { key: 'captures', head: t('label.captures'), width: 84, ...right },
            wholeText,
            readWhole,
          ),
          valueColumn(
            'maxSimultaneous',
            { key: 'simultaneous', head: t('label.maxSimultaneous'), width: 170, ...right },
            wholeText,
            readWhole,
          ),
        ]
      : []),
    ...(has.orders
      ? [
          valueColumn(
            'processingLevel',
            {
              key: 'level',
              head: t('label.level'),
              width: 90,
              isEditable: ({ kind }: PreparedRow) => kind === 'order',
            },
            asText,
            boundedTo(200),
          ),
        ]
      : []),
  ];
  return columns.map(showingUnread);
}
