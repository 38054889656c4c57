import { areas } from '../../resources/gazetteer/disputed-areas.json' with { type: 'json' };
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { Dispute } from './found-place.ts';
import { boxOfRings, isInsideRings } from './inside-rings.ts';

const shapes = areas.map((area) => ({ area, box: boxOfRings(area.rings) }));

/** Returns the dispute about the area that a place is in, by Natural Earth; null outside of such areas. */
export function disputeAt(at: LonLat): Dispute | null {
  const found = shapes.find(({ area, box }) => isInsideRings({ box, rings: area.rings }, at));
  if (found === undefined) return null;
  const { administeredBy, claimedBy } = found.area;
  return { administeredBy, claimedBy };
}
