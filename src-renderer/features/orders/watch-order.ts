import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';

const debounceMs = 300;

/**
 * Fetches the whole order when its details open and whenever it changes, because the list has neither captures nor events. The request is
 * delayed, so that a held arrow key does not send one for each of fifty orders.
 */
export function useFetchedOrder(scope: Scope, orderId: OrderId, stale: string | null) {
  const { client, query } = useApi();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  const [reading, setReading] = useState(false);
  /** The time of change in the last answer: the order is fetched again only if it has changed since. */
  const answered = useRef<{ asked: number; updatedAt: string | null } | null>(null);
  useEffect(() => {
    if (answered.current?.asked === asked && answered.current.updatedAt === stale) return;
    const ended = new AbortController();
    const check = async () => {
      setReading(true);
      try {
        const order = await client.orders.refresh({ scope, orderId }, { signal: ended.signal });
        if (ended.signal.aborted) return;
        answered.current = { asked, updatedAt: order.updatedAt };
        queries.setQueryData(query.orders.get.queryKey({ input: { scope, orderId } }), order);
        setError(null);
      } catch (failure) {
        if (ended.signal.aborted) return;
        if (!hasErrorCode(failure, 'CANCELLED')) setError(failure);
      }
      setReading(false);
    };
    const timer = setTimeout(() => void check(), asked === 0 ? debounceMs : 0);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, query, queries, scope, orderId, asked, stale]);
  return { error, reading, refresh: () => setAsked((before) => before + 1) };
}
