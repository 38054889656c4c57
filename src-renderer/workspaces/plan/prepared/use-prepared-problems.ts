import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PreparedRow } from '../../../../src-preload/contract/prepared.ts';
import { validationMessage } from '../../../i18n/validation-message.ts';
import { preparedStore } from '../../../subjects/prepared/prepared-store.ts';
import { issueText } from '../../../subjects/prepared/prepared-words.ts';
import { noteOfCell } from '../../../ui/grid/cell-notes.ts';
import type { CellProblem } from '../../../ui/grid/grid-types.ts';
import type { PreparedTableColumn } from './prepared-columns.ts';
import type { PreparedCheck } from './use-prepared-rows.ts';

/** Returns functions that return the problem of a cell, and the text below the table for it. */
export function usePreparedProblems(columns: readonly PreparedTableColumn[], check: PreparedCheck | null) {
  const { t, i18n } = useTranslation();
  const notes = useStore(preparedStore, (state) => state.notes);
  const issuesOf = ({ preparedId }: PreparedRow) => check?.byRow.get(preparedId) ?? [];
  const wordsOf = (issues: ReturnType<typeof issuesOf>) =>
    issues.map((issue) => issueText(t, i18n.language, issue)).join(' ');

  /** Returns the problem of a cell: the text that it rejected, or what the check found; null for none. */
  function problemOf(row: PreparedRow, key: string): CellProblem | null {
    const note = noteOfCell(notes, row.preparedId, key);
    if (note) return { text: note.text, reason: validationMessage(t, note.message, note.values) };
    const column = columns.find((each) => each.key === key);
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
