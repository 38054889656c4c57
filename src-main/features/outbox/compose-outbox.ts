import type { Scope, SubmissionId, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { Store } from '../../store/store.ts';
import { createCommandReading } from './command-reading.ts';
import { createCommandTable } from './command-table.ts';
import { type HandedDraftChange, putHandedDrafts } from './handed-drafts.ts';
import { createOutbox } from './outbox.ts';
import { createReconciler } from './reconciler.ts';
import type { RemoteStores } from './remotes.ts';
import { createRunner, type RunnerOptions } from './runner.ts';
import { createSender } from './sender.ts';
import { createSentElsewhere, type HandedOver } from './sent-elsewhere.ts';

/**
 * What the outbox needs from the rest of the application. All times of its decisions come from the clocks that are
 * passed in.
 */
export interface ComposeOutboxOptions extends Pick<RunnerOptions, 'random' | 'pause' | 'monotonic'> {
  store: Store;
  service: Pick<Service, 'forScope'>;
  now: () => Date;
  /** The current time at the service, from its answers; null while it is unknown. */
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  cancelTask: (scope: Scope, taskId: TaskId, signal: AbortSignal) => Promise<unknown>;
  contractName: (scope: Scope) => string | null;
  changed: (scope: Scope) => void;
  /** Called when the service has done what a command asks for. */
  sent?: (scope: Scope, command: CommandInput) => void;
  onError: (error: unknown) => void;
  /** Functions of the domains that have the tasks and orders. */
  tasks: RemoteStores['tasks'] & { get: (scope: Scope, taskId: TaskId) => TaskRow };
  orders?: RemoteStores['orders'];
  /** Returns the name of a task; null if it is unknown here. */
  taskName?: (scope: Scope, taskId: TaskId) => string | null;
  /** Returns what is stored about a command that was handed over; null if it never was. */
  handedOver?: (id: SubmissionId) => HandedOver | null;
}

/**
 * Returns a listener whose errors are only reported. Listeners of the outbox write to the store too, and the disk may be full:
 * their errors must not hide what the service did.
 */
function guarded<A extends unknown[]>(listener: (...args: A) => void, onError: (error: unknown) => void) {
  return (...args: A) => {
    try {
      listener(...args);
    } catch (error) {
      onError(error);
    }
  };
}

/** Creates the outbox and its senders. Commands that were being sent at the last end become `unknown`; `runner.start()` starts sending. */
export function composeOutbox(options: ComposeOutboxOptions) {
  const table = createCommandTable(options.store);
  const reading = createCommandReading(options.store);
  table.recover();
  const remoteStores: RemoteStores = {
    tasks: options.tasks,
    ...(options.orders ? { orders: options.orders } : {}),
  };
  const hasEnded = (scope: Scope, taskId: TaskId) => {
    const { statusKind } = options.tasks.get(scope, taskId);
    return statusKind === 'completed' || statusKind === 'failed';
  };
  const { onError } = options;
  const changed = guarded(options.changed, onError);
  const sent = options.sent === undefined ? {} : { sent: guarded(options.sent, onError) };
  const parts = { ...options, ...sent, changed, table, remoteStores, hasEnded };
  const sender = createSender(parts);
  const reconciler = createReconciler(parts);
  const { handedOver = () => null } = options;
  const checkSentElsewhere = createSentElsewhere({ ...parts, handedOver });
  const runner = createRunner({ ...parts, sender, reconciler, checkSentElsewhere });
  return {
    outbox: createOutbox({ ...parts, reading, sender, reconciler, runner }),
    runner,
    /** Returns true while a command is on its way. */
    isSending: () => table.sendingIds().length > 0,
    /** Stores drafts from a package, within a transaction of the caller, who calls `changed` afterwards. */
    putHanded: (scope: Scope, changes: readonly HandedDraftChange[]) =>
      putHandedDrafts({ ...options, table }, scope, changes),
  };
}
