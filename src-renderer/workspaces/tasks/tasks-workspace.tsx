import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { useActiveScope, useApi } from '../../client/api.tsx';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { NoScope } from '../../subjects/contract/no-scope.tsx';
import { allTasks, TaskFilters, taskFilterOf } from '../../subjects/task/task-filters.tsx';
import { TaskListRow } from '../../subjects/task/task-list-row.tsx';
import { useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { useListedMarks } from '../../subjects/use-listed-marks.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useListTerms } from '../../ui/filter-bar.tsx';
import { ListHead } from '../../ui/list-filters.tsx';
import { useLastKnown } from '../../ui/paged-rows.ts';
import { focusPane } from '../../ui/panes.ts';
import { ListRows, useSelectableList } from '../../ui/selectable-list.tsx';
import { EmptyTasks, UnreadableTasks } from './empty-tasks.tsx';

const noCounts = {};

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

function TaskList({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const { typed, terms: applied, change } = useListTerms(allTasks);
  const flags = useFlagsOf(scope, 'task');
  const filter = taskFilterOf(applied);
  const terms = { scope, filter, sort: applied.sort, descending: applied.descending };
  const selected = useSelected('task');
  const list = useSelectableList({
    terms,
    page: (range) => query.tasking.list.queryOptions({ input: { ...terms, ...range } }),
    load: (range) => client.tasking.list({ ...terms, ...range }),
    keyOf: (row: TaskRow) => row.taskId,
    selected,
    hovered: useHovered('task'),
    onSelect: (row) => select('task', row.taskId),
    onHover: (row) => hover('task', row?.taskId ?? null),
  });
  const position = useQuery(
    query.tasking.position.queryOptions({
      input: selected === null ? skipToken : { ...terms, taskId: selected },
    }),
  ).data;
  const targets = useQuery({
    ...query.tasking.targets.queryOptions({ input: { scope, filter } }),
    placeholderData: keepPreviousData,
  }).data;
  useListedMarks('targets', 'task', targets);
  const statusCounts = useLastKnown(list.answered[0]?.statusCounts);
  return (
    <>
      <ListHead title={t('shell.workspace.tasks')} count={list.total ?? 0} actions={<NewTaskButton />}>
        <TaskFilters
          scope={scope}
          terms={typed}
          change={change}
          statusCounts={statusCounts ?? noCounts}
          flagged={flags.size}
        />
      </ListHead>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && <EmptyTasks scope={scope} filtered={Object.keys(filter).length > 0} />}
      <UnreadableTasks scope={scope} />
      <ListRows
        label={t('shell.workspace.tasks')}
        rowHeight={52}
        list={list}
        position={position}
        onOpen={() => focusPane('details')}
        render={(task) => (
          <TaskListRow task={task} flags={flags.get(String(task.taskId))} t={t} language={i18n.language} />
        )}
      />
    </>
  );
}

/** The task list; without a contract it says how to get one. */
export function TasksWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  if (!scope) return <NoScope title={t('shell.workspace.tasks')} />;
  return <TaskList key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />;
}
