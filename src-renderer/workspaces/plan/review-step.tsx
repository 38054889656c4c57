import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { errorText, hasErrorCode, isDeclared, refusedFields } from '../../i18n/error-text.ts';
import { formatNumber, formatRecurrence } from '../../i18n/format.ts';
import { zoomToPoint } from '../../state/map-store.ts';
import { select } from '../../state/selection.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { clientOf, type DraftErrors, formFieldOf } from '../../subjects/draft/draft.ts';
import { spendingOf } from '../../subjects/draft/spending.ts';
import { SpendingNote } from '../../subjects/draft/spending-note.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import classes from '../../ui/panes.module.css';
import { focusPaneSoon } from '../../ui/panes.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { useSay } from '../../ui/use-act.ts';
import { Feasibility } from './feasibility.tsx';

interface ReviewStepProps {
  scope: Scope;
  request: TaskRequest;
  productName: string;
  clients: readonly Client[];
  onBack: () => void;
  /** Called if the service refused the task; the form shows its reasons. */
  onRefused: (refused: { error: unknown; fields: DraftErrors }) => void;
  /** Called if the task was sent or the main process keeps it as unconfirmed; the form is then cleared. */
  onHandedOver: () => void;
}

/** Returns true if the main process has the task in its outbox, so that the form need not keep it. */
function isKeptByMain(error: unknown): boolean {
  return isDeclared(error) && !hasErrorCode(error, 'DEFECT') && !hasErrorCode(error, 'CANCELLED');
}

type HandOver = Pick<ReviewStepProps, 'scope' | 'request' | 'onRefused' | 'onHandedOver'>;

/** Sends the task. A refusal returns to the form; a task whose answer was lost is kept by the main process. */
function useSubmit({ scope, request, onRefused, onHandedOver }: HandOver) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const contract = useContractName();
  return useMutation({
    mutationFn: () => client.tasking.submit({ scope, request }),
    onSuccess: (submission) => {
      say({ message: t('plan.sent', { name: request.task_name, contract }), color: 'teal' });
      select('task', submission.taskId);
      onHandedOver();
      showWorkspace('tasks');
      focusPaneSoon('details');
    },
    onError: (error) => {
      // The main process failed or ended before it answered: the draft and this step stay.
      if (!isKeptByMain(error)) return;
      if (hasErrorCode(error, 'REFUSED') || hasErrorCode(error, 'INVALID_INPUT')) {
        const fields = Object.entries(refusedFields(error)).flatMap(([name, said]) => {
          const field = formFieldOf(name);
          return field ? [[field, said] as const] : [];
        });
        onRefused({ error, fields: Object.fromEntries(fields) });
        return;
      }
      // The main process has stored the task as unconfirmed. If it stayed in the form too, it could be sent twice.
      const { title, hint } = errorText(t, error);
      say({ title, message: hint, color: 'orange' });
      onHandedOver();
    },
  });
}

interface AskedFor {
  request: TaskRequest;
  productName: string;
  clients: readonly Client[];
  /** The recurrence in words; null if the task is not recurrent. */
  every: string | null;
}

/** Returns everything that the request asks for, with the defaults of the service. */
function useRequestFacts({ request, productName, clients, every }: AskedFor): Fact[] {
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const [longitude, latitude, altitude] = request.target.coordinates;
  const given = (name: string, value: string | number | undefined | null): Fact[] =>
    value === undefined || value === null ? [] : [[name, value]];
  // The values that the service adds if the request leaves them out (service §2.6, §2.8) are ordered as well.
  const inForce = clientOf({ client: request.client ?? null }, clients);
  const byDefault = (value: string | number) => t('plan.byDefault', { value });
  return [
    [t('label.contract'), contract],
    [t('plan.sentAs'), t('plan.sentAsTask')],
    [t('plan.name'), request.task_name],
    [t('label.project'), request.project_name],
    [t('label.product'), productName],
    [t('plan.place'), formatCoordinate([longitude, latitude], format)],
    ...given(
      t('place.altitudeLabel'),
      altitude === undefined ? null : formatNumber(i18n.language, altitude, 2),
    ),
    [t('label.start'), <TimeText key="start" at={request.start} fz="inherit" />],
    [t('label.end'), <TimeText key="end" at={request.end} fz="inherit" />],
    ...given(t('label.client'), request.client ?? (inForce && byDefault(inForce.name))),
    ...given(
      t('label.priority'),
      request.priority ?? (inForce?.defaultPriority == null ? null : byDefault(inForce.defaultPriority)),
    ),
    ...given(t('plan.recurrent'), every === null ? t('tasks.once') : t('plan.untilEnd', { every })),
    [t('label.captures'), request.max_captures ?? byDefault(1)],
    [t('label.maxSimultaneous'), request.max_simultaneous_captures ?? byDefault(request.max_captures ?? 1)],
  ];
}

/** Shows what will be ordered and under which contract before anything is sent. */
export function ReviewStep(props: ReviewStepProps) {
  const { scope, request, productName, clients, onBack } = props;
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [longitude, latitude] = request.target.coordinates;
  // Shows the place on the map as well, before it is paid for.
  useEffect(() => {
    heading.current?.focus();
    zoomToPoint([longitude, latitude]);
  }, [longitude, latitude]);
  const submit = useSubmit(props);
  const every =
    request.expected_age === undefined ? null : formatRecurrence(i18n.language, request.expected_age);
  const facts = useRequestFacts({ request, productName, clients, every });
  return (
    <div className={classes.scroll} data-testid="review">
      <Stack gap="sm" p="sm">
        <Text ref={heading} component="h3" fw={600} size="sm" m={0} tabIndex={-1}>
          {t('plan.reviewTitle')}
        </Text>
        <Facts facts={facts} />
        <Feasibility scope={scope} request={request} />
        <SpendingNote spending={spendingOf({ kind: 'task', request })} contract={contract} every={every} />
        {submit.isError && !isKeptByMain(submit.error) && (
          <Alert
            icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
            title={t('plan.lostTitle')}
          >
            <Text size="xs">{t('plan.lostHint')}</Text>
            {isDeclared(submit.error) && <Text size="xs">{errorText(t, submit.error).hint}</Text>}
          </Alert>
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={onBack} disabled={submit.isPending}>
            {t('plan.toForm')}
          </Button>
          <Button onClick={() => submit.mutate()} loading={submit.isPending} disabled={submit.isError}>
            {t('plan.submit', { contract })}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
