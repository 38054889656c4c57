import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import type { CommandTable } from './command-table.ts';

/** In these states an equal command will be sent, is being sent, or may have arrived. */
const underWay: readonly CommandState[] = ['waiting', 'sending', 'unknown'];
/** So soon after an equal command, a second one comes from a double click or from another tab of the same form. */
const justSentMs = 60_000;

/** What the user was shown when a command was released. */
export interface Release {
  /** The commands that are released together: equal ones among them are meant. */
  together: ReadonlySet<SubmissionId>;
  /** True if the user wants it although an equal one was sent a moment ago. */
  isRepeat: boolean;
}

/** What `createReleaseCommand` needs. */
export interface ReleaseCommandOptions {
  table: Pick<CommandTable, 'twins' | 'twinSentBetween' | 'release'>;
  now: () => Date;
}

/**
 * Creates the function that makes a draft or a failed command wait to be sent; it returns false if the state does not allow it. It
 * throws OUTCOME_UNKNOWN if an equal command waits, is under way or unconfirmed: if that arrives after all, the second would be
 * paid for as well. It throws JUST_SENT if an equal one was sent less than a minute ago.
 */
export function createReleaseCommand({ table, now }: ReleaseCommandOptions) {
  return (id: SubmissionId, { together, isRepeat }: Release): boolean => {
    const twin = table.twins(id, underWay).find((other) => !together.has(other));
    if (twin !== undefined) throw new AppError('OUTCOME_UNKNOWN', { submissionId: twin });
    const at = now().getTime();
    const [from, to] = [new Date(at - justSentMs).toISOString(), new Date(at).toISOString()];
    const sent = isRepeat ? undefined : table.twinSentBetween(id, from, to);
    if (sent !== undefined && !together.has(sent.id))
      throw new AppError('JUST_SENT', { submissionId: sent.id, remoteId: sent.remoteId });
    return table.release(id);
  };
}
