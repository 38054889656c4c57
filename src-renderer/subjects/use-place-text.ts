import { useSettings } from '../client/api.tsx';
import type { LonLat } from '../geometry/lon-lat.ts';
import { formatCoordinate } from '../i18n/coordinates.ts';

/** Something that may have a place. In degrees. */
interface Placed {
  longitude: number | null;
  latitude: number | null;
}

/** The place of something; null where it has none. */
export function placeOf({ longitude, latitude }: Placed): LonLat | null {
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/** Returns the place of something as the user writes coordinates; a dash where it has none. */
export function usePlaceText(): (placed: Placed) => string {
  const format = useSettings()?.coordinateFormat ?? 'dd';
  return (placed) => {
    const place = placeOf(placed);
    return place === null ? '—' : formatCoordinate(place, format);
  };
}
