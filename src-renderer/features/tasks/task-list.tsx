import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { skipToken } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Scope, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { declareList, pagesOf } from '../../kit/lists/list-declaration.ts';
import { filterOf } from '../../kit/lists/subject-filters.tsx';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { LateCancelMany } from '../outbox/late-cancel-many.ts';
import { EmptyTasks, UnreadableTasks } from './empty-tasks.tsx';
import { taskColumnSorts, taskExport } from './task-export.ts';
import { type TaskTerms, taskFilters, taskQuery } from './task-filters.tsx';
import { TaskListRow } from './task-list-row.tsx';
import { taskMarks } from './task-marks.ts';

function NewTaskButton() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('plan.title')}>
      <ActionIcon variant="default" aria-label={t('plan.title')} onClick={() => showWorkspace('plan')}>
        <IconMapPinPlus size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function NoTasks({ scope, terms }: { scope: Scope; terms: TaskTerms }) {
  return <EmptyTasks scope={scope} filtered={Object.keys(filterOf(taskFilters, terms)).length > 0} />;
}

/** Declares the list of tasks. */
export const taskList = declareList({
  subject: 'task',
  workspace: 'tasks',
  filters: taskFilters,
  keyOf: (task: TaskRow) => task.taskId,
  queryOf: taskQuery,
  access: ({ query: { tasking } }, asked, taskId) => ({
    ...pagesOf(tasking, asked),
    position: tasking.position.queryOptions({ input: taskId === null ? skipToken : { ...asked, taskId } }),
    marks: tasking.targets.queryOptions({ input: { scope: asked.scope, filter: asked.filter } }),
  }),
  toMarks: taskMarks,
  named: (asked, keys) => ({
    ...asked,
    filter: { taskIds: keys.map((key) => taskIdSchema.parse(Number(key))) },
  }),
  columnSorts: taskColumnSorts,
  cancellation: { kind: 'task', Panel: LateCancelMany },
  exported: taskExport,
  Row: TaskListRow,
  Empty: NoTasks,
  Actions: NewTaskButton,
  Note: UnreadableTasks,
});
