import { type ComponentProps, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { Client, TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useContractName } from '../../kit/client/api.tsx';
import { formatNumber, formatRecurrence } from '../../kit/i18n/format.ts';
import { PlaceFact } from '../../kit/lists/place-fact.tsx';
import { zoomToPoint } from '../../kit/state/map-store.ts';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { clientOf } from './draft/draft.ts';
import { Feasibility } from './feasibility.tsx';
import { ReviewFrame } from './review-frame.tsx';

interface ReviewStepProps
  extends Pick<ComponentProps<typeof ReviewFrame>, 'scope' | 'commandId' | 'base' | 'onBack' | 'onMade'> {
  request: TaskRequest;
  reference: TaskingReference | undefined;
}

interface RequestedTask {
  request: TaskRequest;
  productName: string;
  clients: readonly Client[];
  /** The recurrence in words; null if the task is not recurrent. */
  every: string | null;
}

/** Returns everything that the request asks for, with the defaults of the service. */
function useRequestFacts({ request, productName, clients, every }: RequestedTask): Fact[] {
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const [longitude, latitude, altitude] = request.target.coordinates;
  const given = (name: string, value: string | number | undefined | null): Fact[] =>
    value === undefined || value === null ? [] : [[name, value]];
  // The values that the service adds if the request omits them (service §2.6, §2.8) are ordered too.
  const inForce = clientOf({ client: request.client ?? null }, clients);
  const byDefault = (value: string | number) => t('plan.byDefault', { value });
  return [
    [t('label.contract'), contract],
    [t('plan.sentAs'), t('plan.sentAsTask')],
    [t('plan.name'), request.task_name],
    [t('label.project'), request.project_name],
    [t('label.product'), productName],
    [t('plan.place'), <PlaceFact key="place" placed={{ longitude, latitude }} />],
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
export function ReviewStep({ request, reference, ...rest }: ReviewStepProps) {
  const { t, i18n } = useTranslation();
  const contract = useContractName();
  const [longitude, latitude] = request.target.coordinates;
  // Shows the place on the map too, before it is paid for.
  useEffect(() => zoomToPoint([longitude, latitude]), [longitude, latitude]);
  const every =
    request.expected_age === undefined ? null : formatRecurrence(i18n.language, request.expected_age);
  const product = reference?.products.find((each) => each.pk === request.product);
  const facts = useRequestFacts({
    request,
    productName: product?.name ?? String(request.product),
    clients: reference?.clients ?? [],
    every,
  });
  const inputs = useMemo(() => [{ kind: 'task' as const, request }], [request]);
  return (
    <ReviewFrame
      {...rest}
      inputs={inputs}
      title={t('plan.reviewTitle')}
      sendLabel={t('plan.submit', { contract })}
      every={every}
    >
      <Facts facts={facts} />
      <Feasibility scope={rest.scope} request={request} />
    </ReviewFrame>
  );
}
