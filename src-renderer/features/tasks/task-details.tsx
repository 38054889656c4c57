import { Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CaptureRow, TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatNumber, formatRecurrence, formatUtc } from '../../kit/i18n/format.ts';
import { DetailsFrame } from '../../kit/lists/details-frame.tsx';
import { PlaceFact } from '../../kit/lists/place-fact.tsx';
import { placeOf } from '../../kit/lists/use-place-text.ts';
import { zoomToPoint } from '../../kit/state/map-store.ts';
import type { Fact } from '../../kit/ui/facts.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { CaptureScenes } from '../library/capture-scenes.tsx';
import { OrdersOfTask } from '../orders/orders-of-task.tsx';
import { DuplicateTask } from '../plan/draft/copy-buttons.tsx';
import { TaskActions } from './cancel-task.tsx';
import { CaptureStatus, TaskStatus } from './status-mark.tsx';
import { useWatchedTask } from './watch-task.ts';

function Capture({ capture, scope }: { capture: CaptureRow; scope: Scope }) {
  const { t } = useTranslation();
  return (
    <Stack
      gap={4}
      p="xs"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      data-testid="capture"
    >
      <Group justify="space-between" gap="2px 8px" fz="xs">
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

function useFacts(task: TaskDetails): Fact[] {
  const { t, i18n } = useTranslation();
  /** Marks a value from the request, because the service does not return it. */
  const asked = (name: TaskDetails['fromRequest'][number], value: string | number) =>
    task.fromRequest.includes(name) ? t('tasks.asRequested', { value }) : value;
  return [
    [t('label.status'), <TaskStatus key="status" kind={task.statusKind} raw={task.status} />],
    [t('label.project'), task.project || '—'],
    [t('label.product'), task.productName ?? task.productPk ?? '—'],
    [t('label.place'), <PlaceFact key="place" placed={task} />],
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
      : [t('label.readFromService'), <TimeText key="seen" at={task.fetchedAt} fz="inherit" />],
  ];
}

function Details({ task, scope }: { task: TaskDetails; scope: Scope }) {
  const { t, i18n } = useTranslation();
  const reading = useWatchedTask(scope, task.taskId);
  const place = placeOf(task);
  return (
    <DetailsFrame
      of={{ kind: 'task', taskId: task.taskId }}
      scope={scope}
      title={task.name || t('tasks.unnamed', { id: task.taskId })}
      onZoom={place && (() => zoomToPoint(place))}
      refresh={{ label: t('tasks.refresh'), ...reading }}
      actions={
        <TaskActions task={task} scope={scope}>
          <DuplicateTask task={task} />
        </TaskActions>
      }
      facts={useFacts(task)}
      raw={task.raw}
    >
      {task.goneAt !== null && (
        <Text size="xs" role="status">
          {t('tasks.goneHint', { when: formatUtc(i18n.language, task.goneAt) })}
        </Text>
      )}
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
    </DetailsFrame>
  );
}

/** The details of a task. */
export function TaskDetailsPane({ taskId }: { taskId: TaskId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const task = useQuery(query.tasking.get.queryOptions({ input: scope ? { scope, taskId } : skipToken }));
  if (!scope) return null;
  return <Loaded of={task}>{(read) => <Details key={taskId} task={read} scope={scope} />}</Loaded>;
}
