import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapPinPlus } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { memo, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import { useActiveScope, useApi } from '../../client/api.tsx';
import { formatUtcDay } from '../../i18n/format.ts';
import { mapStore } from '../../state/map-store.ts';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { NoScope } from '../../subjects/contract/no-scope.tsx';
import { StatusMark } from '../../subjects/task/status-mark.tsx';
import { allTasks, TaskFilters, type TaskTerms } from '../../subjects/task/task-filters.tsx';
import { FlagMark, useFlagsOf } from '../../subjects/tracking/flags.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListTitle } from '../../ui/list-filters.tsx';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLastKnown,
  useLatest,
  usePagesInView,
  useShownPages,
} from '../../ui/paged-rows.ts';
import classes from '../../ui/panes.module.css';
import { focusPane } from '../../ui/panes.ts';
import { useAct } from '../../ui/use-act.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { EmptyTasks, UnreadableTasks } from './empty-tasks.tsx';

interface TaskListRowProps {
  task: TaskRow;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
}

const TaskListRow = memo(function TaskListRow({ task, flags, t, language }: TaskListRowProps) {
  const days = [task.start, task.end].map((at) => (at === null ? '—' : formatUtcDay(language, at)));
  const status = task.statusKind === 'other' ? task.status : t(`tasks.status.${task.statusKind}`);
  const about = [task.project, task.productName ?? task.productPk, days.join(' – ')];
  // Plain elements: rows come by the dozen with each turn of the wheel.
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={status} title={status} style={{ display: 'inline-flex' }}>
            <StatusMark kind={task.statusKind} />
          </span>
          <span className={classes.rowName}>{task.name || t('tasks.unnamed', { id: task.taskId })}</span>
          <FlagMark flags={flags} />
        </span>
        <span className={classes.rowQuiet} style={{ flex: 'none' }}>
          {t('tasks.captureCount', { published: task.publishedCount, total: task.captureCount })}
        </span>
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
});

const settleMs = 150;
const noProjects: string[] = [];
const noCounts = {};

function TaskList({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const act = useAct();
  const latest = useLatest();
  const [typed, setTyped] = useState<TaskTerms>(allTasks);
  const change = useCallback(
    (patch: Partial<TaskTerms>) => setTyped((before) => ({ ...before, ...patch })),
    [],
  );
  const [search] = useDebouncedValue(typed.search, settleMs);
  const { pages, onRange } = usePagesInView();
  const { statusKinds, project, needsLook, sort, descending } = typed;
  const flags = useFlagsOf(scope, 'task');
  // Without what does not filter: then it is the map's own question too, asked and answered once.
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(statusKinds.length === 0 ? {} : { statusKinds }),
    ...(project === null ? {} : { project }),
    ...(needsLook ? { needsLook } : {}),
  };
  const terms = { scope, filter, sort, descending };
  const lists = useQueries({
    queries: pages.map((page) =>
      query.tasking.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
    ),
  });
  const shown = useShownPages(
    JSON.stringify(terms),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const statusCounts = useLastKnown(lists.find((list) => list.data)?.data?.statusCounts);
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const targets = useQuery({
    ...query.tasking.targets.queryOptions({ input: { scope, filter } }),
    placeholderData: keepPreviousData,
  }).data;
  const selectedTaskId = useSelected('task');
  const hoveredTaskId = useHovered('task');
  const seenAt =
    selectedTaskId === null ? null : indexWhere(shown, (row: TaskRow) => row.taskId === selectedTaskId);
  const position = useQuery(
    query.tasking.position.queryOptions({
      input: selectedTaskId === null ? skipToken : { ...terms, taskId: selectedTaskId },
    }),
  ).data;
  useEffect(() => {
    if (targets) mapStore.setState({ targets });
  }, [targets]);
  // Elsewhere the map shows all tasks.
  useEffect(
    () => () => {
      mapStore.setState({ targets: null });
      hover('task', null);
    },
    [],
  );

  const total = shown?.total ?? 0;
  const failed = lists.find((list) => list.isError)?.error;
  const selectAt = (index: number) =>
    act(() =>
      latest(
        async () =>
          rowAt(shown, index) ?? (await client.tasking.list({ ...terms, offset: index, limit: 1 })).rows[0],
        (row) => row && select('task', row.taskId),
      ),
    );

  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8} wrap="nowrap">
          <ListTitle title={t('shell.workspace.tasks')} count={total} />
          <Tooltip label={t('plan.title')}>
            <ActionIcon variant="default" aria-label={t('plan.title')} onClick={() => showWorkspace('plan')}>
              <IconMapPinPlus size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <TaskFilters
          terms={typed}
          change={change}
          projects={reference?.projects ?? noProjects}
          statusCounts={statusCounts ?? noCounts}
          flagged={flags.size}
        />
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {shown && total === 0 && (
        <EmptyTasks
          scope={scope}
          filtered={search !== '' || statusKinds.length > 0 || project !== null || needsLook}
        />
      )}
      <UnreadableTasks scope={scope} />
      {total > 0 && (
        <VirtualRows
          label={t('shell.workspace.tasks')}
          count={total}
          rowHeight={52}
          selectedKey={selectedTaskId}
          selectedIndex={seenAt ?? position ?? null}
          hoveredIndex={
            hoveredTaskId === null ? null : indexWhere(shown, (row: TaskRow) => row.taskId === hoveredTaskId)
          }
          onSelect={selectAt}
          onOpen={() => focusPane('details')}
          onHover={(index) => hover('task', index === null ? null : (rowAt(shown, index)?.taskId ?? null))}
          onRange={onRange}
          render={(index) => {
            const task = rowAt(shown, index);
            return task ? (
              <TaskListRow
                task={task}
                flags={flags.get(String(task.taskId))}
                t={t}
                language={i18n.language}
              />
            ) : null;
          }}
        />
      )}
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
