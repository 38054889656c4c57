import { Group, Text } from '@mantine/core';
import { IconFileTypeCsv, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { inertText } from '../../client/csv.ts';
import { formatNumber } from '../../i18n/format.ts';
import { changeList, listOf, listStore } from '../../state/list-store.ts';
import { revealPoint } from '../../state/map-store.ts';
import { hover, type Subject, select, useHovered, useSelected } from '../../state/selection.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { cursorAt, type GridCursor, type GridRange } from '../../ui/grid/grid-cursor.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { type PageRange, usePagedList } from '../../ui/paged-list.ts';
import type { Page } from '../../ui/paged-rows.ts';
import { focusPaneSoon } from '../../ui/panes.ts';
import { TableStage } from '../../ui/table-stage.tsx';
import { Tool } from '../../ui/tool-button.tsx';
import { openOutput } from '../export/export-store.ts';
import type { PlacedRow } from '../export/list-export.ts';
import { type DeclaredProps, unknownPosition } from '../list-declaration.ts';
import type { BaseTerms } from '../subject-filters.tsx';
import { useDeclaredTerms } from '../use-declared-terms.ts';
import { useListChoice } from '../use-list-choice.ts';
import { placeOf } from '../use-place-text.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import classes from './list-table.module.css';
import { allColumns, gridColumns, shownColumns, type TableColumn, widthLimits } from './table-columns.ts';

const nothing = () => undefined;
/** The most rows that are copied at once. */
const mostCopied = 5_000;

/** Returns the cursor of the table; a row that is selected elsewhere, on the map for example, comes into view. */
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

/** Reads the texts of a block, whose rows may not be here; at most `mostCopied` rows of it. */
async function readTexts<Row>(
  load: (range: PageRange) => Promise<Page<Row>>,
  columns: readonly GridColumn<Row>[],
  { top, bottom, left, right }: GridRange,
): Promise<string[][]> {
  const copied = columns.slice(left - 1, right);
  const texts: string[][] = [];
  const last = Math.min(bottom, top + mostCopied - 1);
  for (let offset = top; offset <= last; offset += 500) {
    const { rows } = await load({ offset, limit: Math.min(500, last - offset + 1) });
    texts.push(...rows.map((row) => copied.map((column) => column.text(row))));
  }
  return texts;
}

/** The rows of a declared list as a table: with the columns that the user chose, sorted by any of its heads. */
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
  const { subject, workspace: name, keyOf, exported, columnSorts } = declared;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const api = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { typed, change, query } = useDeclaredTerms(props);
  const selected = useSelected(subject);
  const hovered = useHovered(subject);
  const access = declared.access(api, query, selected);
  const list = usePagedList<Row, Extra>({ terms: query, page: access.page });
  const position = useQuery(access.position ?? unknownPosition).data ?? null;
  const total = list.total ?? 0;
  const columns = useStore(listStore, (all) => listOf(all, name).columns);
  const all = useMemo(() => allColumns(t, exported.columns(t)), [t, exported]);
  const shown = useMemo(() => shownColumns(all, columns), [all, columns]);
  const grid = useMemo(
    () => gridColumns(exported, { shown, sorts: columnSorts, words: { t, language, format } }),
    [exported, shown, columnSorts, t, language, format],
  );
  const setColumns = (next: readonly TableColumn[] | null) =>
    changeList(name, { columns: next?.map(({ key, width }) => ({ key, width })) ?? null });
  const choice = useListChoice({
    ...{ name, total, selected: selected === null ? null : String(selected), selectedIndex: null },
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
    // The details would take the room of the table, so the map alone shows which row it is.
    hover(subject, keyOf(row));
    const place = placeOf(row);
    if (how === 'keys' && place !== null) revealPoint([place[0], place[1]]);
  };
  const sortKey = Object.entries(columnSorts).find(([, sort]) => sort === typed.sort)?.[0];
  const sortBy = (key: string) => {
    const sort = columnSorts[key];
    if (sort === undefined) return;
    const base: Partial<BaseTerms<Sort>> =
      sort === typed.sort ? { descending: !typed.descending } : { sort, descending: false };
    change({ ...typed, ...base });
  };
  const title = t(`shell.workspace.${name}`);
  return (
    <>
      <Group className={classes.tools ?? ''} gap={6} wrap="nowrap">
        <Text size="xs" c="var(--nadir-quiet)" flex={1} truncate>
          {t('lists.tableOf', { list: title, total: formatNumber(language, total), count: total })}
        </Text>
        <ColumnsMenu all={all} shown={shown} onChange={setColumns} />
        <Tool label={t('lists.csv')} icon={IconFileTypeCsv} onClick={() => openOutput('file', 'csv')} />
        <Tool
          label={t('lists.closeTable')}
          icon={IconX}
          onClick={() => changeList(name, { isTable: false })}
        />
      </Group>
      <DataGrid<Row>
        label={t('lists.table', { list: title })}
        words={{ selectRow: t('places.selectRow'), selectAll: t('places.selectAll') }}
        columns={grid}
        count={total}
        rowAt={list.rowAt}
        onRange={list.onRange}
        cursor={cursor}
        onCursor={move}
        hoveredIndex={hovered === null ? null : list.indexWhere((row) => keyOf(row) === hovered)}
        currentIndex={selected === null ? null : list.indexWhere((row) => keyOf(row) === selected)}
        onHover={(index) => {
          const row = index === null ? undefined : list.rowAt(index);
          hover(subject, row === undefined ? null : keyOf(row));
        }}
        sort={sortKey === undefined ? null : { key: sortKey, descending: typed.descending ?? false }}
        onSort={sortBy}
        onWidth={(key, width) =>
          setColumns(
            shown.map((column) =>
              column.key === key
                ? {
                    ...column,
                    width: Math.max(widthLimits.least, Math.min(widthLimits.most, Math.round(width))),
                  }
                : column,
            ),
          )
        }
        choice={choice.table}
        problemOf={() => null}
        onOpen={(index) => {
          const row = list.rowAt(index);
          if (!row) return;
          select(subject, keyOf(row));
          focusPaneSoon('details');
        }}
        onEdit={nothing}
        onClear={nothing}
        onFill={nothing}
        onPaste={nothing}
        textsOf={(range) => readTexts(access.load, grid, range)}
        inertText={inertText}
      />
    </>
  );
}

/** The table of a declared list, below the map; nothing as long as it is closed. */
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
