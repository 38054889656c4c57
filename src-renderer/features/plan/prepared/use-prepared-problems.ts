import { useTranslation } from 'react-i18next';
import { type PreparedRow, preparedColumnSchema } from '../../../../src-preload/contract/prepared.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import type { CellProblem } from '../../../kit/ui/grid/grid-types.ts';
import type { PreparedTableColumn } from './prepared-columns.ts';
import { issueText } from './prepared-words.ts';
import type { PreparedCheck } from './use-prepared-rows.ts';

/** Returns the text that a cell could not take; null for none. */
function unreadText({ values }: PreparedRow, key: string): string | null {
  const column = preparedColumnSchema.safeParse(key).data;
  return column === undefined ? null : (values.unread[column] ?? null);
}

/** Returns functions that return the problem of a cell, and the text below the table for it. */
export function usePreparedProblems(columns: readonly PreparedTableColumn[], check: PreparedCheck | null) {
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
