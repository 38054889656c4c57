import { randomUUID } from 'node:crypto';
import {
  type Scope,
  type SubmissionId,
  submissionIdSchema,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import type {
  Command,
  CommandInput,
  CommandPlaces,
  CommandState,
  Lane,
} from '../../src-preload/contract/outbox.ts';
import { AppError, isAppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import type { CommandPage, CommandReading, Listed } from './command-reading.ts';
import type { CommandRow, CommandTable } from './command-table.ts';
import { viewOf } from './command-view.ts';
import type { LookUp } from './look-up.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';
import { sendAgain } from './submissions.ts';

interface Counts {
  states: Record<CommandState, number>;
  lane: Lane;
}

export interface Outbox {
  list(options: Listed & { offset: number; limit: number }): {
    total: number;
    rows: Command[];
    damaged: number;
  };
  /** The same for a page of rows that was read elsewhere. */
  shown(page: CommandPage): { total: number; rows: Command[]; damaged: number };
  ids: CommandReading['ids'];
  position: CommandReading['position'];
  places(options: Pick<Listed, 'scope' | 'states'>): CommandPlaces;
  get(ids: readonly SubmissionId[]): Command[];
  cancellation(scope: Scope, taskId: TaskId): Command | null;
  counts(scope: Scope): Counts;
  /** What the sender of a scope is doing. */
  laneOf(scope: Scope): Counts['lane'];
  overview(): (Counts & { scope: Scope; contractName: string | null })[];
  send(scope: Scope, command: CommandInput): { id: SubmissionId };
  addDrafts(scope: Scope, commands: readonly CommandInput[]): { ids: SubmissionId[] };
  update(id: SubmissionId, command: CommandInput): Command;
  remove(ids: readonly SubmissionId[]): { removed: number };
  release(ids: readonly SubmissionId[], contractId: Scope['contractId']): { released: number };
  hold(ids: readonly SubmissionId[]): { held: number };
  lookUp(id: SubmissionId, signal: AbortSignal): Promise<Command>;
  settle(
    input: { id: SubmissionId; how: 'adopt' | 'send-again' | 'discard'; remoteId?: string },
    signal: AbortSignal,
  ): Promise<Command | null>;
}

export interface OutboxOptions {
  store: Store;
  table: CommandTable;
  reading: CommandReading;
  sender: Sender;
  lookUp: LookUp;
  runner: Runner;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
  /** What a task is called, as far as it is known here. */
  taskName?: (scope: Scope, taskId: TaskId) => string | null;
}

const notSent: readonly CommandState[] = ['draft', 'waiting', 'refused', 'failed'];

/** Commands of all kinds, written down by the hundred and let go by the user. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, table, reading, runner } = options;

  const shown = (row: CommandRow) =>
    viewOf(row, {
      nextLookAt: runner.nextLookAt(row),
      taskName:
        row.input.kind === 'cancel-task' ? (options.taskName?.(row.scope, row.input.taskId) ?? null) : null,
    });

  const countsOf = (scope: Scope): Counts => ({ states: reading.counts(scope), lane: runner.state(scope) });

  /** All or none: what a screen shows together is not half done. */
  function each(
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

  function conflictUnless(done: boolean, state: CommandState) {
    if (!done) throw new AppError('CONFLICT', { detail: state });
  }

  const shownPage = ({ rows, ...counts }: CommandPage) => ({ ...counts, rows: rows.map(shown) });

  return {
    list: (input) => shownPage(reading.list(input)),
    shown: shownPage,
    ids: reading.ids,
    position: reading.position,
    places: reading.places,
    get: (ids) => reading.get(ids).map(shown),
    cancellation(scope, taskId) {
      const row = reading.cancellation(scope, taskId);
      return row === null ? null : shown(row);
    },
    counts: countsOf,
    laneOf: runner.state,
    overview: () => reading.overview().map((each) => ({ ...each, lane: runner.state(each.scope) })),
    send(scope, input) {
      const id = store.transaction(() => {
        // A cancellation that is not done with yet is the same one.
        const before = input.kind === 'cancel-task' ? reading.cancellation(scope, input.taskId) : null;
        const going = before !== null && !table.remove(before.id, ['refused']) ? before.id : null;
        const mine = going ?? submissionIdSchema.parse(randomUUID());
        if (going === null)
          table.add({
            ...{ id: mine, scope, input, byItself: true },
            contractName: options.contractName(scope),
            createdAt: options.now().toISOString(),
          });
        table.release(mine);
        return mine;
      });
      options.changed(scope);
      runner.kick(scope);
      return { id };
    },
    addDrafts(scope, commands) {
      const contractName = options.contractName(scope);
      const createdAt = options.now().toISOString();
      const ids = store.transaction(() =>
        commands.map((input) => {
          const id = submissionIdSchema.parse(randomUUID());
          table.add({ id, scope, contractName, input, byItself: true, createdAt });
          return id;
        }),
      );
      options.changed(scope);
      return { ids };
    },
    update(id, command) {
      const { state, scope } = table.find(id);
      conflictUnless(table.update(id, command, notSent), state);
      options.changed(scope);
      return shown(table.find(id));
    },
    remove: (ids) => ({
      removed: each(ids, (id, state) => {
        conflictUnless(table.remove(id, [...notSent, 'sent']), state);
        return true;
      }),
    }),
    release(ids, contractId) {
      const scopes = new Map<string, Scope>();
      const released = each(ids, (id, _, scope) => {
        if (scope.contractId !== contractId) throw new AppError('CONFLICT', { detail: 'contract' });
        scopes.set(scope.connectionId, scope);
        return table.release(id);
      });
      for (const scope of scopes.values()) runner.kick(scope);
      return { released };
    },
    hold: (ids) => ({ held: each(ids, (id) => table.move(id, ['waiting'], 'draft')) }),
    async lookUp(id, signal) {
      const row = table.find(id);
      if (row.state === 'unknown') await options.lookUp.run(row, signal);
      return shown(table.find(id));
    },
    async settle({ id, how, remoteId }, signal) {
      const row = table.find(id);
      if (how === 'discard') {
        conflictUnless(table.remove(id, ['unknown', 'failed', 'refused']), row.state);
        options.changed(row.scope);
        return null;
      }
      if (how === 'adopt') {
        // Only what the evidence on screen shows.
        if (!row.candidates.some((candidate) => candidate.id === remoteId))
          throw new AppError('NOT_FOUND', { what: `candidate ${remoteId}` });
        const adopted = table.adopt(id, ['unknown'], remoteId ?? '');
        if (!adopted) throw new AppError('CONFLICT', { detail: 'adopted' });
        options.changed(row.scope);
      } else {
        try {
          await sendAgain(options, row, signal);
        } catch (error) {
          // What came of it stands in the row; only what kept it from being sent is told.
          if (!isAppError(error) || table.find(id).attempts === row.attempts) throw error;
        }
      }
      runner.kick(row.scope);
      return shown(table.find(id));
    },
  };
}
