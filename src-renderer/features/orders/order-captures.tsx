import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaptureId, Scope } from '../../../src-preload/contract/ids.ts';
import type { Deliverable, OrderDetails } from '../../../src-preload/contract/orders.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { CaptureScenes } from '../library/capture-scenes.tsx';
import { DeliverableScenes } from '../library/deliverable-scenes.tsx';
import { PartStatus } from './order-status.tsx';

const card = { border: '1px solid var(--nadir-line)', borderRadius: 6 } as const;
const line = { display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' } as const;

function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Text size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** Formats m2 and km2 as m² and km²; returns other units unchanged. */
const unitText = (unit: string | null) => (unit ?? '').replace(/^(k?m)2$/, '$1²');

function DeliverableLine({ deliverable }: { deliverable: Deliverable }) {
  const { t, i18n } = useTranslation();
  const { quantity, quantityField, quantityUnit } = deliverable;
  const amount =
    quantity === null
      ? null
      : t('orders.quantity', {
          amount: [formatNumber(i18n.language, quantity, 2), unitText(quantityUnit)].join(' ').trim(),
          field: quantityField ?? '',
        });
  return (
    <Stack gap={2} data-testid="deliverable">
      <div style={{ ...line, justifyContent: 'space-between', fontSize: 12 }}>
        <span style={line}>
          <Text span size="xs" c="var(--nadir-quiet)">
            {t('orders.deliverable')}
          </Text>
          <PartStatus part="deliverable" state={deliverable.state} status={deliverable.status} />
        </span>
        <TimeText at={deliverable.deliveredAt ?? deliverable.updatedAt} size="xs" />
      </div>
      {deliverable.reason !== null && <Text size="xs">{deliverable.reason}</Text>}
      <Quiet>{[deliverable.level, amount, deliverable.assets.join(', ')].filter(Boolean).join(' · ')}</Quiet>
    </Stack>
  );
}

/** The files of deliverables that are only available as assets. A failed deliverable has none; one with an unknown status may have some. */
function Files({
  order,
  scope,
  deliverables,
}: {
  order: OrderDetails;
  scope: Scope;
  deliverables: readonly Deliverable[];
}) {
  const { t } = useTranslation();
  const withFiles = deliverables.filter(
    ({ assets, state }) => assets.length > 0 && (state === 'done' || state === 'other'),
  );
  if (withFiles.length === 0) return <Quiet>{t('orders.noFiles')}</Quiet>;
  return withFiles.map(({ deliverableId }) => (
    <DeliverableScenes
      key={deliverableId}
      scope={scope}
      orderId={order.orderId}
      deliverableId={deliverableId}
    />
  ));
}

/** The captures of an order with their deliverables and scenes, including captures that only a deliverable names. */
export function OrderCaptures({ order, scope }: { order: OrderDetails; scope: Scope }) {
  const { t } = useTranslation();
  const listed = new Map(order.captures.map((capture) => [capture.captureId, capture]));
  const named = [...order.deliverables.map((each) => each.captureId), order.outcomeId];
  const ids = [...new Set([...listed.keys(), ...named.filter((id): id is CaptureId => id !== null)])];
  const loose = order.deliverables.filter((deliverable) => deliverable.captureId === null);
  return (
    <Stack gap={6}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('orders.captures')}
      </Text>
      {ids.length === 0 && loose.length === 0 && (
        <Quiet>{order.partsReadAt === null ? t('orders.capturesNotRead') : t('orders.noCaptures')}</Quiet>
      )}
      {ids.map((captureId) => {
        const capture = listed.get(captureId);
        const own = order.deliverables.filter((deliverable) => deliverable.captureId === captureId);
        const published = capture?.state === 'done' || own.some(({ state }) => state === 'done');
        return (
          <Stack key={captureId} gap={6} p="xs" style={card} data-testid="order-capture">
            <div style={{ ...line, justifyContent: 'space-between', fontSize: 12 }}>
              {capture ? (
                <PartStatus part="capture" state={capture.state} status={capture.status} />
              ) : (
                <Quiet>{t('label.capture')}</Quiet>
              )}
              <span>{capture?.satelliteName ?? ''}</span>
              <TimeText at={capture?.start ?? null} size="xs" />
            </div>
            {capture && capture.reason !== null && <Text size="xs">{capture.reason}</Text>}
            {own.map((deliverable) => (
              <DeliverableLine key={deliverable.deliverableId} deliverable={deliverable} />
            ))}
            {(published || capture?.state === 'other') && (
              <CaptureScenes
                scope={scope}
                captureId={captureId}
                onRequest={!published}
                otherwise={<Files order={order} scope={scope} deliverables={own} />}
              />
            )}
          </Stack>
        );
      })}
      {loose.map((deliverable) => (
        <Stack key={deliverable.deliverableId} gap={6} p="xs" style={card}>
          <DeliverableLine deliverable={deliverable} />
          <Files order={order} scope={scope} deliverables={[deliverable]} />
        </Stack>
      ))}
    </Stack>
  );
}
