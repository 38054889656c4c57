import { skipToken, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { mostPlacesAtOnce, mostPlacesSelected } from '../../../src-preload/contract/places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { inertCell, readInertCell } from '../../kit/client/inert-text.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { revealPoint } from '../../kit/state/map-store.ts';
import { hover, select, useHovered } from '../../kit/state/selection.ts';
import { CellReason } from '../../kit/ui/grid/cell-reason.tsx';
import { DataGrid } from '../../kit/ui/grid/data-grid.tsx';
import { cursorAt, cursorInOtherRows, cursorWithin, type GridCursor } from '../../kit/ui/grid/grid-cursor.ts';
import { useBlockEdits } from '../../kit/ui/grid/use-block-edits.ts';
import { useRowChoice } from '../../kit/ui/grid/use-row-choice.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { noteOf, rememberMarks, setCellNotes } from './cell-notes.ts';
import { usePlaceEdits } from './edit-places.ts';
import { type PlaceTableColumn, usePlaceColumns } from './place-columns.tsx';
import { centreOf, readPosition } from './place-fields.ts';
import { choosePlaces, placeStore } from './place-store.ts';
import { placeRules, textsInto } from './table-edits.ts';
import type { PlaceRows, usePlaceTerms } from './use-places-list.ts';
import { useTargetList } from './use-target-list.ts';

interface TableEditsOptions {
  rows: PlaceRows;
  columns: readonly PlaceTableColumn[];
}

/** Returns how the table handles texts that are typed, pasted, filled or cleared. */
function useTableEdits({ rows, columns }: TableEditsOptions) {
  const { t } = useTranslation();
  const edits = usePlaceEdits();
  const targetList = useTargetList();
  const say = useSay();
  return useBlockEdits({
    rows,
    columns,
    rules: placeRules,
    keyOf: ({ placeId }) => placeId,
    notes: () => placeStore.getState().notes,
    setNotes: setCellNotes,
    onMarked: rememberMarks,
    isBounded: (count, as) => edits.isBounded(count, as === 'paste' ? mostPlacesAtOnce : mostPlacesSelected),
    onUnread: (count) => say({ message: t('places.unreadCells', { count }), color: 'orange' }),
    onReadOnly: (count) => say({ message: t('places.readOnlyCells', { count }), color: 'orange' }),
    onTooWide: (texts, columnCount) => placeStore.setState({ tooWide: { texts, columnCount } }),
    mostPasted: mostPlacesAtOnce,
    onTooLong: (texts) => placeStore.setState({ tooWide: { texts, columnCount: null } }),
    change: (column, updates) => edits.update(column === 'position' ? 'move' : 'change', updates),
    update: edits.update,
    async paste(block, into, texts) {
      const listId = await targetList();
      const edit = textsInto(block, into, texts, listId);
      const { placeIds, stepId } = await edits.add('paste', listId, edit.added, edit.updates);
      return {
        notes: edit.notes,
        readOnlyCells: edit.readOnlyCells,
        keys: [...block.map(({ placeId }) => placeId), ...placeIds],
        stepId,
      };
    },
  });
}

interface PlacesTableProps {
  terms: ReturnType<typeof usePlaceTerms>;
  rows: PlaceRows;
  /** True for the table with all columns; the narrow one has names and positions. */
  isWide: boolean;
}

/** Returns how several rows are selected. */
function usePlaceChoice({ terms, rows }: Pick<PlacesTableProps, 'terms' | 'rows'>) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  return useRowChoice({
    total: rows.total ?? 0,
    chosen: useStore(placeStore, (state) => state.chosen),
    idAt: (index) => rows.rowAt(index)?.placeId,
    setChosen: choosePlaces,
    terms,
    async idsIn(from, to) {
      const limit = Math.min(mostPlacesSelected, to - from + 1);
      const ids = await client.places.ids({ ...terms, offset: from, limit });
      if (to - from >= mostPlacesSelected)
        say({ message: t('places.tooManyAtOnce', { count: mostPlacesSelected }), color: 'orange' });
      return unpackIds(ids).map((id) => placeIdSchema.parse(id));
    },
  });
}

/** Returns the terms without the view of the map, which also moves when the cursor does. */
function termsWithoutView({ filter: { box: _box, ...filter }, sort, descending }: PlacesTableProps['terms']) {
  return JSON.stringify([filter, sort, descending]);
}

/** Returns the cursor of the table; it follows a place that is selected elsewhere, for example on the map. */
function useCursor({ terms, rows, isWide }: PlacesTableProps) {
  const [cursor, setCursor] = useState<GridCursor>(() => cursorAt(Math.max(0, rows.position ?? 0), 1));
  const { selected, position } = rows;
  const followed = useRef<string | null>(null);
  // The cursor and its block are indexes. In another list, filter or order they would mean other places.
  const listed = termsWithoutView(terms);
  const [listedBefore, setListedBefore] = useState(listed);
  if (listed !== listedBefore) {
    setListedBefore(listed);
    setCursor(cursorInOtherRows);
  }
  /** The place and the terms for which the cursor was moved to it. */
  const followKey = (placeId: string | null) => `${placeId} ${listed}`;
  const key = followKey(selected);
  useEffect(() => {
    if (key === followed.current || (selected !== null && position === null)) return;
    followed.current = key;
    if (position !== null) setCursor((before) => cursorAt(position, before.cell.column));
  }, [key, selected, position]);
  const { total } = rows;
  useEffect(() => {
    if (total !== null) setCursor((before) => cursorWithin(before, total));
  }, [total]);

  const move = (next: GridCursor, how: 'keys' | 'pointer') => {
    setCursor(next);
    const row = rows.rowAt(next.cell.row);
    if (!row) return;
    if (!isWide) {
      followed.current = followKey(row.placeId);
      select('place', row.placeId);
      return;
    }
    // The details would cover the table, so only the map shows the place of the row.
    hover('place', row.placeId);
    const at = centreOf(row);
    if (how === 'keys' && at !== null) revealPoint(at);
  };
  return { cursor, move, setCursor };
}

/** Moves the cursor to the name of a row that was just added, and gives the table the focus, so that it can be typed. */
function useNewRowCursor(
  terms: PlacesTableProps['terms'],
  table: RefObject<HTMLElement | null>,
  setCursor: (cursor: GridCursor) => void,
) {
  const { query } = useApi();
  const placeId = useStore(placeStore, ({ newRow }) => newRow);
  const position = useQuery(
    query.places.position.queryOptions({ input: placeId === null ? skipToken : { ...terms, placeId } }),
  ).data;
  useEffect(() => {
    if (placeId === null || position === undefined || position === null) return;
    placeStore.setState({ newRow: null });
    setCursor(cursorAt(position, 1));
    table.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, [placeId, position, table, setCursor]);
}

/** The places of the selected lists as a table that is edited like a spreadsheet. */
export function PlacesTable({ terms, rows, isWide }: PlacesTableProps) {
  const { t } = useTranslation();
  const { all, isShown } = usePlaceColumns();
  const { sort, chosen } = useStore(placeStore);
  useStore(placeStore, ({ notes }) => notes);
  const say = useSay();
  const hovered = useHovered('place');
  const choice = usePlaceChoice({ terms, rows });
  const { cursor, move, setCursor } = useCursor({ terms, rows, isWide });
  const part = useRef<HTMLDivElement>(null);
  useNewRowCursor(terms, part, setCursor);
  const columns = useMemo(
    () =>
      all.filter((column) => (isWide ? isShown(column) : column.key === 'name' || column.key === 'position')),
    [all, isShown, isWide],
  );
  const edits = useTableEdits({ rows, columns });

  const problemOf = (row: PlaceRow, column: string) => {
    const note = noteOf(row.placeId, column);
    if (note) return { text: note.text, reason: validationMessage(t, note.message, note.values) };
    if (column !== 'position' || row.kind !== 'none' || row.positionText === null) return null;
    const read = readPosition(row.positionText);
    return 'problem' in read
      ? { text: row.positionText, reason: validationMessage(t, read.problem.message, read.problem.values) }
      : null;
  };
  const atCursor = rows.rowAt(cursor.cell.row);
  const columnAtCursor = columns[cursor.cell.column - 1];
  const problem = atCursor && columnAtCursor ? problemOf(atCursor, columnAtCursor.key) : null;

  const onKeyDown = (event: React.KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && ['f', 'h'].includes(event.key.toLowerCase());
    if (!isFind) return;
    event.preventDefault();
    placeStore.setState({ dialog: 'replace' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes on keys of the table within
    <div ref={part} style={{ display: 'contents' }} onKeyDown={onKeyDown}>
      <DataGrid
        label={t('shell.workspace.places')}
        words={{ selectRow: t('places.selectRow'), selectAll: t('places.selectAll') }}
        columns={columns}
        count={rows.total ?? 0}
        rowAt={rows.rowAt}
        onRange={rows.onRange}
        cursor={cursor}
        onCursor={move}
        hoveredIndex={hovered === null ? null : rows.indexWhere(({ placeId }) => placeId === hovered)}
        currentIndex={rows.indexWhere(({ placeId }) => placeId === rows.selected)}
        onHover={(index) => hover('place', index === null ? null : (rows.rowAt(index)?.placeId ?? null))}
        sort={sort}
        onSort={(key) =>
          placeStore.setState(({ sort: before }) => ({
            // The third click restores the order in which the places were added.
            sort:
              before?.key !== key
                ? { key, descending: false }
                : before.descending
                  ? null
                  : { key, descending: true },
          }))
        }
        choice={choice}
        problemOf={problemOf}
        onOpen={(index) => {
          const row = rows.rowAt(index);
          if (!row) return;
          select('place', row.placeId);
          focusPaneSoon('details');
        }}
        onRemove={chosen.size === 0 ? undefined : () => placeStore.setState({ toRemove: [...chosen] })}
        onPasteInHead={() => say({ message: t('places.selectCell'), color: 'orange' })}
        inertCell={inertCell}
        readInertCell={readInertCell}
        {...edits}
      />
      <CellReason reason={problem?.reason ?? null} />
    </div>
  );
}
