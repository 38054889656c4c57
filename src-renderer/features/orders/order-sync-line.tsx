import { ActionIcon, Progress, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { OrderSyncState } from '../../../src-preload/contract/orders.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber, formatUtc } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';

function useOrderSync(scope: Scope) {
  const { client, query } = useApi();
  const state = useQuery(query.orders.syncState.queryOptions({ input: { scope } })).data;
  const sync = useMutation({ mutationFn: () => client.orders.sync({ scope }) });
  return { state, sync };
}

/** The button that syncs the orders; its tooltip says when the last sync ended. */
export function SyncOrdersButton({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { state, sync } = useOrderSync(scope);
  const last = state?.lastFinishedAt;
  const label = last
    ? `${t('orders.syncNow')} (${t('common.asOf', { at: formatUtc(i18n.language, last) })})`
    : t('orders.syncNow');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        aria-label={t('orders.syncNow')}
        loading={state?.running === true && !state.first}
        onClick={() => sync.mutate()}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Says how many orders and deliverables the service counts and did not list, so that the list is not taken for a complete one. */
function MissingRows({ state }: { state: OrderSyncState }) {
  const { t } = useTranslation();
  const { missing, missingDeliverables } = state;
  const texts = [
    missing > 0 ? t('orders.missing', { count: missing }) : '',
    missingDeliverables > 0 ? t('orders.missingDeliverables', { count: missingDeliverables }) : '',
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Text mt={8} size="xs" c="var(--nadir-quiet)" role="status">
      {texts.join(' ')}
    </Text>
  );
}

/** Shows the progress of the first sync, and what the last sync did not bring: its error, or rows that the service did not list. */
export function OrderSyncLine({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { state, sync } = useOrderSync(scope);
  if (!state) return null;
  if (state.error !== null && !state.running)
    return <ErrorNote error={state.error} onRetry={() => sync.mutate()} />;
  if (!state.running || !state.first) return <MissingRows state={state} />;
  const { received, total } = state;
  const number = (value: number) => formatNumber(i18n.language, value);
  const text =
    total === null
      ? t(`orders.reading.${state.resource}`)
      : t(`orders.readingOf.${state.resource}`, { received: number(received), total: number(total) });
  return (
    <div style={{ marginTop: 8 }}>
      <Text size="xs" c="var(--nadir-quiet)" mb={4}>
        {text}
      </Text>
      <Progress
        size={5}
        value={total === null ? 100 : (100 * received) / Math.max(1, total)}
        animated={total === null}
        aria-label={t('orders.progress')}
      />
    </div>
  );
}
