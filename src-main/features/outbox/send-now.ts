import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import { AppError, toStoredError } from '../../core/app-error.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import type { Reconciler } from './reconciler.ts';
import type { Sender } from './sender.ts';

interface SendNowOptions {
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
}

/** The states from which a command may be sent again: the outcome is unknown, or it failed. */
export const openStates: readonly CommandState[] = ['unknown', 'failed'];

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
export async function sendAgain(
  options: SendNowOptions,
  row: CommandRow,
  signal: AbortSignal,
): Promise<void> {
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
