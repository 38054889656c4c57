import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';

/** Finds places of all lists for the palette. */
export const usePlaceSearch: UsePaletteSearch = (search) => {
  const { t } = useTranslation();
  const { query } = useApi();
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  const places = useQuery(
    query.places.page.queryOptions({
      input: search
        ? { filter: { search: search.text }, sort: 'name', descending: false, ...search.page }
        : skipToken,
    }),
  ).data;
  return (places?.rows ?? []).map(({ placeId, listId, name }) => ({
    id: `place-${placeId}`,
    label: name === '' ? t('places.unnamed') : name,
    description: t('shell.found.place', { list: lists.find((list) => list.listId === listId)?.name ?? '' }),
    onClick() {
      select('place', placeId);
      showWorkspace('places');
    },
  }));
};
