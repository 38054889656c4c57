import { Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope, SubmissionId } from '../../../../src-preload/contract/ids.ts';
import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';
import { useApi, useContractName } from '../../../client/api.tsx';
import { areaKm2, boxOf, verticesOf } from '../../../geometry/area.ts';
import { type CoordinateFormat, formatCoordinate } from '../../../i18n/coordinates.ts';
import { isDeclared } from '../../../i18n/error-text.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatKm2 } from '../../../i18n/format-km2.ts';
import { mapStore, zoomToBox, zoomToPoint } from '../../../state/map-store.ts';
import type { Sku } from '../../../subjects/draft/sku-catalogue.ts';
import { areaOfOrder, sumOf } from '../../../subjects/draft/spending.ts';
import { SpendingNote } from '../../../subjects/draft/spending-note.tsx';
import {
  isPeriodic,
  namedParameters,
  parameterName,
  parameterText,
} from '../../../subjects/order/order-parameters.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import classes from '../../../ui/panes.module.css';
import { TimeText } from '../../../ui/time-text.tsx';
import { featureText } from './feature-text.ts';

interface OrderReviewProps {
  scope: Scope;
  /** One request for each area, in order; never empty. */
  requests: readonly OrderRequest[];
  sku: Sku;
  format: CoordinateFormat;
  /** The outbox row that is being edited; null for new orders. */
  commandId: SubmissionId | null;
  onBack: () => void;
  /** Called when the orders are in the outbox, so that the form can be cleared. */
  onMade: (ids: readonly SubmissionId[], released: boolean, error: unknown) => void;
}

/** Shows the order on the map as well, before it is paid for. */
function useOnMap(request: OrderRequest) {
  useEffect(() => {
    const area = areaOfOrder(request);
    if (area) {
      mapStore.setState({ areas: [area] });
      zoomToBox(boxOf(area));
    } else {
      const [longitude = 0, latitude = 0] = request.geometry.coordinates.flat(2);
      mapStore.setState({ pickedPoint: [longitude, latitude] });
      zoomToPoint([longitude, latitude]);
    }
  }, [request]);
  useEffect(() => () => mapStore.setState({ areas: null }), []);
}

/** Shows exactly what will be ordered and under which contract before anything is sent. */
export function OrderReview(props: OrderReviewProps) {
  const { scope, requests, sku, format, commandId } = props;
  const { t } = useTranslation();
  const { client } = useApi();
  const contract = useContractName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [at, setAt] = useState(0);
  const [first] = requests;
  const shown = requests[at] ?? first;
  useEffect(() => heading.current?.focus(), []);

  const make = useMutation({
    async mutationFn(release: boolean) {
      const commands = requests.map((request) => ({ kind: 'order' as const, request }));
      const [changed, ...further] = commands;
      const ids: SubmissionId[] = [];
      if (commandId !== null && changed) {
        ids.push((await client.outbox.update({ id: commandId, command: changed })).id);
        if (further.length > 0)
          ids.push(...(await client.outbox.addDrafts({ scope, commands: further })).ids);
      } else ids.push(...(await client.outbox.addDrafts({ scope, commands })).ids);
      if (release) {
        try {
          await client.outbox.release({ ids, contractId: scope.contractId });
        } catch (error) {
          // The orders are in the outbox as drafts; another attempt from here would add them twice.
          return { ids, released: false, error };
        }
      }
      return { ids, released: release, error: null };
    },
    onSuccess: ({ ids, released, error }) => props.onMade(ids, released, error),
  });

  // It is not known whether the main process has stored them; another attempt could add them twice.
  const isLost = make.isError && !isDeclared(make.error);

  if (!shown) return null;
  return (
    <div className={classes.scroll} data-testid="order-review">
      <Stack gap="sm" p="sm">
        <Text ref={heading} component="h3" fw={600} size="sm" m={0} tabIndex={-1}>
          {t('orderForm.reviewTitle')}
        </Text>
        {requests.length > 1 && (
          <Select
            label={t('orderForm.shownOrder', { count: requests.length })}
            data={requests.map(({ properties }, i) => ({ value: String(i), label: properties.order_name }))}
            value={String(at)}
            allowDeselect={false}
            onChange={(value) => setAt(Number(value))}
          />
        )}
        <ReviewFacts request={shown} sku={sku} format={format} contract={contract} />
        {requests.length > 1 && (
          <Text size="sm">{t('orderForm.effect', { count: requests.length, contract })}</Text>
        )}
        <SpendingNote
          spending={sumOf(requests.map((request) => ({ kind: 'order' as const, request })))}
          contract={contract}
        />
        <details>
          <summary style={{ fontSize: 12, cursor: 'pointer' }}>{t('label.requestBody')}</summary>
          <Code
            block
            fz={11}
            mt={4}
            mah={320}
            tabIndex={0}
            role="region"
            aria-label={t('label.requestBody')}
            data-testid="feature"
          >
            {featureText(shown)}
          </Code>
        </details>
        {make.isError && isDeclared(make.error) && <ErrorNote error={make.error} />}
        {isLost && (
          <Text size="xs" role="alert">
            {t('orderForm.lost')}
          </Text>
        )}
        <Group justify="space-between" gap={6}>
          <Button variant="default" onClick={props.onBack} disabled={make.isPending}>
            {t('plan.toForm')}
          </Button>
          <Group gap={6}>
            <Button
              variant="default"
              loading={make.isPending && !make.variables}
              disabled={make.isPending || isLost}
              onClick={() => make.mutate(false)}
            >
              {commandId === null ? t('outbox.add') : t('orderForm.keepInOutbox')}
            </Button>
            <Button
              loading={make.isPending && make.variables}
              disabled={make.isPending || isLost}
              onClick={() => make.mutate(true)}
            >
              {t('orderForm.order', { contract })}
            </Button>
          </Group>
        </Group>
      </Stack>
    </div>
  );
}

function ReviewFacts({
  request,
  sku,
  format,
  contract,
}: {
  request: OrderRequest;
  sku: Sku;
  format: CoordinateFormat;
  contract: string;
}) {
  const { t, i18n } = useTranslation();
  useOnMap(request);
  const { properties, geometry } = request;
  const area = areaOfOrder(request);
  const { parameters } = properties;
  const given = (name: string, value: string | undefined): Fact[] =>
    value === undefined ? [] : [[name, value]];
  const parameterFact = (name: (typeof namedParameters)[number]): Fact[] => {
    const value = parameters[name];
    if (value === undefined) return [];
    const text = parameterText(i18n.language, name, value);
    return [[parameterName(t, name), isPeriodic(name) ? t('plan.untilEnd', { every: text }) : text]];
  };
  const facts: Fact[] = [
    [t('label.contract'), contract],
    [t('plan.sentAs'), t('plan.sentAsOrder')],
    [t('label.sku'), `${properties.sku} · ${sku.label ?? t(`orderForm.kind.${sku.kind}`)}`],
    [t('label.orderName'), properties.order_name],
    [t('label.project'), properties.project_name],
    area
      ? [
          t('plan.choice.area'),
          t('orderForm.areaSize', {
            size: formatKm2(i18n.language, areaKm2(area)),
            vertices: t('orderForm.vertices', { count: verticesOf(area) }),
          }),
        ]
      : [
          t('plan.place'),
          geometry.type === 'Point'
            ? formatCoordinate([geometry.coordinates[0], geometry.coordinates[1]], format)
            : '',
        ],
    ...given(
      t('place.altitudeLabel'),
      geometry.type === 'Point' && geometry.coordinates[2] !== undefined
        ? formatNumber(i18n.language, geometry.coordinates[2], 2)
        : undefined,
    ),
    ...(['start', 'end'] as const).flatMap((name): Fact[] => {
      const value = parameters[name];
      return value === undefined
        ? []
        : [[t(`label.${name}`), <TimeText key={name} at={value} fz="inherit" />]];
    }),
    ...namedParameters.flatMap(parameterFact),
  ];
  return <Facts facts={facts} />;
}
