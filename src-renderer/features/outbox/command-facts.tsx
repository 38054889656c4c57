import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { refusedFields } from '../../kit/i18n/error-text.ts';
import { formatNumber, formatRecurrence } from '../../kit/i18n/format.ts';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { parameterName, parameterText } from '../orders/order-parameters.ts';
import { placeText, windowOf } from './command-words.ts';
import { defaultsInForce } from './defaults-in-force.ts';

/** A fact of the request: the service's field name, the label, and the value. */
type WireFact = readonly [wire: string, name: string, value: ReactNode];

/** Adds the service's reason for refusing this field below its value. */
function withReason([wire, name, value]: WireFact, reasons: Record<string, string>): Fact {
  const reason = Object.entries(reasons).find(([field]) => field === wire || field.endsWith(`.${wire}`))?.[1];
  if (reason === undefined) return [name, value];
  return [
    name,
    <span key="refused">
      {value}
      <Text size="xs" c="var(--nadir-warning)" data-testid="refused-field">
        {reason}
      </Text>
    </span>,
  ];
}

interface TaskFactOptions {
  language: string;
  product: string | null;
  clients: TaskingReference['clients'];
}

function taskFacts(t: TFunction, { input }: Command, options: TaskFactOptions): WireFact[] {
  if (input.kind !== 'task') return [];
  const { request } = input;
  const { language, product } = options;
  const defaults = defaultsInForce(request, options.clients);
  const orDefault = (value: string | number | undefined, used: string | number | null) =>
    value ?? (used === null ? undefined : t('outbox.byDefault', { value: used }));
  const altitude = request.target.coordinates[2];
  const given = (wire: string, name: string, value: string | number | undefined): WireFact[] =>
    value === undefined ? [] : [[wire, name, value]];
  const age = request.expected_age;
  return [
    ['task_name', t('plan.name'), request.task_name],
    ['project_name', t('label.project'), request.project_name],
    ['product', t('label.product'), product === null ? request.product : `${product} (${request.product})`],
    ...given('client', t('label.client'), orDefault(request.client, defaults.client)),
    ...given('priority', t('label.priority'), orDefault(request.priority, defaults.priority)),
    ...given('expected_age', t('plan.recurrent'), age === undefined ? age : formatRecurrence(language, age)),
    ...given('max_captures', t('label.captures'), orDefault(request.max_captures, 1)),
    ...given('max_simultaneous_captures', t('label.maxSimultaneous'), request.max_simultaneous_captures),
    ...given(
      'altitude',
      t('label.altitude'),
      altitude === undefined ? undefined : `${formatNumber(language, altitude, 1)} m`,
    ),
  ];
}

function orderFacts(t: TFunction, { input }: Command, language: string): WireFact[] {
  if (input.kind !== 'order') return [];
  const { order_name, project_name, sku, parameters } = input.request.properties;
  return [
    ['order_name', t('label.orderName'), order_name],
    ['project_name', t('label.project'), project_name],
    ['sku', t('label.sku'), sku],
    ...Object.entries(parameters)
      .filter(([name]) => name !== 'start' && name !== 'end')
      .map(([name, value]): WireFact => [name, parameterName(t, name), parameterText(language, name, value)]),
  ];
}

/** Shows the whole request in words; a field that the service refused has its reason below the value. */
export function CommandFacts({
  command,
  contract,
  product,
}: {
  command: Command;
  contract: string;
  product: string | null;
}) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { query } = useApi();
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope: command.scope } })).data;
  const { input, taskName } = command;
  const place = placeText(t, command, format);
  const { start, end } = windowOf(command);
  const facts: WireFact[] = [
    ['contract', t('label.contract'), contract],
    ...taskFacts(t, command, { language: i18n.language, product, clients: reference?.clients ?? [] }),
    ...orderFacts(t, command, i18n.language),
    ...(input.kind === 'cancel-task'
      ? [
          ['task_id', t('label.task'), taskName || '—'] satisfies WireFact,
          ['id', t('tasks.field.id'), input.taskId] satisfies WireFact,
        ]
      : []),
    ...(place === null
      ? []
      : [[input.kind === 'task' ? 'target' : 'geometry', t('plan.place'), place] satisfies WireFact]),
    ...(start === null
      ? []
      : [['start', t('label.start'), <TimeText key="start" at={start} fz="inherit" />] satisfies WireFact]),
    ...(end === null
      ? []
      : [['end', t('label.end'), <TimeText key="end" at={end} fz="inherit" />] satisfies WireFact]),
  ];
  const reasons = refusedFields(command.error);
  return <Facts facts={facts.map((fact) => withReason(fact, reasons))} />;
}
