import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { ErrorNote, fieldErrors } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { TimeText } from '../../shell/time-text.tsx';
import { mapStore } from '../../state/map-store.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { useContractName } from '../tasks/task-details.tsx';
import { type Draft, formFieldOf } from './draft.ts';

export interface ReviewStepProps {
  scope: Scope;
  request: TaskRequest;
  productName: string;
  onBack: () => void;
  onRefused: (fields: Partial<Record<keyof Draft, string>>) => void;
  onSent: () => void;
}

/** Says what will be ordered and under which contract before anything is sent. */
export function ReviewStep({ scope, request, productName, onBack, onRefused, onSent }: ReviewStepProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const contract = useContractName();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const submit = useMutation({
    mutationFn: () => client.tasking.submit({ scope, request }),
    onSuccess: (submission) => {
      notifications.show({ message: t('plan.sent', { name: request.task_name, contract }), color: 'teal' });
      mapStore.setState({ selectedTaskId: submission.taskId });
      onSent();
      showWorkspace('tasks');
    },
    onError: (error) => {
      const fields = Object.entries(fieldErrors(error)).flatMap(([name, said]) => {
        const field = formFieldOf[name];
        return field ? [[field, said] as const] : [];
      });
      if (fields.length > 0) onRefused(Object.fromEntries(fields));
    },
  });
  const [longitude, latitude] = request.target.coordinates;
  const captures = request.max_captures ?? 1;
  const facts: [string, React.ReactNode][] = [
    [t('contracts.one'), contract],
    [t('plan.name'), request.task_name],
    [t('plan.project'), request.project_name],
    [t('plan.product'), productName],
    [t('plan.place'), formatCoordinate([longitude, latitude], format)],
    [t('plan.start'), <TimeText key="start" at={request.start} fz="inherit" />],
    [t('plan.end'), <TimeText key="end" at={request.end} fz="inherit" />],
    ...(request.client === undefined ? [] : [[t('plan.client'), request.client] satisfies [string, React.ReactNode]]),
    ...(request.priority === undefined ? [] : [[t('plan.priority'), request.priority] satisfies [string, React.ReactNode]]),
  ];
  return (
    <div className={classes.scroll} data-testid="review">
      <Stack gap="sm" p="sm">
        <Text fw={600} size="sm">
          {t('plan.reviewTitle')}
        </Text>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Alert variant="light" p="xs">
          <Text size="sm">
            {request.expected_age === undefined
              ? t('plan.effectOnce', { count: captures, contract })
              : t('plan.effectRecurrent', { every: request.expected_age, contract })}
          </Text>
          {(request.max_simultaneous_captures ?? captures) > captures && <Text size="xs">{t('plan.effectMore')}</Text>}
        </Alert>
        {submit.isError && <ErrorNote error={submit.error} />}
        <Group justify="space-between">
          <Button variant="default" onClick={onBack} disabled={submit.isPending}>
            {t('plan.back')}
          </Button>
          <Button onClick={() => submit.mutate()} loading={submit.isPending} disabled={submit.isError} data-autofocus>
            {t('plan.submit', { contract })}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
