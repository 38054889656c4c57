import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { createReference } from './reference.ts';
import type { TaskSync } from './task-sync.ts';
import type { TaskTable } from './task-table.ts';
import type { TaskCommands } from './tasking.ts';

interface TaskingProceduresOptions {
  table: TaskTable;
  /** Queries that may read all tasks; they run outside the main event loop. */
  lists: AsyncQueries<Pick<TaskTable, 'list' | 'ids' | 'targets' | 'position' | 'geometries'>>;
  sync: TaskSync;
  reference: ReturnType<typeof createReference>;
  commands: TaskCommands;
  closing: AbortSignal;
}

/** Creates the procedures of the tasks contract. */
export function taskingProcedures(
  os: Implementer,
  { table, lists, sync, reference, commands, closing }: TaskingProceduresOptions,
) {
  return {
    reference: os.tasking.reference.handler(({ input }) => reference.read(input.scope)),
    refreshReference: os.tasking.refreshReference.handler(({ input, signal }) =>
      reference.refresh(input.scope, untilClosing(signal, closing)),
    ),
    list: os.tasking.list.handler(({ input: { scope, ...options } }) => lists.list(scope, options)),
    ids: os.tasking.ids.handler(({ input: { scope, ...options } }) => lists.ids(scope, options)),
    targets: os.tasking.targets.handler(({ input }) => lists.targets(input.scope, input.filter)),
    geometries: os.tasking.geometries.handler(({ input }) => lists.geometries(input.scope, input.taskIds)),
    get: os.tasking.get.handler(({ input }) => table.get(input.scope, input.taskId)),
    position: os.tasking.position.handler(({ input: { scope, taskId, ...options } }) =>
      lists.position(scope, taskId, options),
    ),
    sync: os.tasking.sync.handler(({ input }) => sync.run(input.scope)),
    syncState: os.tasking.syncState.handler(({ input }) => sync.state(input.scope)),
    refreshTask: os.tasking.refreshTask.handler(({ input, signal }) =>
      commands.refresh(input.scope, input.taskId, untilClosing(signal, closing)),
    ),
  };
}
