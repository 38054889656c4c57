import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSettings } from '../../client/api.tsx';
import type { ListExport, PlacedRow } from '../../export/list-export.ts';
import { changeList, type ListName, listOf, listStore } from '../../state/list-store.ts';
import { allColumns, gridColumns, shownColumns, type TableColumn, widthLimits } from './table-columns.ts';

interface TableColumnsOptions<Row extends PlacedRow, Query, Places> {
  workspace: ListName;
  exported: ListExport<Row, Query, Places>;
  columnSorts: object;
}

/**
 * Returns the columns of a list's table: `all` possible ones, the chosen ones as `shown`, and those for the grid as `grid`. Changes are
 * saved with the list.
 */
export function useTableColumns<Row extends PlacedRow, Query, Places>(
  options: TableColumnsOptions<Row, Query, Places>,
) {
  const { workspace: name, exported, columnSorts } = options;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const chosen = useStore(listStore, (lists) => listOf(lists, name).columns);
  const all = useMemo(() => allColumns(t, exported.columns(t)), [t, exported]);
  const shown = useMemo(() => shownColumns(all, chosen), [all, chosen]);
  const grid = useMemo(
    () => gridColumns(exported, { shown, sorts: columnSorts, words: { t, language, format } }),
    [exported, shown, columnSorts, t, language, format],
  );
  /** Shows these columns; null for the default ones. */
  const setColumns = (next: readonly TableColumn[] | null) =>
    changeList(name, { columns: next?.map(({ key, width }) => ({ key, width })) ?? null });
  return {
    all,
    shown,
    grid,
    setColumns,
    /** Sets the width of a column in pixels, within the limits. */
    setWidth(key: string, widthPx: number) {
      const width = Math.max(widthLimits.min, Math.min(widthLimits.max, Math.round(widthPx)));
      setColumns(shown.map((column) => (column.key === key ? { ...column, width } : column)));
    },
  };
}
/** The columns of the table of a list. */
export type TableColumns = ReturnType<typeof useTableColumns>;
