import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CropArea } from '../../../src-preload/contract/takeaway.ts';
import { nearTo } from '../../../src-shared/geometry/area.ts';
import { useApi } from '../../kit/client/api.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { measureStore } from '../../kit/state/measure-store.ts';
import { useSelected } from '../../kit/state/selection.ts';

const kinds = ['view', 'measured', 'place', 'whole'] as const;
/** The kinds of areas to which a raster can be cropped. */
export type CropKind = (typeof kinds)[number];

/** An area that can be selected; null if it is not available now. */
export interface CropChoice {
  kind: CropKind;
  label: string;
  area: CropArea | null;
}

/** Returns a ring whose longitudes go on beyond the antimeridian, from that of each vertex to the nearest of the next. */
export function continuing(vertices: readonly (readonly [number, number])[]): [number, number][] {
  const ring: [number, number][] = [];
  for (const [longitude, latitude] of vertices)
    ring.push([nearTo(longitude, ring.at(-1)?.[0] ?? longitude), latitude]);
  return ring;
}

/** Returns a ring as the area of a crop, in the copy of the world nearest to its first vertex. */
function ringOf(pairs: readonly (readonly [number, number])[]): CropArea {
  const middle = pairs.reduce((sum, [longitude]) => sum + longitude, 0) / pairs.length;
  const turn = 360 * Math.round(middle / 360);
  const ring = pairs.map(([longitude, latitude]): [number, number] => [
    Math.max(-540, Math.min(540, longitude - turn)),
    latitude,
  ]);
  return { kind: 'area', ring };
}

/** Returns the areas to which a raster can be cropped: the view, the measured area, the selected place, or all of it. */
export function useCropChoices(isPlaced: boolean): CropChoice[] {
  const { t } = useTranslation();
  const { query } = useApi();
  const box = useStore(mapStore, ({ viewBox }) => viewBox);
  const measure = useStore(measureStore, (state) => state.measure);
  const placeId = useSelected('place');
  const place = useQuery(
    query.places.get.queryOptions({ input: placeId === null ? skipToken : { placeId } }),
  ).data;
  const isMeasured = measure?.kind === 'area' && measure.vertices.length >= 3;
  const outline = place?.geometry?.kind === 'area' ? place.geometry.rings[0] : undefined;
  const corners = ([west, south, east, north]: readonly [number, number, number, number]) =>
    ringOf([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]);
  const areas: Record<CropKind, CropArea | null> = {
    view: isPlaced && box !== null ? corners(box) : null,
    measured: isPlaced && isMeasured ? ringOf(continuing(measure.vertices)) : null,
    place: isPlaced && outline !== undefined ? ringOf(continuing(outline)) : null,
    whole: { kind: 'whole' },
  };
  const labels: Record<CropKind, string> = {
    view: t('pixels.sourceOf.view'),
    measured: isMeasured ? t('takeaway.crop.measured') : t('takeaway.crop.noMeasured'),
    place: place && outline ? t('takeaway.crop.place', { name: place.name }) : t('takeaway.crop.noPlace'),
    whole: t('takeaway.crop.whole'),
  };
  return kinds.map((kind) => ({ kind, label: labels[kind], area: areas[kind] }));
}
