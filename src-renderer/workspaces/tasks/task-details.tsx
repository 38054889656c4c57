import { ActionIcon, Button, Code, Collapse, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconCrosshair, IconRefresh, IconX } from '@tabler/icons-react';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import type { CaptureRow, TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useActiveConnection, useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { TimeText } from '../../shell/time-text.tsx';
import { mapStore, zoomToPoint } from '../../state/map-store.ts';
import { CaptureScenes } from '../library/capture-scenes.tsx';
import { CaptureStatus, TaskStatus } from './status-mark.tsx';

const watchMs = 2_500;
const openKinds = ['received', 'in-progress', 'other'];

function Capture({ capture, scope }: { capture: CaptureRow; scope: Scope }) {
  return (
    <Stack gap={4} p="xs" style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }} data-testid="capture">
      <Group justify="space-between" wrap="nowrap" fz="xs">
        <CaptureStatus capture={capture} />
        <span>{capture.satelliteName ?? '—'}</span>
        <TimeText at={capture.start} size="xs" />
      </Group>
      {capture.statusKind === 'published' && <CaptureScenes scope={scope} captureId={capture.captureId} />}
    </Stack>
  );
}

function CancelTask({ task, scope }: { task: TaskDetails; scope: Scope }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState(false);
  const contract = useContractName();
  const cancel = useMutation({ mutationFn: () => client.tasking.cancel({ scope, taskId: task.taskId }), onSuccess: () => setAsked(false) });
  return (
    <>
      <Button variant="default" color="red" onClick={() => setAsked(true)}>
        {t('tasks.cancel')}
      </Button>
      <Modal opened={asked} onClose={() => setAsked(false)} title={t('tasks.cancelTitle')} closeButtonProps={{ 'aria-label': t('common.close') }} centered>
        <Stack gap="sm">
          <Text size="sm">{t('tasks.cancelBody', { name: task.name, contract })}</Text>
          {cancel.isError && <ErrorNote error={cancel.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('tasks.keep')}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('tasks.cancelConfirm', { contract })}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** The contract in force, or the connection's name where there is none. */
export function useContractName(): string {
  const { query } = useApi();
  const active = useActiveConnection();
  const contracts = useQuery(query.contracts.list.queryOptions({ input: active ? { connectionId: active.id } : skipToken })).data;
  return contracts?.find((contract) => contract.contractId === active?.selectedContractId)?.name ?? active?.name ?? '';
}

function Details({ task, scope }: { task: TaskDetails; scope: Scope }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const [raw, setRaw] = useState(false);
  const refresh = useMutation({ mutationFn: () => client.tasking.refreshTask({ scope, taskId: task.taskId }) });
  const moving = openKinds.includes(task.statusKind) || task.captures.some((capture) => capture.statusKind === 'queued' || capture.statusKind === 'processing');
  const { mutate } = refresh;
  // A task that is looked at is asked for often, as long as something can still happen.
  useEffect(() => {
    mutate();
    if (!moving) return;
    const timer = setInterval(() => mutate(), watchMs);
    return () => clearInterval(timer);
  }, [moving, mutate]);
  const { longitude, latitude } = task;
  const place = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
  const facts: [string, React.ReactNode][] = [
    [t('tasks.field.status'), <TaskStatus key="status" kind={task.statusKind} raw={task.status} />],
    [t('tasks.field.project'), task.project || '—'],
    [t('tasks.field.product'), task.productName ?? task.productPk ?? '—'],
    [t('tasks.field.place'), place ? formatCoordinate(place, format) : '—'],
    [t('tasks.field.start'), <TimeText key="start" at={task.start} fz="inherit" />],
    [t('tasks.field.end'), <TimeText key="end" at={task.end} fz="inherit" />],
    [t('tasks.field.client'), task.client ?? '—'],
    [t('tasks.field.priority'), task.priority ?? '—'],
    [t('tasks.field.expectedAge'), task.expectedAge ?? t('tasks.once')],
    [t('tasks.field.maxCaptures'), task.maxCaptures ?? '—'],
    [t('tasks.field.maxSimultaneous'), task.maxSimultaneousCaptures ?? '—'],
    [t('tasks.field.created'), <TimeText key="created" at={task.createdTime} fz="inherit" />],
    [t('tasks.field.id'), task.taskId],
    [t('tasks.field.seen'), <TimeText key="seen" at={task.seenAt} fz="inherit" />],
  ];
  return (
    <Stack gap="sm" p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 className={classes.paneTitle}>{task.name || t('tasks.unnamed', { id: task.taskId })}</h2>
        <Group gap={4} wrap="nowrap">
          {place && (
            <Tooltip label={t('map.zoomTo')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('map.zoomTo')} onClick={() => zoomToPoint(place)}>
                <IconCrosshair size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('tasks.refresh')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('tasks.refresh')} onClick={() => refresh.mutate()}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={() => mapStore.setState({ selectedTaskId: null })}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {refresh.isError && <ErrorNote error={refresh.error} />}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Stack gap={6}>
        <Text fw={600} size="sm">
          {t('captures.title')}
        </Text>
        {task.captures.length === 0 && (
          <Text size="xs" c="var(--nadir-quiet)">
            {t('captures.empty')}
          </Text>
        )}
        {task.captures.map((capture) => (
          <Capture key={capture.captureId} capture={capture} scope={scope} />
        ))}
      </Stack>
      <Group>
        {openKinds.includes(task.statusKind) && <CancelTask task={task} scope={scope} />}
        <Button variant="subtle" color="gray" onClick={() => setRaw(!raw)} aria-expanded={raw}>
          {t('common.raw')}
        </Button>
      </Group>
      <Collapse expanded={raw}>
        <Code block fz={11}>
          {JSON.stringify(task.raw, null, 2)}
        </Code>
      </Collapse>
    </Stack>
  );
}

export function TaskDetailsPane({ taskId }: { taskId: TaskId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const task = useQuery(query.tasking.get.queryOptions({ input: scope ? { scope, taskId } : skipToken }));
  if (task.isError) return <ErrorNote error={task.error} />;
  return scope && task.data ? <Details key={taskId} task={task.data} scope={scope} /> : null;
}
