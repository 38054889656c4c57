import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { placeStore } from './place-store.ts';

/**
 * Returns a function that resolves with the list for new places: the one that was selected last, else the first one.
 * For the very first place, it creates a list.
 */
export function useTargetList(): () => Promise<PlaceListId> {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const lists = useQuery(query.places.lists.queryOptions()).data;
  return useCallback(async () => {
    const existing = lists ?? (await client.places.lists());
    const selectedId = placeStore.getState().listIds.at(-1);
    const target = existing.find(({ listId }) => listId === selectedId) ?? existing[0];
    return target?.listId ?? (await client.places.createList({ name: t('places.firstList') })).listId;
  }, [t, client, lists]);
}
