import { lazy } from 'react';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { describedTasks } from './described-tasks.tsx';
import { tasksOnMap } from './task-marks.ts';
import { useTaskSearch } from './use-task-search.ts';

const TaskDetailsPane = lazy(() =>
  import('./task-details.tsx').then((module) => ({ default: module.TaskDetailsPane })),
);

/** The subject of tasks, which belong to a contract. */
export const taskSubject = declareSubject('task', {
  keys: taskIdSchema,
  details: (taskId) => ({ key: `task ${taskId}`, pane: <TaskDetailsPane taskId={taskId} /> }),
  onMap: tasksOnMap,
  described: describedTasks,
  usePaletteSearch: useTaskSearch,
  checkStored: async (client, taskId, scope) => scope && client.tasking.get({ scope, taskId }),
});
