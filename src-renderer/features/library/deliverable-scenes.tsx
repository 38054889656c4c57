import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { SceneCard } from './capture-scenes.tsx';

interface DeliverableScenesProps {
  scope: Scope;
  orderId: OrderId;
  deliverableId: string;
}

type Asking = { state: 'asking' } | { state: 'answered' } | { state: 'failed'; error: unknown };

/** The assets of a deliverable as downloadable files, for deliverables whose scenes no capture leads to. */
export function DeliverableScenes({ scope, orderId, deliverableId }: DeliverableScenesProps) {
  const { t } = useTranslation();
  const { query, client } = useApi();
  const stored = useQuery(query.library.ofOrder.queryOptions({ input: { scope, orderId } }));
  const [asking, setAsking] = useState<Asking>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  const own = stored.data?.find((each) => each.deliverableId === deliverableId);
  const unknown = stored.data !== undefined && own === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    if (!unknown) return;
    const ended = new AbortController();
    setAsking({ state: 'asking' });
    client.library
      .refreshOrder({ scope, orderId, deliverableIds: [deliverableId] }, { signal: ended.signal })
      .then(
        () => setAsking({ state: 'answered' }),
        (error: unknown) => {
          if (ended.signal.aborted || hasErrorCode(error, 'CANCELLED')) return;
          setAsking({ state: 'failed', error });
        },
      );
    return () => ended.abort();
  }, [client, scope, orderId, deliverableId, unknown, attempt]);
  const askAgain = () => setAttempt((before) => before + 1);
  if (stored.isError) return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  if (own) return <SceneCard scene={own.scene} />;
  if (asking.state === 'asking') return <Busy label={t('common.loading')} />;
  if (asking.state === 'failed') return <ErrorNote error={asking.error} onRetry={askAgain} />;
  return (
    <Stack gap={4}>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('orders.noFiles')}
      </Text>
    </Stack>
  );
}
