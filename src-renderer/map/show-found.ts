import type { FoundPlace } from '../gazetteer/found-place.ts';
import { extentOf } from '../gazetteer/place-extent.ts';
import { showHere, zoomToBox } from '../kit/state/map-store.ts';

/** Moves the map to a found place, marks it with its name and opens its description. */
export function showFound(place: FoundPlace, name: string) {
  zoomToBox(extentOf(place));
  showHere({ at: place.at, name });
}
