import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { footprintSchema } from '../../../src-preload/contract/geometry.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { useSelected } from '../../kit/state/selection.ts';

/** The kinds of outlines: the selected place, the selected order, the footprint of the scene on the map. */
export const outlineKinds = ['place', 'order', 'footprint'] as const;

/** A stored outline, with its holes. */
export interface Outline {
  kind: (typeof outlineKinds)[number];
  label: string;
  /** Flat `longitude, latitude`. */
  rings: readonly Float64Array[];
}

type Positions = readonly (readonly number[])[];

/** Returns a ring as flat `longitude, latitude`, without further dimensions. */
const flat = (ring: Positions): Float64Array =>
  Float64Array.from(ring.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude]));

/** Returns the rings of a GeoJSON area; none for other geometries. */
export function ringsOfGeometry(geometry: unknown): Float64Array[] {
  const area = footprintSchema.safeParse(geometry).data;
  if (area === undefined) return [];
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.flat().map(flat);
}

/** Returns the parsed JSON of a text of the service; null if it is not JSON. */
function parsed(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Returns the stored outlines of the selected and shown objects. */
export function useOutlines(): Outline[] {
  const { t } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  const librarySceneId = useStore(mapStore, ({ shownRaster }) => shownRaster?.librarySceneId ?? null);
  const placeId = useSelected('place');
  const orderId = useSelected('order');
  const { data: place } = useQuery(
    query.places.get.queryOptions({ input: placeId === null ? skipToken : { placeId } }),
  );
  const { data: texts } = useQuery(
    query.orders.geometries.queryOptions({
      input: orderId === null || scope === null ? skipToken : { scope, orderIds: [orderId] },
    }),
  );
  const { data: scene } = useQuery(
    query.library.get.queryOptions({ input: librarySceneId === null ? skipToken : { librarySceneId } }),
  );
  const geometry = place?.geometry;
  const outlines: Outline[] = [
    {
      kind: 'place',
      label: t('pixels.outline.place', { name: place?.name ?? '' }),
      rings: geometry?.kind === 'area' ? geometry.rings.map(flat) : [],
    },
    {
      kind: 'order',
      label: t('pixels.outline.order', { order: orderId ?? '' }),
      rings: ringsOfGeometry(parsed(texts?.[0])),
    },
    { kind: 'footprint', label: t('pixels.outline.footprint'), rings: ringsOfGeometry(scene?.footprint) },
  ];
  return outlines.filter(({ rings }) => rings.length > 0);
}
