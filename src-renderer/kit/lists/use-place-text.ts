import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useSettings } from '../client/api.tsx';
import { formatCoordinate } from '../i18n/coordinates.ts';

/** An object that may have a place, in degrees. */
interface Placed {
  longitude: number | null;
  latitude: number | null;
}

/** Returns the place of an object; null if it has none. */
export function placeOf({ longitude, latitude }: Placed): LonLat | null {
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/** Returns a function that formats the place of an object in the user's coordinate format; a dash if it has none. */
export function usePlaceText(): (placed: Placed) => string {
  const format = useSettings()?.coordinateFormat ?? 'dd';
  return (placed) => {
    const place = placeOf(placed);
    return place === null ? '—' : formatCoordinate(place, format);
  };
}
