import type { Scope, SubmissionId, TaskId } from '../../../src-preload/contract/ids.ts';
import type {
  Command,
  CommandPlaces,
  CommandState,
  SendQueueState,
} from '../../../src-preload/contract/outbox.ts';
import type { CommandListOptions } from './command-paging.ts';
import type { CommandPage, CommandReading } from './command-reading.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { viewOf } from './command-view.ts';
import type { Runner } from './runner.ts';

interface Counts {
  states: Record<CommandState, number>;
  queue: SendQueueState;
}

/** A page of commands for the screen. */
interface ShownPage {
  total: number;
  rows: Command[];
  damaged: number;
}

/** The queries of the outbox for the screen: commands, and what their senders are doing. */
export interface OutboxLists {
  /** Returns a page of a list. */
  list(options: CommandListOptions & { offset: number; limit: number }): ShownPage;
  /** Prepares a page of rows for the screen that was read elsewhere. */
  shown(page: CommandPage): ShownPage;
  ids: CommandReading['ids'];
  position: CommandReading['position'];
  places(options: Pick<CommandListOptions, 'scope' | 'states'>): CommandPlaces;
  get(ids: readonly SubmissionId[]): Command[];
  /** Returns the cancellation of a task that is not finished yet; null if there is none. */
  cancellation(scope: Scope, taskId: TaskId): Command | null;
  counts(scope: Scope): Counts;
  /** Returns what the sender of a scope is doing. */
  queueOf(scope: Scope): Counts['queue'];
  overview(): (Counts & { scope: Scope; contractName: string | null })[];
}

/** What `createOutboxLists` needs. */
export interface OutboxListsOptions {
  reading: CommandReading;
  table: Pick<CommandTable, 'twins'>;
  runner: Pick<Runner, 'nextCheckAt' | 'state'>;
  /** Returns the name of a task; null if it is unknown here. */
  taskName?: (scope: Scope, taskId: TaskId) => string | null;
}

/** Creates the function that prepares a row of the outbox for the screen. */
export const createCommandShow =
  ({ table, runner, taskName }: Omit<OutboxListsOptions, 'reading'>) =>
  (row: CommandRow): Command =>
    viewOf(row, {
      nextCheckAt: runner.nextCheckAt(row),
      waitsFor: row.state === 'waiting' ? (table.twins(row.id, ['sending', 'unknown'])[0] ?? null) : null,
      taskName: row.input.kind === 'cancel-task' ? (taskName?.(row.scope, row.input.taskId) ?? null) : null,
    });

/** Creates the lists of the outbox. */
export function createOutboxLists(options: OutboxListsOptions): OutboxLists {
  const { reading, runner } = options;
  const show = createCommandShow(options);
  const shown = ({ rows, ...counts }: CommandPage) => ({ ...counts, rows: rows.map(show) });
  return {
    list: (input) => shown(reading.list(input)),
    shown,
    ids: reading.ids,
    position: reading.position,
    places: reading.places,
    get: (ids) => reading.get(ids).map(show),
    cancellation(scope, taskId) {
      const row = reading.cancellation(scope, taskId);
      return row === null ? null : show(row);
    },
    counts: (scope) => ({ states: reading.counts(scope), queue: runner.state(scope) }),
    queueOf: runner.state,
    overview: () => reading.overview().map((entry) => ({ ...entry, queue: runner.state(entry.scope) })),
  };
}
