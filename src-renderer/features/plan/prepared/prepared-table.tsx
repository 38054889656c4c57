import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { type PreparedRow, preparedColumnSchema } from '../../../../src-preload/contract/prepared.ts';
import { inertCell, readInertCell } from '../../../kit/client/inert-text.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { revealPoint } from '../../../kit/state/map-store.ts';
import { hover } from '../../../kit/state/selection.ts';
import { heightOf, widthOf } from '../../../kit/ui/grid/block-edits.ts';
import type { CellNotes } from '../../../kit/ui/grid/cell-notes.ts';
import { CellReason } from '../../../kit/ui/grid/cell-reason.tsx';
import { DataGrid } from '../../../kit/ui/grid/data-grid.tsx';
import { cursorAt, cursorWithin, type GridCursor } from '../../../kit/ui/grid/grid-cursor.ts';
import type { CellProblem } from '../../../kit/ui/grid/grid-types.ts';
import { useBlockEdits } from '../../../kit/ui/grid/use-block-edits.ts';
import { useRowChoice } from '../../../kit/ui/grid/use-row-choice.ts';
import { useSay } from '../../../kit/ui/use-act.ts';
import { preparedRules, usePreparedEdits } from './edit-prepared.ts';
import type { PreparedTableColumn } from './prepared-columns.ts';
import { preparedStore } from './prepared-store.ts';
import { issueText } from './prepared-words.ts';
import { usePreparedColumns } from './use-prepared-columns.tsx';
import type { PreparedCheck, PreparedRows } from './use-prepared-rows.ts';

/** Returns the text that a cell could not take; null for none. */
function unreadText({ values }: PreparedRow, key: string): string | null {
  const column = preparedColumnSchema.safeParse(key).data;
  return column === undefined ? null : (values.unread[column] ?? null);
}

/** Returns functions that return the problem of a cell, and the text below the table for it. */
function usePreparedProblems(columns: readonly PreparedTableColumn[], check: PreparedCheck | null) {
  const { t, i18n } = useTranslation();
  const issuesOf = ({ preparedId }: PreparedRow) => check?.byRow.get(preparedId) ?? [];
  const wordsOf = (issues: ReturnType<typeof issuesOf>) =>
    issues.map((issue) => issueText(t, i18n.language, issue)).join(' ');

  /** Returns the problem of a cell: the text that it rejected, or what the check found; null for none. */
  function problemOf(row: PreparedRow, key: string): CellProblem | null {
    const column = columns.find((each) => each.key === key);
    const text = unreadText(row, key);
    if (column !== undefined && text !== null) {
      const read = column.read(text, row);
      if ('problem' in read)
        return { text, reason: validationMessage(t, read.problem.message, read.problem.values) };
      return { text, reason: t('prepared.issue.unread') };
    }
    const issues = key === 'state' ? [] : issuesOf(row).filter((issue) => issue.column === key);
    const [first] = issues;
    if (!first || !column) return null;
    return { text: column.text(row), reason: wordsOf(issues), isWarning: first.severity === 'warning' };
  }

  return {
    problemOf,
    /**
     * Returns the reason for the mark of a cell; for a cell without a problem, the issues of its row. `reason` is null
     * if both have none.
     */
    reasonAt(
      row: PreparedRow | undefined,
      key: string | undefined,
    ): { reason: string | null; isWarning: boolean } {
      if (row === undefined) return { reason: null, isWarning: false };
      const problem = key === undefined ? null : problemOf(row, key);
      if (problem) return { reason: problem.reason, isWarning: problem.isWarning ?? false };
      const issues = issuesOf(row);
      return {
        reason: issues.length === 0 ? null : wordsOf(issues),
        isWarning: issues[0]?.severity === 'warning',
      };
    },
  };
}

interface PreparedTableProps {
  scope: Scope;
  rows: PreparedRows;
  check: PreparedCheck | null;
}

/** The rows themselves have the texts that their cells could not take. */
const noNotes: CellNotes = new Map();

/** Prepared tasks and orders as a table that is edited like a spreadsheet. */
export function PreparedTable(props: PreparedTableProps) {
  const { scope, rows, check } = props;
  const { t } = useTranslation();
  const say = useSay();
  const edits = usePreparedEdits(scope);
  const { chosen, target } = useStore(preparedStore);
  const [cursor, setCursor] = useState<GridCursor>(() => cursorAt(0, 1));
  const part = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const columns = usePreparedColumns(props);
  const { problemOf, reasonAt } = usePreparedProblems(columns, check);
  const total = rows.total ?? 0;

  useEffect(() => {
    if (target === null) return;
    const column = columns.findIndex(({ key }) => key === target.column);
    setCursor(cursorAt(target.index, Math.max(1, column + 1)));
    preparedStore.setState({ target: null });
    part.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, [target, columns]);
  useEffect(() => {
    setCursor((before) => cursorWithin(before, total));
  }, [total]);

  const blockEdits = useBlockEdits({
    rows,
    columns,
    rules: preparedRules,
    setNotes: () => undefined,
    keyOf: ({ preparedId }) => preparedId,
    notes: () => noNotes,
    isBounded: edits.isBounded,
    onUnread: (count) => say({ message: t('places.unreadCells', { count }), color: 'orange' }),
    onReadOnly: (count) => say({ message: t('places.readOnlyCells', { count }), color: 'orange' }),
    onTooWide(texts, columnCount) {
      const copied = t('places.tooWide.copied', { count: widthOf(texts) });
      const shown = t('places.tooWide.shown', { count: columnCount });
      say({ message: `${copied} ${shown}`, color: 'orange' });
    },
    onTooTall(texts, rowCount) {
      const copied = t('prepared.tooTall.copied', { count: heightOf(texts) });
      const shown = t('prepared.tooTall.shown', { count: rowCount });
      say({ message: `${copied} ${shown}`, color: 'orange' });
    },
    change: (_column, updates) => edits.update('change', updates).then(() => null),
    update: (as, updates) => edits.update(as, updates).then(() => null),
  });
  const choice = useRowChoice({
    total,
    chosen,
    idAt: (index) => rows.rowAt(index)?.preparedId,
    setChosen: (ids) => preparedStore.setState({ chosen: new Set(ids) }),
    idsIn: async (from, to) => (await rows.load(from, to)).map(({ preparedId }) => preparedId),
  });

  const move = (next: GridCursor, how: 'keys' | 'pointer') => {
    setCursor(next);
    const row = rows.rowAt(next.cell.row);
    if (!row) return;
    hover('place', row.placeId);
    if (how === 'keys' && row.longitude !== null && row.latitude !== null)
      revealPoint([row.longitude, row.latitude]);
  };

  const { reason, isWarning } = reasonAt(rows.rowAt(cursor.cell.row), columns[cursor.cell.column - 1]?.key);
  return (
    <div ref={part} style={{ display: 'contents' }}>
      <DataGrid
        label={t('shell.prepared')}
        words={{ selectRow: t('places.selectRow'), selectAll: t('places.selectAll') }}
        columns={columns}
        count={total}
        rowAt={rows.rowAt}
        onRange={rows.onRange}
        cursor={cursor}
        onCursor={move}
        hoveredIndex={hovered}
        onHover={(index) => {
          setHovered(index);
          hover('place', index === null ? null : (rows.rowAt(index)?.placeId ?? null));
        }}
        sort={null}
        onSort={() => undefined}
        choice={choice}
        problemOf={problemOf}
        onOpen={(index) => {
          const row = rows.rowAt(index);
          if (row && row.longitude !== null && row.latitude !== null)
            revealPoint([row.longitude, row.latitude]);
        }}
        onRemove={chosen.size === 0 ? undefined : () => edits.remove([...chosen])}
        onPasteInHead={() => say({ message: t('places.selectCell'), color: 'orange' })}
        inertCell={inertCell}
        readInertCell={readInertCell}
        {...blockEdits}
      />
      <CellReason reason={reason} isWarning={isWarning} />
    </div>
  );
}
