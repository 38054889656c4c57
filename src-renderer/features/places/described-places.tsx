import { IconStarFilled } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { placeCssColour } from '../../map/place-colours.ts';

/** Describes places on the map: their names and their lists. */
export const describedPlaces: MarkDescription = {
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
