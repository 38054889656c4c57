import { Group, Text } from '@mantine/core';
import { IconFileTypeCsv, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { inertCell, readInertCell } from '../../client/inert-text.ts';
import { openOutput } from '../../export/export-store.ts';
import type { ListExport, PlacedRow } from '../../export/list-export.ts';
import { formatNumber } from '../../i18n/format.ts';
import { changeList, type ListName, listOf, listStore } from '../../state/list-store.ts';
import { revealPoint } from '../../state/map-store.ts';
import { hover, type KeyOf, type Subject, select, useHovered, useSelected } from '../../state/selection.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { cursorAt, type GridCursor, type GridRange } from '../../ui/grid/grid-cursor.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { type PageRange, usePagedList } from '../../ui/paged-list.ts';
import type { Page } from '../../ui/paged-rows.ts';
import { focusPaneSoon } from '../../ui/panes.ts';
import { TableStage } from '../../ui/table-stage.tsx';
import { Tool } from '../../ui/tool-button.tsx';
import { type DeclaredProps, noPosition } from '../list-declaration.ts';
import type { BaseTerms } from '../subject-filters.tsx';
import { useDeclaredTerms } from '../use-declared-terms.ts';
import { useListChoice } from '../use-list-choice.ts';
import { placeOf } from '../use-place-text.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import classes from './list-table.module.css';
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
function useTableColumns<Row extends PlacedRow, Query, Places>(
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
type TableColumns = ReturnType<typeof useTableColumns>;

interface TableHeadProps {
  list: ListName;
  /** The number of rows of the list. */
  total: number;
  columns: Pick<TableColumns, 'all' | 'shown' | 'setColumns'>;
}

/** The line above a table: the number of rows, and the buttons for the columns, the CSV export and closing. */
function TableHead({ list, total, columns }: TableHeadProps) {
  const { t, i18n } = useTranslation();
  const title = t(`shell.workspace.${list}`);
  return (
    <Group className={classes.tools ?? ''} gap={6} wrap="nowrap">
      <Text size="xs" c="var(--nadir-quiet)" flex={1} truncate>
        {t('lists.tableOf', { list: title, total: formatNumber(i18n.language, total), count: total })}
      </Text>
      <ColumnsMenu all={columns.all} shown={columns.shown} onChange={columns.setColumns} />
      <Tool label={t('lists.csv')} icon={IconFileTypeCsv} onClick={() => openOutput('file', 'csv')} />
      <Tool label={t('lists.closeTable')} icon={IconX} onClick={() => changeList(list, { isTable: false })} />
    </Group>
  );
}

const nothing = () => undefined;
/** The table of a list is read-only. */
const readOnly = {
  problemOf: () => null,
  onEdit: nothing,
  onClear: nothing,
  onFill: nothing,
  onPaste: nothing,
};
/** The maximum number of rows that are copied at once. */
const maxCopied = 5_000;

/** Returns the cursor of the table. It moves to a row that is selected elsewhere, for example on the map. */
function useTableCursor(position: number | null) {
  const [cursor, setCursor] = useState<GridCursor>(() => cursorAt(Math.max(0, position ?? 0), 1));
  const followed = useRef<number | null>(null);
  useEffect(() => {
    if (position === followed.current) return;
    followed.current = position;
    if (position !== null) setCursor((before) => cursorAt(position, before.cell.column));
  }, [position]);
  return { cursor, setCursor };
}

/** Returns the texts of a range of cells, fetching rows that are not loaded; at most `maxCopied` rows. */
async function readTexts<Row>(
  load: (range: PageRange) => Promise<Page<Row>>,
  columns: readonly GridColumn<Row>[],
  { top, bottom, left, right }: GridRange,
): Promise<string[][]> {
  const copied = columns.slice(left - 1, right);
  const texts: string[][] = [];
  const last = Math.min(bottom, top + maxCopied - 1);
  for (let offset = top; offset <= last; offset += 500) {
    const { rows } = await load({ offset, limit: Math.min(500, last - offset + 1) });
    texts.push(...rows.map((row) => copied.map((column) => column.text(row))));
  }
  return texts;
}

/** Returns the sorted column, and the handler of a click on a heading: it sorts by that column or reverses the order. */
function sorting<Terms extends BaseTerms<Sort>, Sort extends string>(
  columnSorts: Readonly<Partial<Record<string, Sort>>>,
  { typed, change }: { typed: Terms; change: (patch: Partial<Terms>) => void },
) {
  const key = Object.entries(columnSorts).find(([, sort]) => sort === typed.sort)?.[0];
  return {
    sort: key === undefined ? null : { key, descending: typed.descending ?? false },
    onSort(clicked: string) {
      const sort = columnSorts[clicked];
      if (sort === undefined) return;
      const order: Partial<BaseTerms<Sort>> =
        sort === typed.sort ? { descending: !typed.descending } : { sort, descending: false };
      change({ ...typed, ...order });
    },
  };
}

/** A declared list as a table with the chosen columns; a click on a heading sorts. */
function Table<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>(props: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  const { declared } = props;
  const { subject, workspace: name, keyOf, columnSorts } = declared;
  const { t } = useTranslation();
  const api = useApi();
  const terms = useDeclaredTerms(props);
  const selected = useSelected(subject);
  const hovered = useHovered(subject);
  const access = declared.access(api, terms.query, selected);
  const list = usePagedList<Row, Extra>({ terms: terms.query, page: access.page });
  const position = useQuery(access.position ?? noPosition).data ?? null;
  const total = list.total ?? 0;
  const columns = useTableColumns(declared);
  const choice = useListChoice({
    name,
    query: terms.query,
    total,
    selected: selected === null ? null : String(selected),
    selectedIndex: null,
    keyAt(index) {
      const row = list.rowAt(index);
      return row && String(keyOf(row));
    },
    ids: access.ids,
  });
  const { cursor, setCursor } = useTableCursor(position);
  const move = (next: GridCursor, how: 'keys' | 'pointer') => {
    setCursor(next);
    const row = list.rowAt(next.cell.row);
    if (!row) return;
    // Opening the details would shrink the table, so only the map shows which row it is.
    hover(subject, keyOf(row));
    const place = placeOf(row);
    if (how === 'keys' && place !== null) revealPoint([place[0], place[1]]);
  };
  const indexOf = (key: KeyOf<S> | null) =>
    key === null ? null : list.indexWhere((row) => keyOf(row) === key);
  return (
    <>
      <TableHead list={name} total={total} columns={columns} />
      <DataGrid<Row>
        label={t('lists.table', { list: t(`shell.workspace.${name}`) })}
        words={{ selectRow: t('places.selectRow'), selectAll: t('places.selectAll') }}
        columns={columns.grid}
        count={total}
        rowAt={list.rowAt}
        onRange={list.onRange}
        cursor={cursor}
        onCursor={move}
        hoveredIndex={indexOf(hovered)}
        currentIndex={indexOf(selected)}
        onHover={(index) => {
          const row = index === null ? undefined : list.rowAt(index);
          hover(subject, row === undefined ? null : keyOf(row));
        }}
        {...sorting(columnSorts, terms)}
        onWidth={columns.setWidth}
        choice={choice.table}
        onOpen={(index) => {
          const row = list.rowAt(index);
          if (!row) return;
          select(subject, keyOf(row));
          focusPaneSoon('details');
        }}
        {...readOnly}
        textsOf={(range) => readTexts(access.load, columns.grid, range)}
        inertCell={inertCell}
        readInertCell={readInertCell}
      />
    </>
  );
}

/** The table of a declared list, below the map; renders nothing while it is closed. */
export function ListStage<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>(props: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  const { t } = useTranslation();
  const name = props.declared.workspace;
  const isTable = useStore(listStore, (all) => listOf(all, name).isTable);
  const share = useStore(listStore, ({ tableShare }) => tableShare);
  if (!isTable) return null;
  return (
    <TableStage
      label={t('lists.table', { list: t(`shell.workspace.${name}`) })}
      handleLabel={t('places.resizeTable')}
      share={share}
      onShare={(tableShare) => listStore.setState({ tableShare })}
    >
      <Table {...props} />
    </TableStage>
  );
}
