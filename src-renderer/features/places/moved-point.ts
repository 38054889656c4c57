import type { PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import { segmentOf } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';

/** So far, in metres, a place is corrected; further away it is another one, whose altitude nobody has said. */
const furthestCorrectionMetres = 100;

type Point = Extract<PlaceGeometry, { kind: 'point' }>;

/**
 * Returns a point that is moved to `to`. It has the altitude that was named with the new place, else its own if it is only corrected;
 * `lostMetres` is the altitude that it lost otherwise.
 */
export function movePoint(
  from: PlaceGeometry | null,
  to: LonLat,
  namedMetres: number | null = null,
): { point: Point; lostMetres: number | null } {
  const [longitude, latitude] = to;
  const own = from?.kind === 'point' ? from : null;
  const isCorrected =
    own !== null && segmentOf([own.longitude, own.latitude], to).lengthMetres <= furthestCorrectionMetres;
  const ownMetres = own?.altitudeMetres ?? null;
  const altitudeMetres = namedMetres ?? (isCorrected ? ownMetres : null);
  return {
    point: { kind: 'point', longitude, latitude, altitudeMetres },
    lostMetres: altitudeMetres === null ? ownMetres : null,
  };
}
