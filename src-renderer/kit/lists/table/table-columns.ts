import type { TFunction } from 'i18next';
import type { ColumnType, ExportedFeature } from '../../../formats/exported-feature.ts';
import type { ListExport, OutputColumn, PlacedRow } from '../../export/list-export.ts';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { formatUtc } from '../../i18n/format.ts';
import type { ShownColumn } from '../../state/list-store.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { placeOf } from '../use-place-text.ts';

/** The default widths of columns, in pixels. */
const usualWidths: Readonly<Record<ColumnType, number>> = {
  text: 130,
  integer: 92,
  real: 84,
  boolean: 70,
  time: 178,
};
export const nameKey = 'name';
export const placeKey = 'place';
const nameWidth = 220;
const placeWidth = 180;
/** The minimum and the maximum width of a column, in pixels. */
export const widthLimits = { min: 48, max: 900 } as const;

/** A column that the table of a list can have. */
export interface TableColumn {
  key: string;
  label: string;
  width: number;
}

/** Returns all possible columns of a list's table: the name, the position, and the columns of its export. */
export const allColumns = (t: TFunction, columns: readonly OutputColumn[]): TableColumn[] => [
  { key: nameKey, label: t('label.name'), width: nameWidth },
  ...columns.map(({ key, label, type }) => ({ key, label, width: usualWidths[type] })),
  { key: placeKey, label: t('places.column.position'), width: placeWidth },
];

/** Returns the visible columns in order: the chosen ones, or all. The name is always the first. */
export function shownColumns(
  all: readonly TableColumn[],
  chosen: readonly ShownColumn[] | null,
): TableColumn[] {
  if (chosen === null) return [...all];
  const known = new Map(all.map((column) => [column.key, column]));
  const shown = chosen.flatMap(({ key, width }) => {
    const column = known.get(key);
    return column === undefined ? [] : [{ ...column, width }];
  });
  const name = shown.find(({ key }) => key === nameKey) ?? known.get(nameKey);
  return [...(name === undefined ? [] : [name]), ...shown.filter(({ key }) => key !== nameKey)];
}

interface CellWords {
  t: TFunction;
  language: string;
  format: CoordinateFormat;
}

/** Formats a value for the table. */
function textOf(attributes: ExportedFeature['attributes'], column: OutputColumn, language: string): string {
  const value = attributes[column.key];
  if (value === null || value === undefined || value === '')
    return column.whenEmpty?.(attributes, language) ?? '';
  if (column.wordOf) return column.wordOf(value);
  return column.type === 'time' ? formatUtc(language, String(value)) : String(value);
}

/** Returns the columns in the form that the grid takes. None is editable. */
export function gridColumns<Row extends PlacedRow, Query, Places>(
  declared: Pick<ListExport<Row, Query, Places>, 'columns' | 'nameOf' | 'attributesOf'>,
  { shown, sorts, words }: { shown: readonly TableColumn[]; sorts: object; words: CellWords },
): GridColumn<Row>[] {
  const { t, language, format } = words;
  const byKey = new Map(declared.columns(t).map((column) => [column.key, column]));
  const textIn = (key: string): ((row: Row) => string) => {
    if (key === nameKey) return declared.nameOf;
    const column = byKey.get(key);
    if (column !== undefined) return (row) => textOf(declared.attributesOf(row), column, language);
    return (row) => {
      const place = placeOf(row);
      return place === null ? '' : formatCoordinate([place[0], place[1]], format);
    };
  };
  return shown.map(({ key, label, width }) => {
    const type = byKey.get(key)?.type;
    return {
      key,
      head: label,
      width,
      isSortable: key in sorts,
      isEditable: () => false,
      isPlain: true,
      grows: key === nameKey,
      isFrozen: key === nameKey,
      isRight: type === 'integer' || type === 'real',
      text: textIn(key),
    };
  });
}
