import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceGroups, SceneFilter, SceneSort } from '../../../../src-preload/contract/scene-filter.ts';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { usePlaceWords } from '../../../gazetteer/use-place-words.ts';
import { useWhereIs } from '../../../gazetteer/use-where-is.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { formatCoordinate } from '../../../kit/i18n/coordinates.ts';
import classes from '../../../kit/ui/panes.module.css';
import type { RowHeadings } from '../../../kit/ui/virtual-rows.tsx';

const heightPx = 28;

/** A heading with the nearest town of a place and its number of listed scenes. */
function PlaceHeading({ at, count }: { at: LonLat | null; count: number }) {
  const { t } = useTranslation();
  const { nearText } = usePlaceWords();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const town = useWhereIs(at)?.town ?? null;
  const coordinates = at === null ? t('find.noPlace') : formatCoordinate(at, format);
  return (
    <div className={classes.rowHeading}>
      <span className={classes.rowName} title={coordinates}>
        {town === null ? coordinates : nearText(town)}
      </span>
      <span className={classes.rowQuiet}>{t('map.things.scene', { count })}</span>
    </div>
  );
}

function headingsOf({ starts, counts, longitudes, latitudes }: PlaceGroups): RowHeadings {
  const groups = new Map(starts.map((start, group) => [start, group]));
  return {
    height: heightPx,
    isAbove: (index) => groups.has(index),
    render(index) {
      const group = groups.get(index);
      if (group === undefined) return null;
      const [x, y] = [longitudes[group] ?? null, latitudes[group] ?? null];
      const at: LonLat | null = x === null || y === null ? null : [x, y];
      return <PlaceHeading at={at} count={counts[group] ?? 0} />;
    },
  };
}

/** Returns the place headings of a scene list that is sorted by place; null for other sorts. */
export function usePlaceHeadings(asked: {
  filter: SceneFilter;
  sort: SceneSort;
  descending: boolean;
}): RowHeadings | null {
  const isByPlace = asked.sort === 'place';
  const groups = useQuery(
    useApi().query.library.placeGroups.queryOptions({
      input: isByPlace ? { filter: asked.filter, descending: asked.descending } : skipToken,
    }),
  ).data;
  return useMemo(() => (isByPlace && groups ? headingsOf(groups) : null), [isByPlace, groups]);
}
