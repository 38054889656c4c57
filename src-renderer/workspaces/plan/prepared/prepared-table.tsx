import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { PreparedIssue, PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { offeredSkus } from '../../../../src-preload/contract/sku-catalogue.ts';
import { useApi, useSettings } from '../../../client/api.tsx';
import { inertText } from '../../../client/csv.ts';
import { validationMessage } from '../../../i18n/validation-message.ts';
import { revealPoint } from '../../../state/map-store.ts';
import { hover } from '../../../state/selection.ts';
import { useReportedPrepared } from '../../../subjects/handover/reported-sendings.tsx';
import { preparedRules, usePreparedEdits } from '../../../subjects/prepared/edit-prepared.ts';
import { preparedStore } from '../../../subjects/prepared/prepared-store.ts';
import { issueText } from '../../../subjects/prepared/prepared-words.ts';
import { widthOf } from '../../../ui/grid/block-edits.ts';
import { type NotedKey, noteOfCell, withNotes } from '../../../ui/grid/cell-notes.ts';
import { CellReason } from '../../../ui/grid/cell-reason.tsx';
import { DataGrid } from '../../../ui/grid/data-grid.tsx';
import { cursorAt, type GridCursor } from '../../../ui/grid/grid-cursor.ts';
import type { CellProblem } from '../../../ui/grid/grid-types.ts';
import { useBlockEdits } from '../../../ui/grid/use-block-edits.ts';
import { useRowChoice } from '../../../ui/grid/use-row-choice.ts';
import { useSay } from '../../../ui/use-act.ts';
import { type PreparedTableColumn, preparedColumns } from './prepared-columns.ts';
import type { PreparedCheck, PreparedRows } from './use-prepared-rows.ts';

interface PreparedTableProps {
  scope: Scope;
  rows: PreparedRows;
  check: PreparedCheck | null;
}

function setNotes(cells: readonly NotedKey[]) {
  if (cells.length > 0) preparedStore.setState(({ notes }) => ({ notes: withNotes(notes, cells) }));
}

/** The column that says whether a row can be sent. */
function useStateColumn({ scope, check }: Pick<PreparedTableProps, 'scope' | 'check'>): PreparedTableColumn {
  const { t } = useTranslation();
  const reported = useReportedPrepared(scope);
  return useMemo(() => {
    const issuesOf = ({ preparedId }: PreparedRow): readonly PreparedIssue[] =>
      check?.byRow.get(preparedId) ?? [];
    const text = (row: PreparedRow) => {
      const issues = issuesOf(row);
      const errors = issues.filter(({ severity }) => severity === 'error').length;
      if (errors > 0) return t('prepared.state.errors', { count: errors });
      const sent = reported.get(row.preparedId);
      if (sent !== undefined) return t('handover.trail.event.sent', { by: sent.by });
      return issues.length > 0
        ? t('prepared.state.warnings', { count: issues.length })
        : check === null
          ? ''
          : t('prepared.state.ready');
    };
    return {
      ...{ key: 'state', head: t('label.status'), width: 110, text },
      isEditable: () => false,
      read: () => ({ problem: { message: 'validation.readOnlyColumn' } }),
      cleared: () => null,
      draw(row) {
        const issues = issuesOf(row);
        const [first] = issues;
        const color =
          first === undefined && !reported.has(row.preparedId)
            ? 'var(--nadir-quiet)'
            : first?.severity === 'error'
              ? 'var(--mantine-color-error)'
              : 'var(--nadir-warning)';
        return <span style={{ color }}>{text(row)}</span>;
      },
    };
  }, [t, check, reported]);
}

/** Returns the columns that the rows of this contract need. */
function useColumns({ scope, rows, check }: PreparedTableProps): PreparedTableColumn[] {
  const { t } = useTranslation();
  const { query } = useApi();
  const settings = useSettings();
  const format = settings?.coordinateFormat ?? 'dd';
  const added = settings?.orderSkus;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const state = useStateColumn({ scope, check });
  const kinds = new Set(rows.answered.flatMap((page) => page.rows.map(({ kind }) => kind)));
  const [tasks, orders] = [kinds.has('task'), kinds.has('order')];
  return useMemo(() => {
    const skus = orders ? offeredSkus(added ?? [], []).flatMap(({ codes }) => codes) : [];
    const [name, ...others] = preparedColumns({ t, format, reference, skus }, { tasks, orders });
    return name === undefined ? [] : [name, state, ...others];
  }, [t, format, reference, added, state, tasks, orders]);
}

/** Prepared tasks and orders as a table that is edited like a spreadsheet. */
export function PreparedTable(props: PreparedTableProps) {
  const { scope, rows, check } = props;
  const { t, i18n } = useTranslation();
  const say = useSay();
  const edits = usePreparedEdits(scope);
  const { chosen, notes, target } = useStore(preparedStore);
  const [cursor, setCursor] = useState<GridCursor>(() => cursorAt(0, 1));
  const part = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const columns = useColumns(props);
  const total = rows.total ?? 0;

  useEffect(() => {
    if (target === null) return;
    const column = columns.findIndex(({ key }) => key === target.column);
    setCursor(cursorAt(target.index, Math.max(1, column + 1)));
    preparedStore.setState({ target: null });
    part.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, [target, columns]);
  useEffect(() => {
    const last = Math.max(0, total - 1);
    setCursor((before) => (before.cell.row > last ? cursorAt(last, before.cell.column) : before));
  }, [total]);

  const blockEdits = useBlockEdits({
    ...{ rows, columns, rules: preparedRules, setNotes },
    keyOf: ({ preparedId }) => preparedId,
    notes: () => preparedStore.getState().notes,
    isBounded: edits.isBounded,
    tellUnread(count) {
      if (count > 0) say({ message: t('places.unreadCells', { count }), color: 'orange' });
    },
    tellTooWide(texts, columnCount) {
      const copied = t('places.tooWide.copied', { count: widthOf(texts) });
      const shown = t('places.tooWide.shown', { count: columnCount });
      say({ message: `${copied} ${shown}`, color: 'orange' });
    },
    change: (_column, updates) => edits.update('change', updates).then(() => null),
    update: (as, updates) => edits.update(as, updates).then(() => null),
  });
  const choice = useRowChoice({
    ...{ total, chosen },
    idAt: (index) => rows.rowAt(index)?.preparedId,
    setChosen: (ids) => preparedStore.setState({ chosen: new Set(ids) }),
    idsIn: async (from, to) => (await rows.load(from, to)).map(({ preparedId }) => preparedId),
  });

  const problemOf = (row: PreparedRow, key: string): CellProblem | null => {
    const note = noteOfCell(notes, row.preparedId, key);
    if (note) return { text: note.text, reason: validationMessage(t, note.message, note.values) };
    const issues = check?.byRow.get(row.preparedId) ?? [];
    const column = columns.find((each) => each.key === key);
    const found = key === 'state' ? [] : issues.filter((issue) => issue.column === key);
    const [first] = found;
    if (!first || !column) return null;
    const reason = found.map((issue) => issueText(t, i18n.language, issue)).join(' ');
    return { text: column.text(row), reason, isWarning: first.severity === 'warning' };
  };
  const move = (next: GridCursor, how: 'keys' | 'pointer') => {
    setCursor(next);
    const row = rows.rowAt(next.cell.row);
    if (!row) return;
    hover('place', row.placeId);
    if (how === 'keys' && row.longitude !== null && row.latitude !== null)
      revealPoint([row.longitude, row.latitude]);
  };

  const atCursor = rows.rowAt(cursor.cell.row);
  const key = columns[cursor.cell.column - 1]?.key;
  const allIssues = atCursor ? (check?.byRow.get(atCursor.preparedId) ?? []) : [];
  const problem = atCursor && key !== undefined ? problemOf(atCursor, key) : null;
  // Beside a cell that is right, what is wrong with its row is said.
  const reason =
    problem?.reason ??
    (allIssues.length === 0 ? null : allIssues.map((issue) => issueText(t, i18n.language, issue)).join(' '));
  const isWarning = problem ? (problem.isWarning ?? false) : allIssues[0]?.severity === 'warning';

  return (
    <div ref={part} style={{ display: 'contents' }}>
      <DataGrid
        label={t('prepared.title')}
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
        inertText={inertText}
        {...blockEdits}
      />
      <CellReason reason={reason} isWarning={isWarning} />
    </div>
  );
}
