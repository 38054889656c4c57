import { randomUUID } from 'node:crypto';
import {
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import type { CancelBatch, Command, CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import { createCancelMany } from './cancel-many.ts';
import type { CommandTable } from './command-table.ts';
import {
  createCommandShow,
  createOutboxLists,
  type OutboxLists,
  type OutboxListsOptions,
} from './outbox-lists.ts';
import type { Reconciler } from './reconciler.ts';
import {
  type CommandResolution,
  conflictUnless,
  createResolveCommand,
  type ResolveCommandOptions,
} from './resolve-command.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';

/** Stores and shows commands of all kinds, releases them for the user, and settles those with an unknown outcome. */
export interface Outbox extends OutboxLists {
  send(scope: Scope, command: CommandInput): { id: SubmissionId };
  addDrafts(scope: Scope, commands: readonly CommandInput[]): { ids: SubmissionId[] };
  /**
   * Adds commands and releases them, all or none, together with what `alongside` stores: whatever ends the program, either both
   * are there or neither. A command keeps the id that it is given, if no other has it: so it is the same on every computer.
   */
  addReleased(
    scope: Scope,
    commands: readonly IdentifiedInput[],
    alongside: () => void,
  ): { ids: SubmissionId[] };
  /** Adds the cancellations of many tasks and releases them, all or none; see `createCancelMany`. */
  cancelMany(scope: Scope, taskIds: readonly TaskId[]): CancelBatch;
  update(id: SubmissionId, command: CommandInput): Command;
  remove(ids: readonly SubmissionId[]): { removed: number };
  release(ids: readonly SubmissionId[], contractId: Scope['contractId']): { released: number };
  moveToDrafts(ids: readonly SubmissionId[]): { movedCount: number };
  reconcile(id: SubmissionId, signal: AbortSignal): Promise<Command>;
  resolve(input: CommandResolution, signal: AbortSignal): Promise<Command | null>;
}

/** What is to be sent, with the id that it had before it came to the outbox. */
export interface IdentifiedInput {
  input: CommandInput;
  id: string;
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

const notSent: readonly CommandState[] = ['draft', 'waiting', 'refused', 'failed'];

/** Creates the outbox, which stores commands by the hundred and sends them when the user releases them. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, table, reading, runner, sender } = options;
  const show = createCommandShow(options);
  const cancelMany = createCancelMany(options);

  /** Does the work for all commands or for none: what a screen shows together must not be half done. */
  function forAll(
    ids: readonly SubmissionId[],
    work: (id: SubmissionId, state: CommandState, scope: Scope) => boolean,
  ): number {
    const scopes = new Map<string, Scope>();
    const count = store.transaction(() => {
      let done = 0;
      for (const id of ids) {
        const { scope, state } = table.stateOf(id);
        if (work(id, state, scope)) done += 1;
        scopes.set(`${scope.connectionId} ${scope.contractId}`, scope);
      }
      return done;
    });
    for (const scope of scopes.values()) options.changed(scope);
    return count;
  }

  /** Stores commands as drafts, within a transaction of the caller. */
  function added(scope: Scope, commands: readonly { input: CommandInput; id?: string }[]): SubmissionId[] {
    const contractName = options.contractName(scope);
    const createdAt = options.now().toISOString();
    return commands.map(({ input, id: given }) => {
      const known = given === undefined ? null : submissionIdSchema.parse(given);
      const id = known !== null && !table.exists(known) ? known : submissionIdSchema.parse(randomUUID());
      table.add({ id, scope, contractName, input, createdAt });
      return id;
    });
  }

  function releaseOne(id: SubmissionId): boolean {
    // If the first of two equal commands arrived after all, the second would be paid for as well.
    const twin = table.openTwin(id);
    if (twin !== undefined) throw new AppError('OUTCOME_UNKNOWN', { submissionId: twin });
    return table.release(id);
  }

  return {
    ...createOutboxLists(options),
    send(scope, input) {
      const id = store.transaction(() => {
        // A second cancellation of the same task reuses the first one if that is not finished yet.
        const before = input.kind === 'cancel-task' ? reading.cancellation(scope, input.taskId) : null;
        const same = before !== null && !table.remove(before.id, ['refused']) ? before.id : null;
        const commandId = same ?? submissionIdSchema.parse(randomUUID());
        if (same === null)
          table.add({
            ...{ id: commandId, scope, input },
            contractName: options.contractName(scope),
            createdAt: options.now().toISOString(),
          });
        table.release(commandId);
        return commandId;
      });
      options.changed(scope);
      runner.kick(scope);
      return { id };
    },
    addDrafts(scope, commands) {
      const ids = store.transaction(() =>
        added(
          scope,
          commands.map((input) => ({ input })),
        ),
      );
      options.changed(scope);
      return { ids };
    },
    addReleased(scope, commands, alongside) {
      sender.recoverInFlight();
      const ids = store.transaction(() => {
        const fresh = added(scope, commands);
        for (const id of fresh) releaseOne(id);
        alongside();
        return fresh;
      });
      options.changed(scope);
      runner.kick(scope);
      return { ids };
    },
    cancelMany(scope, taskIds) {
      const batch = cancelMany(scope, taskIds);
      options.changed(scope);
      runner.kick(scope);
      return batch;
    },
    update(id, command) {
      const { state, scope } = table.find(id);
      conflictUnless(table.update(id, command, notSent), state);
      options.changed(scope);
      return show(table.find(id));
    },
    remove: (ids) => ({
      removed: forAll(ids, (id, state) => {
        conflictUnless(table.remove(id, [...notSent, 'sent']), state);
        return true;
      }),
    }),
    release(ids, contractId) {
      sender.recoverInFlight();
      const scopes = new Map<string, Scope>();
      const released = forAll(ids, (id, _, scope) => {
        if (scope.contractId !== contractId) throw new AppError('CONFLICT', { detail: 'contract' });
        scopes.set(scope.connectionId, scope);
        return releaseOne(id);
      });
      for (const scope of scopes.values()) runner.kick(scope);
      return { released };
    },
    moveToDrafts: (ids) => ({ movedCount: forAll(ids, (id) => table.move(id, ['waiting'], 'draft')) }),
    async reconcile(id, signal) {
      const row = table.find(id);
      if (row.state === 'unknown') await options.reconciler.reconcile(row, signal);
      return show(table.find(id));
    },
    resolve: createResolveCommand({ ...options, show }),
  };
}
