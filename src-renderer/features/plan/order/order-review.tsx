import { Code, Select, Text } from '@mantine/core';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';
import type { Sku } from '../../../../src-preload/contract/sku-catalogue.ts';
import { areaKm2, boxOf, verticesOf } from '../../../../src-shared/geometry/area.ts';
import { useContractName } from '../../../kit/client/api.tsx';
import { formatNumber } from '../../../kit/i18n/format.ts';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import { PlaceFact } from '../../../kit/lists/place-fact.tsx';
import { mapStore, zoomToBox, zoomToPoint } from '../../../kit/state/map-store.ts';
import { type Fact, Facts } from '../../../kit/ui/facts.tsx';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { OrderedScene } from '../../library/ordered-scene.tsx';
import {
  isKnownParameter,
  isPeriodic,
  namedParameters,
  parameterName,
  parameterText,
} from '../../orders/order-parameters.ts';
import { areaOfOrder } from '../draft/spending.ts';
import { ReviewFrame } from '../review-frame.tsx';

/**
 * Returns the Feature of a request as readable text with one vertex per line. A JSON string contains no line break, so
 * no value is changed.
 */
function featureText(request: OrderRequest): string {
  return JSON.stringify(request, null, 2).replace(
    /\[\n\s+(-?\d[^,\n]*),\n\s+(-?\d[^,\n]*)(?:,\n\s+(-?\d[^,\n]*))?\n\s+\]/g,
    (_, x, y, z) => `[${[x, y, ...(z === undefined ? [] : [z])].join(', ')}]`,
  );
}

interface OrderReviewProps
  extends Pick<ComponentProps<typeof ReviewFrame>, 'scope' | 'commandId' | 'base' | 'onBack' | 'onMade'> {
  /** One request for each area, in order; never empty. */
  requests: readonly OrderRequest[];
  sku: Sku;
}

/** Shows the order on the map too, before it is paid for. */
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
export function OrderReview({ requests, sku, ...rest }: OrderReviewProps) {
  const { t } = useTranslation();
  const contract = useContractName();
  const [at, setAt] = useState(0);
  const [first] = requests;
  const shown = requests[at] ?? first;
  const inputs = useMemo(() => requests.map((request) => ({ kind: 'order' as const, request })), [requests]);
  if (!shown) return null;
  return (
    <ReviewFrame
      {...rest}
      inputs={inputs}
      title={t('orderForm.reviewTitle')}
      sendLabel={t('orderForm.order', { contract })}
      below={
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
      }
    >
      {requests.length > 1 && (
        <Select
          label={t('orderForm.shownOrder', { count: requests.length })}
          data={requests.map(({ properties }, i) => ({ value: String(i), label: properties.order_name }))}
          value={String(at)}
          allowDeselect={false}
          onChange={(value) => setAt(Number(value))}
        />
      )}
      <OrderedScene scope={rest.scope} request={shown} />
      <ReviewFacts request={shown} sku={sku} contract={contract} />
      {requests.length > 1 && (
        <Text size="sm">{t('orderForm.effect', { count: requests.length, contract })}</Text>
      )}
    </ReviewFrame>
  );
}

function ReviewFacts({ request, sku, contract }: { request: OrderRequest; sku: Sku; contract: string }) {
  const { t, i18n } = useTranslation();
  useOnMap(request);
  const { properties, geometry } = request;
  const area = areaOfOrder(request);
  const { parameters } = properties;
  const given = (name: string, value: string | undefined): Fact[] =>
    value === undefined ? [] : [[name, value]];
  const parameterFact = (name: (typeof namedParameters)[number]): Fact[] => {
    const value = parameters[name];
    // A level that is left empty is the service's choice, which the person should know before it is paid for.
    if (value === undefined)
      return name === 'processing_level' && sku.fields.some((field) => field.name === name)
        ? [[parameterName(t, name), t('orderForm.levelNotSet')]]
        : [];
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
          geometry.type === 'Point' ? (
            <PlaceFact
              key="place"
              placed={{ longitude: geometry.coordinates[0], latitude: geometry.coordinates[1] }}
            />
          ) : (
            ''
          ),
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
    ...Object.entries(parameters).flatMap(([name, value]): Fact[] =>
      isKnownParameter(name) ? [] : [[name, parameterText(i18n.language, name, value)]],
    ),
  ];
  return <Facts facts={facts} />;
}
