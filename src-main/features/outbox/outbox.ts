import type { Scope, SubmissionId, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CancelBatch, Command } from '../../../src-preload/contract/outbox.ts';
import type { Store } from '../../store/store.ts';
import { type AddCommands, createAddCommands } from './add-commands.ts';
import { createCancelMany } from './cancel-many.ts';
import type { CommandTable } from './command-table.ts';
import { createEditCommands, type EditCommands } from './edit-commands.ts';
import {
  createCommandShow,
  createOutboxLists,
  type OutboxLists,
  type OutboxListsOptions,
} from './outbox-lists.ts';
import type { Reconciler } from './reconciler.ts';
import {
  type CommandResolution,
  createResolveCommand,
  type ResolveCommandOptions,
} from './resolve-command.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';

/** Stores and shows commands of all kinds, releases them for the user, and resolves those with an unknown outcome. */
export interface Outbox extends OutboxLists, AddCommands, EditCommands {
  /** Adds the cancellations of many tasks and releases them, all or none; see `createCancelMany`. */
  cancelMany(scope: Scope, taskIds: readonly TaskId[]): CancelBatch;
  /** Asks the service about an unconfirmed command; returns the command, also if it is not unconfirmed. */
  reconcile(id: SubmissionId, signal: AbortSignal): Promise<Command>;
  /** Carries out the user's decision about a command; returns null if it was discarded. See `createResolveCommand`. */
  resolve(input: CommandResolution, signal: AbortSignal): Promise<Command | null>;
}

interface OutboxOptions extends OutboxListsOptions, Pick<ResolveCommandOptions, 'service' | 'remoteStores'> {
  store: Store;
  table: CommandTable;
  sender: Sender;
  reconciler: Reconciler;
  runner: Runner;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
}

/** Creates the outbox, which stores commands and sends them when the user releases them. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { table, runner, reconciler, changed } = options;
  const show = createCommandShow(options);
  const cancelMany = createCancelMany(options);

  return {
    ...createOutboxLists(options),
    ...createAddCommands(options),
    ...createEditCommands({ ...options, show }),
    cancelMany(scope, taskIds) {
      const batch = cancelMany(scope, taskIds);
      changed(scope);
      runner.kick(scope);
      return batch;
    },
    async reconcile(id, signal) {
      const row = table.find(id);
      if (row.state === 'unknown') await reconciler.reconcile(row, signal);
      return show(table.find(id));
    },
    resolve: createResolveCommand({ ...options, show }),
  };
}
