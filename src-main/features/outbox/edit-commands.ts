import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command, CommandInput, CommandState } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import { canonicalText } from '../../core/content-hash.ts';
import type { Store } from '../../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { createReleaseCommand } from './release-command.ts';
import { conflictUnless } from './resolve-command.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';

/** The functions that change stored commands for the user. A change of several commands is made for all or for none. */
export interface EditCommands {
  /** Replaces the request of a command that was not sent, and makes it a draft. Throws CONFLICT if its state does not allow it. */
  update(id: SubmissionId, command: CommandInput, base?: string): Command;
  /** Removes commands that were not sent, or are sent for certain. Throws CONFLICT if the state of one does not allow it. */
  remove(ids: readonly SubmissionId[]): { removed: number };
  /**
   * Lets drafts and failed commands of one contract wait to be sent; others stay as they are. Throws CONFLICT if one belongs to
   * another contract, OUTCOME_UNKNOWN and JUST_SENT as `createReleaseCommand` says. `isRepeat`: the user wants them although equal
   * ones were sent a moment ago.
   */
  release(
    ids: readonly SubmissionId[],
    contractId: Scope['contractId'],
    isRepeat?: boolean,
  ): { released: number };
  /** Makes waiting commands drafts again; others stay as they are. */
  moveToDrafts(ids: readonly SubmissionId[]): { movedCount: number };
}

/** What `createEditCommands` needs. */
export interface EditCommandsOptions {
  store: Pick<Store, 'transaction'>;
  table: CommandTable;
  sender: Pick<Sender, 'recoverInFlight'>;
  runner: Pick<Runner, 'kick'>;
  now: () => Date;
  changed: (scope: Scope) => void;
  show: (row: CommandRow) => Command;
}

const notSent: readonly CommandState[] = ['draft', 'waiting', 'refused', 'failed'];

/** True if a command has this request, which is given as JSON. */
function isSameRequest(input: CommandInput, json: string): boolean {
  if (input.kind === 'cancel-task') return false;
  try {
    return canonicalText(input.request) === canonicalText(JSON.parse(json));
  } catch {
    return false;
  }
}

/** Creates the functions that change stored commands for the user. */
export function createEditCommands(options: EditCommandsOptions): EditCommands {
  const { store, table, sender, runner, changed, show } = options;
  const releaseCommand = createReleaseCommand(options);

  /** Calls `edit` for all commands in one transaction; returns for how many it was true. */
  function editAll(
    ids: readonly SubmissionId[],
    edit: (id: SubmissionId, state: CommandState, scope: Scope) => boolean,
  ): number {
    const scopes = new Map<string, Scope>();
    const count = store.transaction(() => {
      let edited = 0;
      for (const id of ids) {
        const { scope, state } = table.stateOf(id);
        if (edit(id, state, scope)) edited += 1;
        scopes.set(`${scope.connectionId} ${scope.contractId}`, scope);
      }
      return edited;
    });
    for (const scope of scopes.values()) changed(scope);
    return count;
  }

  return {
    update(id, command, base) {
      const row = table.find(id);
      const { state, scope } = row;
      if (base !== undefined && !isSameRequest(show(row).input, base))
        throw new AppError('CONFLICT', { detail: 'edited-elsewhere' });
      conflictUnless(table.update(id, command, notSent), state);
      changed(scope);
      return show(table.find(id));
    },
    remove: (ids) => ({
      removed: editAll(ids, (id, state) => {
        conflictUnless(table.remove(id, [...notSent, 'sent']), state);
        return true;
      }),
    }),
    release(ids, contractId, isRepeat = false) {
      sender.recoverInFlight();
      const together = new Set(ids);
      const scopes = new Map<string, Scope>();
      const released = editAll(ids, (id, _, scope) => {
        if (scope.contractId !== contractId) throw new AppError('CONFLICT', { detail: 'contract' });
        scopes.set(scope.connectionId, scope);
        return releaseCommand(id, { together, isRepeat });
      });
      for (const scope of scopes.values()) runner.kick(scope);
      return { released };
    },
    moveToDrafts: (ids) => ({
      movedCount: editAll(ids, (id) => table.changeState(id, ['waiting'], 'draft')),
    }),
  };
}
