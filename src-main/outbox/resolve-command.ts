import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { Command, CommandState } from '../../src-preload/contract/outbox.ts';
import { AppError, isAppError } from '../app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import type { Reconciler } from './reconciler.ts';
import type { Runner } from './runner.ts';
import { sendAgain } from './send-now.ts';
import type { Sender } from './sender.ts';

/** What the user decides of a command whose outcome is open; `remoteId` names the candidate to adopt. */
export interface CommandResolution {
  id: SubmissionId;
  how: 'adopt' | 'send-again' | 'discard';
  remoteId?: string;
}

/** What `createResolveCommand` needs. */
export interface ResolveCommandOptions {
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
  runner: Pick<Runner, 'kick'>;
  changed: (scope: Scope) => void;
  show: (row: CommandRow) => Command;
}

/** Throws CONFLICT with the state that a command is in, for what that state does not allow. */
export function conflictUnless(isDone: boolean, state: CommandState) {
  if (!isDone) throw new AppError('CONFLICT', { detail: state });
}

/**
 * Makes the function that does what the user decided; it answers with the command, null for one that was discarded. Throws
 * CONFLICT where its state does not allow it, and NOT_FOUND for a candidate that is not on screen.
 */
export function createResolveCommand(options: ResolveCommandOptions) {
  const { table, runner, changed, show } = options;
  return async ({ id, how, remoteId }: CommandResolution, signal: AbortSignal): Promise<Command | null> => {
    const row = table.find(id);
    if (how === 'discard') {
      conflictUnless(table.remove(id, ['unknown', 'failed', 'refused']), row.state);
      changed(row.scope);
      return null;
    }
    if (how === 'adopt') {
      // Only what the evidence on screen shows.
      if (!row.candidates.some((candidate) => candidate.id === remoteId))
        throw new AppError('NOT_FOUND', { what: `candidate ${remoteId}` });
      const adopted = table.adopt(id, ['unknown'], remoteId ?? '');
      if (!adopted) throw new AppError('CONFLICT', { detail: 'adopted' });
      changed(row.scope);
    } else {
      try {
        await sendAgain(options, row, signal);
      } catch (error) {
        // What came of it stands in the row; only what kept it from being sent is told.
        if (!isAppError(error) || table.find(id).attempts === row.attempts) throw error;
      }
    }
    runner.kick(row.scope);
    return show(table.find(id));
  };
}
