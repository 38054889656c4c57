import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command, CommandState } from '../../../src-preload/contract/outbox.ts';
import { AppError, isAppError, toStoredError } from '../../core/app-error.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import type { Reconciler } from './reconciler.ts';
import { listingOf, type RemoteStores, remoteById } from './remotes.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';

interface SendNowOptions {
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
}

/** The states from which a command may be sent again: the outcome is unknown, or it failed. */
const openStates: readonly CommandState[] = ['unknown', 'failed'];

/** Sends a command after `begin`, for a caller who waits for it; throws the reason if it does not become `sent`. */
async function sendNow(
  { sender }: Pick<SendNowOptions, 'sender'>,
  row: CommandRow,
  signal: AbortSignal,
): Promise<void> {
  const { id } = row;
  // Whatever becomes of the second sending, the first one may have arrived: that is not settled by a refusal or a lost network.
  const outcome = await sender.send(id, signal, row.state === 'unknown');
  if (outcome.state === 'sent') return;
  if (outcome.state === 'unsent')
    sender.note(id, row.state === 'unknown' ? 'unknown' : 'failed', toStoredError(outcome.error));
  if (outcome.state === 'unknown')
    throw new AppError('OUTCOME_UNKNOWN', { submissionId: id }, { cause: outcome.thrown });
  throw outcome.thrown;
}

/**
 * Sends an unknown or failed command again, because the user decided so. An unknown one is looked up once more right before. Throws
 * CONFLICT if its state does not allow it, and the reason if it does not become `sent`.
 */
async function sendAgain(options: SendNowOptions, row: CommandRow, signal: AbortSignal): Promise<void> {
  const { table, sender, reconciler } = options;
  if (!openStates.includes(row.state)) throw new AppError('CONFLICT', { detail: row.state });
  if (row.state === 'unknown') await reconciler.reconcile(row, signal);
  else if (!sender.hasServiceTime(row)) await sender.fetchServiceTime(row, signal);
  // Another click may have resolved it during the look-up: two sendings would be two tasks to pay for.
  const { state } = table.find(row.id);
  if (state === 'sent' && row.state === 'unknown') return;
  if (!sender.begin(row, openStates)) throw new AppError('CONFLICT', { detail: state });
  await sendNow(options, row, signal);
}

/** The user's decision about a command that is unconfirmed or that somebody else has sent; `remoteId` names the candidate to link it to. */
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
  service: Pick<Service, 'forScope'>;
  remoteStores: RemoteStores;
}

/** Throws CONFLICT with the state of a command if that state did not allow the change. */
export function conflictUnless(isDone: boolean, state: CommandState) {
  if (!isDone) throw new AppError('CONFLICT', { detail: state });
}

/**
 * Creates the function that carries out the user's decision. It resolves with the command, or null if it was discarded. It throws
 * CONFLICT if the state of the command does not allow it, or if the service does not have what a command is to be linked to that was
 * never sent from this computer; NOT_FOUND for a candidate that is not on screen; and the error of the service if it cannot be asked.
 */
export function createResolveCommand(options: ResolveCommandOptions) {
  const { table, runner, changed, show } = options;

  /**
   * Checks that the service has the task or order to which a command is to be linked that was never sent from this computer: a
   * package alone is no proof that the service has received it.
   */
  async function verify(row: CommandRow, id: string, signal: AbortSignal) {
    const listing = listingOf(row);
    if (row.state !== 'failed' || listing === null) return;
    const remote = await remoteById(options, { ...listing, id }, signal);
    if (remote === null) throw new AppError('CONFLICT', { detail: 'not-at-service', name: id });
    remote.save();
  }

  return async ({ id, how, remoteId }: CommandResolution, signal: AbortSignal): Promise<Command | null> => {
    const row = table.find(id);
    if (how === 'discard') {
      conflictUnless(table.remove(id, ['unknown', 'failed', 'refused']), row.state);
      changed(row.scope);
      return null;
    }
    if (how === 'adopt') {
      // Only a candidate that the screen shows can be adopted.
      if (!row.candidates.some((candidate) => candidate.id === remoteId))
        throw new AppError('NOT_FOUND', { what: `candidate ${remoteId}` });
      await verify(row, remoteId ?? '', signal);
      const adopted = table.adopt(id, ['unknown', 'failed'], remoteId ?? '');
      if (!adopted) throw new AppError('CONFLICT', { detail: 'adopted' });
      changed(row.scope);
    } else {
      try {
        await sendAgain(options, row, signal);
      } catch (error) {
        // The row has the outcome; the error is thrown only if the command was not sent at all.
        if (!isAppError(error) || table.find(id).attempts === row.attempts) throw error;
      }
    }
    runner.kick(row.scope);
    return show(table.find(id));
  };
}
