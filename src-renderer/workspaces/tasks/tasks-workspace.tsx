import { ActionIcon, Button, Chip, Group, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapPinPlus, IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { type TaskRow, type TaskStatusKind, taskSortSchema, taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import { useActiveConnection, useActiveScope, useApi } from '../../client/api.tsx';
import { formatNumber, formatUtcDay } from '../../i18n/format.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import { pageSize, usePagesInView } from '../../shell/paged-rows.ts';
import classes from '../../shell/shell.module.css';
import { VirtualRows } from '../../shell/virtual-rows.tsx';
import { mapStore } from '../../state/map-store.ts';
import { showWorkspace, uiStore } from '../../state/ui-store.ts';
import { StatusMark } from './status-mark.tsx';

function TaskListRow({ task }: { task: TaskRow }) {
  const { t, i18n } = useTranslation();
  const window = [task.start, task.end].map((at) => (at === null ? '—' : formatUtcDay(i18n.language, at))).join(' – ');
  return (
    <>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
          <Tooltip label={task.statusKind === 'other' ? task.status : t(`tasks.status.${task.statusKind}`)}>
            <span>
              <StatusMark kind={task.statusKind} />
            </span>
          </Tooltip>
          <Text size="sm" fw={500} truncate>
            {task.name || t('tasks.unnamed', { id: task.taskId })}
          </Text>
        </Group>
        <Text size="xs" c="var(--nadir-quiet)" style={{ whiteSpace: 'nowrap' }}>
          {t('tasks.captureCount', { published: task.publishedCount, total: task.captureCount })}
        </Text>
      </Group>
      <Text size="xs" c="var(--nadir-quiet)" truncate>
        {[task.project, task.productName ?? task.productPk, window].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function TaskList({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 150);
  const [statusKinds, setStatusKinds] = useState<TaskStatusKind[]>([]);
  const [project, setProject] = useState<string | null>(null);
  const [sort, setSort] = useState<(typeof taskSortSchema.options)[number]>('created');
  const [descending, setDescending] = useState(true);
  const { pages, onRange } = usePagesInView();
  const filter = { search: settled, statusKinds, ...(project ? { project } : {}) };
  const terms = { scope, filter, sort, descending };
  const lists = useQueries({
    queries: pages.map((page) => ({
      ...query.tasking.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
      placeholderData: keepPreviousData,
    })),
  });
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const targets = useQuery(query.tasking.targets.queryOptions({ input: { scope, filter } })).data;
  const selectedTaskId = useStore(mapStore, (state) => state.selectedTaskId);
  const hoveredTaskId = useStore(mapStore, (state) => state.hoveredTaskId);
  const position = useQuery(query.tasking.position.queryOptions({ input: selectedTaskId === null ? skipToken : { ...terms, taskId: selectedTaskId } })).data;
  useEffect(() => mapStore.setState({ targets: targets ?? null }), [targets]);

  const first = lists[0]?.data;
  const total = first?.total ?? 0;
  const rowAt = (index: number): TaskRow | undefined => {
    const page = pages.indexOf(Math.floor(index / pageSize));
    return lists[page]?.data?.rows[index % pageSize];
  };
  const failed = lists.find((list) => list.isError)?.error;
  const indexOf = (taskId: number | null) => {
    for (const [i, list] of lists.entries()) {
      const at = list.data?.rows.findIndex((row) => row.taskId === taskId) ?? -1;
      if (at >= 0) return (pages[i] ?? 0) * pageSize + at;
    }
    return null;
  };
  const select = async (index: number) => {
    const known = rowAt(index);
    const row = known ?? (await client.tasking.list({ ...terms, offset: index, limit: 1 })).rows[0];
    if (row) mapStore.setState({ selectedTaskId: row.taskId });
  };

  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8} wrap="nowrap">
          <h2 className={classes.paneTitle}>
            {t('tasks.title')} <Text span size="xs" c="var(--nadir-quiet)">{formatNumber(i18n.language, total)}</Text>
          </h2>
          <Tooltip label={t('shell.command.newTask')}>
            <ActionIcon variant="default" aria-label={t('shell.command.newTask')} onClick={() => showWorkspace('plan')}>
              <IconMapPinPlus size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Group gap={6} mb={8} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('tasks.search')}
            placeholder={t('tasks.search')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            w={120}
            aria-label={t('tasks.project')}
            placeholder={t('tasks.allProjects')}
            data={reference?.projects ?? []}
            value={project}
            onChange={setProject}
            clearable
            searchable
            comboboxProps={{ withinPortal: true }}
          />
          <Select
            w={96}
            aria-label={t('tasks.sortBy')}
            data={taskSortSchema.options.map((value) => ({ value, label: t(`tasks.sort.${value}`) }))}
            value={sort}
            allowDeselect={false}
            onChange={(value) => value && setSort(taskSortSchema.parse(value))}
          />
          <ActionIcon
            variant="default"
            aria-label={descending ? t('tasks.descending') : t('tasks.ascending')}
            onClick={() => setDescending(!descending)}
          >
            {descending ? <IconSortDescending size={15} /> : <IconSortAscending size={15} />}
          </ActionIcon>
        </Group>
        <Chip.Group multiple value={statusKinds} onChange={(values) => setStatusKinds(values.map((value) => taskStatusKindSchema.parse(value)))}>
          <Group gap={4}>
            {taskStatusKindSchema.options
              .filter((kind) => kind !== 'other' || (first?.statusCounts.other ?? 0) > 0)
              .map((kind) => (
                <Chip key={kind} value={kind} size="xs" variant="outline" icon={null} styles={{ iconWrapper: { display: 'none' }, label: { paddingInline: 8 } }}>
                  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
                    <StatusMark kind={kind} />
                    {t(`tasks.status.${kind}`)}
                    <Text span size="xs" c="var(--nadir-quiet)">{formatNumber(i18n.language, first?.statusCounts[kind] ?? 0)}</Text>
                  </span>
                </Chip>
              ))}
          </Group>
        </Chip.Group>
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {first && total === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {search || statusKinds.length > 0 || project ? t('tasks.noMatch') : t('tasks.empty')}
        </Text>
      )}
      <VirtualRows
        label={t('tasks.title')}
        count={total}
        rowHeight={52}
        selectedIndex={indexOf(selectedTaskId) ?? position ?? null}
        hoveredIndex={hoveredTaskId === null ? null : indexOf(hoveredTaskId)}
        onSelect={(index) => void select(index)}
        onHover={(index) => mapStore.setState({ hoveredTaskId: index === null ? null : (rowAt(index)?.taskId ?? null) })}
        onRange={onRange}
        render={(index) => {
          const task = rowAt(index);
          return task ? <TaskListRow task={task} /> : null;
        }}
      />
    </>
  );
}

/** The task list; without a contract it says how to get one. */
export function TasksWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const active = useActiveConnection();
  if (scope) return <TaskList key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />;
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('tasks.title')}</h2>
      </div>
      <Text p="md" size="sm">
        {active === null || active.credentials === 'none' ? t('tasks.noCredentials') : t('tasks.noContract')}
      </Text>
      <Group px="md">
        {active === null || active.credentials === 'none' ? (
          <Button variant="default" onClick={() => showWorkspace('settings')}>
            {t('connections.manage')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => uiStore.setState({ contractPicker: true })}>
            {t('shell.command.contract')}
          </Button>
        )}
      </Group>
    </>
  );
}
