import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { mercatorBox } from '../../src-shared/geometry/mercator.ts';
import { createMapAnimation } from './map-animation.ts';

/** The pixels at the top of the map that the search field covers. */
const searchPx = 66;

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => vi.unstubAllGlobals());

it.each<DegreeBox>([
  [10, 40, 11, 60],
  [10, 40, 40, 41],
  [-64, -18, -63, -17],
])('fits the box %j below the search field', (...box) => {
  const view = new View({ center: [0, 0], zoom: 3, maxZoom: 21 });
  const map = new OlMap({ view });
  map.setSize([900, 700]);
  const animation = createMapAnimation(map, document.createElement('div'));
  animation.zoomToBox(box);
  const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(map.getSize());
  const resolution = view.getResolution() ?? 1;
  const [boxWest, boxSouth, boxEast, boxNorth] = mercatorBox(box);
  expect((north - boxNorth) / resolution).toBeGreaterThan(searchPx);
  for (const room of [boxSouth - south, boxWest - west, east - boxEast])
    expect(room / resolution).toBeGreaterThan(30);
  animation.destroy();
  map.dispose();
});
