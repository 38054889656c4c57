import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../core/implementer.ts';
import { feasibilityProcedures } from '../features/tasks/feasibility-procedures.ts';
import { createReference } from '../features/tasks/reference.ts';
import { createTaskSync } from '../features/tasks/task-sync.ts';
import { createTaskTable } from '../features/tasks/task-table.ts';
import { createTaskCommands } from '../features/tasks/tasking.ts';
import { taskingProcedures } from '../features/tasks/tasking-procedures.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { SessionsModule } from './sessions.ts';
import type { TrackingRecords } from './tracking-records.ts';

interface TasksModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'tasking'>;
  serviceFor: SessionsModule['serviceFor'];
  records: TrackingRecords;
}

/** Creates the tasks of V1 with their captures, their sync and the reference data. Emits `tasks.synced` and `captures.changed`. */
export function createTasksModule({ context, store, lists, serviceFor, records }: TasksModuleOptions) {
  const { now, closing, publish, publishScope, events, onError, onUnreadable } = context;
  const table = createTaskTable({
    store,
    now,
    observed: records.changeFeed.observe,
    flagged: records.flagged('task'),
    askedFor: (scope, taskId) => records.sentCommands.askedFor(scope, 'task', String(taskId)),
  });
  const changed = (topic: 'tasks' | 'captures' | 'sync', scope: Scope) => {
    publish(topic, scope.connectionId);
    if (topic === 'captures') events.emit('captures.changed', scope);
  };
  const sync = createTaskSync({
    store,
    table,
    service: serviceFor('task-sync'),
    now,
    changed,
    onError: onError('task sync'),
    onUnreadable,
    synced: (scope) => events.emit('tasks.synced', scope),
  });
  const reference = createReference({
    store,
    service: serviceFor('reference'),
    table,
    now,
    changed: publishScope('reference'),
  });
  const service = serviceFor('task');
  const commands = createTaskCommands({ table, service, changed });

  return {
    table,
    sync,
    reference,
    cancel: commands.cancel,
    close: sync.close,
    procedures: (os: Implementer) => ({
      tasking: taskingProcedures(os, { table, lists: lists.tasking, sync, reference, commands, closing }),
      feasibility: feasibilityProcedures(os, { service, closing }),
    }),
  };
}

/** What `createTasksModule` returns. */
export type TasksModule = ReturnType<typeof createTasksModule>;
