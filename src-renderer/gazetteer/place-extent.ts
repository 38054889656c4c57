import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { FoundPlace, SearchView } from './found-place.ts';
import type { PlaceBox } from './gazetteer-file.ts';
import type { PlaceKind } from './place-kinds.ts';

/** The radius of a place without an outline in the data, in kilometres. */
const reachKm: Partial<Record<PlaceKind, number>> = {
  district: 30,
  station: 5,
  airport: 4,
  spaceport: 8,
  port: 4,
  peak: 8,
  pass: 5,
  cape: 10,
};
const usualReachKm = 30;
const minTownKm = 1.5;
/** Ten million people are shown with 25 km around their centre. */
const kmPerRootOfPeople = 0.008;
const kmPerDegree = 111.3;
/** Near the poles, a box in degrees would go around the globe. */
const minCosine = 0.05;

/** Returns the box that the map shows for a place: its own, or one around its point according to its kind. */
export function extentOf({
  box,
  kind,
  amount,
  at,
}: Pick<FoundPlace, 'box' | 'kind' | 'amount' | 'at'>): PlaceBox {
  if (box) return box;
  const isTown = kind === 'town' || kind === 'capital' || kind === 'part' || kind === 'former';
  const reach = isTown
    ? Math.max(minTownKm, kmPerRootOfPeople * Math.sqrt(amount ?? 0))
    : (reachKm[kind] ?? usualReachKm);
  return boxAround(at, reach);
}

function boxAround([longitude, latitude]: LonLat, km: number): PlaceBox {
  const high = km / kmPerDegree;
  const wide = high / Math.max(minCosine, Math.cos((latitude * Math.PI) / 180));
  return [longitude - wide, latitude - high, longitude + wide, latitude + high];
}

/** Half the diagonal of a typical map, in pixels. */
const halfDiagonalPx = 500;
/** The metres per pixel at zoom 0 on the equator. */
const metresPerPixel = 156_543;

/** Returns the view of the map for a search; null before the map has one. */
export function searchViewOf(view: { centre: LonLat; zoom: number } | null): SearchView | null {
  if (view === null) return null;
  const { centre, zoom } = view;
  const shrink = Math.cos((centre[1] * Math.PI) / 180);
  return { at: centre, reachKm: (halfDiagonalPx * metresPerPixel * shrink) / 2 ** zoom / 1_000 };
}
