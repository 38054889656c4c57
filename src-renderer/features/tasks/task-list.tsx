import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Scope, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../kit/client/api.tsx';
import { declareList, pagesOf } from '../../kit/lists/list-declaration.ts';
import { filterOf } from '../../kit/lists/subject-filters.tsx';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { LateCancelMany } from '../outbox/late-cancel-many.ts';
import { taskColumnSorts, taskExport } from './task-export.ts';
import { type TaskTerms, taskFilters, taskQuery } from './task-filters.tsx';
import { TaskListRow } from './task-list-row.tsx';
import { taskMarks } from './task-marks.ts';

/** Says why no task is shown. It says that there are none only after a sync has finished. */
function EmptyTasks({ scope, filtered }: { scope: Scope; filtered: boolean }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: { scope } })).data;
  if (state === undefined) return null;
  const wasRead = state.lastFinishedAt !== null;
  const unread = state.running ? t('tasks.beingRead') : t('tasks.notRead');
  return (
    <Stack gap="xs">
      <Text p="md" size="sm" c="var(--nadir-quiet)" data-testid="no-tasks">
        {filtered ? t('tasks.noMatch') : wasRead ? t('tasks.empty') : unread}
      </Text>
      {!wasRead && state.error !== null && (
        <ErrorNote error={state.error} onRetry={() => act(() => client.tasking.sync({ scope }))} />
      )}
    </Stack>
  );
}

/** Says how many tasks the service did not list, and how many rows could not be parsed, so that none is dropped silently. */
function UnreadableTasks({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: { scope } })).data;
  if (!state || state.missing + state.unreadable + state.unreadableCaptures === 0) return null;
  const missing = state.missing > 0 ? t('tasks.missing', { count: state.missing }) : '';
  const rows = state.unreadable > 0 ? t('tasks.unreadable', { count: state.unreadable }) : '';
  const captures =
    state.unreadableCaptures > 0 ? t('tasks.unreadableCaptures', { count: state.unreadableCaptures }) : '';
  return (
    <Text px="md" py={4} size="xs" c="var(--nadir-quiet)" role="status">
      {[missing, rows, captures].filter(Boolean).join(' ')}
    </Text>
  );
}

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
