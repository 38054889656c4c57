import { Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CaptureRow, TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { formatNumber, formatRecurrence } from '../../i18n/format.ts';
import { zoomToPoint } from '../../state/map-store.ts';
import { DetailsHead } from '../../ui/details-head.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { RawData } from '../../ui/raw-data.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { closeDetails } from '../close-details.ts';
import { DuplicateTask } from '../draft/copy-buttons.tsx';
import { OrdersOfTask } from '../order/orders-of-task.tsx';
import { CaptureScenes } from '../scene/capture-scenes.tsx';
import { History, SubjectFlags } from '../tracking/history.tsx';
import { Cancelling, CancelTask } from './cancel-task.tsx';
import { CaptureStatus, TaskStatus } from './status-mark.tsx';
import { isOpen, useWatchedTask } from './watch-task.ts';

function Capture({ capture, scope }: { capture: CaptureRow; scope: Scope }) {
  const { t } = useTranslation();
  return (
    <Stack
      gap={4}
      p="xs"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      data-testid="capture"
    >
      <Group justify="space-between" wrap="nowrap" fz="xs">
        <CaptureStatus capture={capture} />
        <span>{capture.satelliteName ?? '—'}</span>
        <TimeText at={capture.start} size="xs" />
      </Group>
      <Text size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
        {t('captures.id', { id: capture.captureId })}
        {capture.fragmentId !== null && <br />}
        {capture.fragmentId !== null && t('captures.fragment', { id: capture.fragmentId })}
      </Text>
      {(capture.statusKind === 'published' || capture.statusKind === 'other') && (
        <CaptureScenes
          scope={scope}
          captureId={capture.captureId}
          onRequest={capture.statusKind === 'other'}
        />
      )}
    </Stack>
  );
}

function Details({ task, scope }: { task: TaskDetails; scope: Scope }) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { error, refresh } = useWatchedTask(scope, task.taskId);
  const cancelling = useQuery(
    useApi().query.outbox.cancellation.queryOptions({ input: { scope, taskId: task.taskId } }),
  ).data;
  const focus = useKeptFocus<HTMLDivElement>(`${task.statusKind} ${cancelling?.state}`);
  const { longitude, latitude } = task;
  const place = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
  /** What the service does not repeat is shown as it was asked for, and said to be that. */
  const asked = (name: TaskDetails['fromRequest'][number], value: string | number) =>
    task.fromRequest.includes(name) ? t('tasks.asRequested', { value }) : value;
  const facts: Fact[] = [
    [t('label.status'), <TaskStatus key="status" kind={task.statusKind} raw={task.status} />],
    [t('label.project'), task.project || '—'],
    [t('label.product'), task.productName ?? task.productPk ?? '—'],
    [t('label.place'), place ? formatCoordinate(place, format) : '—'],
    ...(task.altitude === null
      ? []
      : [[t('label.altitude'), `${formatNumber(i18n.language, task.altitude, 1)} m`] satisfies Fact]),
    [t('label.start'), <TimeText key="start" at={task.start} fz="inherit" />],
    [t('label.end'), <TimeText key="end" at={task.end} fz="inherit" />],
    [t('label.client'), task.client ?? '—'],
    [t('label.priority'), task.priority ?? '—'],
    [
      t('tasks.field.expectedAge'),
      task.expectedAge === null
        ? t('tasks.once')
        : asked('expectedAge', formatRecurrence(i18n.language, task.expectedAge)),
    ],
    [t('label.captures'), asked('maxCaptures', task.maxCaptures ?? '—')],
    [t('label.maxSimultaneous'), asked('maxSimultaneousCaptures', task.maxSimultaneousCaptures ?? '—')],
    [t('label.created'), <TimeText key="created" at={task.createdTime} fz="inherit" />],
    [t('tasks.field.id'), task.taskId],
    task.fetchedAt === null
      ? [t('tasks.field.changed'), <TimeText key="seen" at={task.changedAt} fz="inherit" />]
      : [t('label.lastUpdated'), <TimeText key="seen" at={task.fetchedAt} fz="inherit" />],
  ];
  return (
    <Stack gap="sm" p="sm" {...focus}>
      <DetailsHead
        title={task.name || t('tasks.unnamed', { id: task.taskId })}
        onZoom={place && (() => zoomToPoint(place))}
        refresh={{ label: t('tasks.refresh'), act: refresh }}
        onClose={() => closeDetails('task')}
      />
      {error !== null && <ErrorNote error={error} onRetry={refresh} />}
      <SubjectFlags scope={scope} subject={{ kind: 'task', taskId: task.taskId }} />
      {cancelling && isOpen(task) && <Cancelling command={cancelling} />}
      <Group gap={6}>
        <DuplicateTask task={task} />
        {isOpen(task) && (!cancelling || cancelling.state === 'refused') && (
          <CancelTask task={task} scope={scope} />
        )}
      </Group>
      <Facts facts={facts} />
      <Stack gap={6}>
        <Text fw={600} size="sm" component="h3" m={0}>
          {t('label.captures')}
        </Text>
        {task.captures.length === 0 && (
          <Text size="xs" c="var(--nadir-quiet)">
            {task.capturesReadAt === null ? t('captures.notRead') : t('captures.empty')}
          </Text>
        )}
        {task.captures.map((capture) => (
          <Capture key={capture.captureId} capture={capture} scope={scope} />
        ))}
      </Stack>
      <OrdersOfTask scope={scope} taskId={task.taskId} />
      <History scope={scope} subject={{ kind: 'task', taskId: task.taskId }} />
      <RawData value={task.raw} />
    </Stack>
  );
}

/** The details of a task. */
export function TaskDetailsPane({ taskId }: { taskId: TaskId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const task = useQuery(query.tasking.get.queryOptions({ input: scope ? { scope, taskId } : skipToken }));
  if (task.isError) return <ErrorNote error={task.error} onRetry={() => void task.refetch()} />;
  return scope && task.data ? <Details key={taskId} task={task.data} scope={scope} /> : null;
}
