import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { skipToken } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { InScope } from '../../subjects/contract/in-scope.tsx';
import { declareList, SubjectList } from '../../subjects/subject-list.tsx';
import { allTasks, TaskFilters, type TaskTerms, taskFilterOf } from '../../subjects/task/task-filters.tsx';
import { TaskListRow } from '../../subjects/task/task-list-row.tsx';
import { EmptyTasks, UnreadableTasks } from './empty-tasks.tsx';

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
  return <EmptyTasks scope={scope} filtered={Object.keys(taskFilterOf(terms)).length > 0} />;
}

const taskList = declareList({
  subject: 'task',
  workspace: 'tasks',
  rowHeight: 52,
  initialTerms: allTasks,
  keyOf: (task: TaskRow) => task.taskId,
  queryOf: (terms: TaskTerms, scope: Scope) => ({
    ...{ scope, filter: taskFilterOf(terms) },
    ...{ sort: terms.sort, descending: terms.descending },
  }),
  access: ({ query: { tasking }, client }, asked, taskId) => ({
    page: (range) => tasking.list.queryOptions({ input: { ...asked, ...range } }),
    load: (range) => client.tasking.list({ ...asked, ...range }),
    position: tasking.position.queryOptions({ input: taskId === null ? skipToken : { ...asked, taskId } }),
    marks: tasking.targets.queryOptions({ input: { scope: asked.scope, filter: asked.filter } }),
  }),
  marks: 'targets',
  Row: TaskListRow,
  Filters: TaskFilters,
  Empty: NoTasks,
  Actions: NewTaskButton,
  Note: UnreadableTasks,
});

/** The task list; without a contract it says how to get one. */
export function TasksWorkspace() {
  return <InScope workspace="tasks">{(scope) => <SubjectList declared={taskList} scope={scope} />}</InScope>;
}
