import { IconStarFilled } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { placeCssColour } from '../../map/place-colours.ts';
import { placesOnMap } from './place-marks.ts';

/** Finds places of all lists for the palette. */
const usePlaceSearch: UsePaletteSearch = (search) => {
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

/** Describes places on the map: their names and their lists. */
const describedPlaces: MarkDescription = {
  objectName: 'label.place',
  useDescribed(asked) {
    const { t } = useTranslation();
    const { query } = useApi();
    const placeIds = asked.slice(0, maxDescribed).map(({ key }) => placeIdSchema.parse(key));
    const lists = useQuery(query.places.lists.queryOptions()).data;
    const places = useQuery(
      query.places.some.queryOptions({ input: placeIds.length > 0 ? { placeIds } : skipToken }),
    ).data;
    if (placeIds.length === 0) return [];
    return places?.map(({ placeId, listId, name }) => {
      const list = lists?.find((each) => each.listId === listId);
      const colour = list ? placeCssColour(list.colour) : 'var(--nadir-accent)';
      return {
        key: placeId,
        name: name === '' ? t('places.unnamed') : name,
        status: list?.name ?? '',
        time: null,
        mark: <IconStarFilled size={14} aria-hidden color={colour} />,
      };
    });
  },
  // Places have no status and are never clustered.
  kindText: () => '',
};

const PlaceDetailsPane = lazy(() =>
  import('./place-details.tsx').then((module) => ({ default: module.PlaceDetailsPane })),
);

/** The subject of places, which belong to no contract. */
export const placeSubject = declareSubject('place', {
  keys: placeIdSchema,
  ofAllContracts: true,
  details: (placeId) => ({ key: `place ${placeId}`, pane: <PlaceDetailsPane placeId={placeId} /> }),
  onMap: placesOnMap,
  described: describedPlaces,
  usePaletteSearch: usePlaceSearch,
  checkStored: (client, placeId) => client.places.get({ placeId }),
});
