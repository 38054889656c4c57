import type { SubmissionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { CommandTable } from './command-table.ts';

/**
 * Makes a draft or a failed command wait to be sent; returns false if its state does not allow it. Throws OUTCOME_UNKNOWN if an
 * equal command is under way or unconfirmed: if the first of the two arrived after all, the second would be paid for as well.
 */
export function releaseCommand(table: Pick<CommandTable, 'openTwin' | 'release'>, id: SubmissionId): boolean {
  const twin = table.openTwin(id);
  if (twin !== undefined) throw new AppError('OUTCOME_UNKNOWN', { submissionId: twin });
  return table.release(id);
}
