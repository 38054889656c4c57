import OlMap from 'ol/Map.js';
import { expect, it, vi } from 'vitest';
import type { Area } from '../../src-shared/geometry/area.ts';
import { createAreasOnMap } from './areas-on-map.ts';
import { readPalette } from './palette.ts';

/** Returns a map that need not be drawn: one pixel is a kilometre. */
function mapWithoutCanvas(): OlMap {
  const map = new OlMap({});
  vi.spyOn(map, 'getPixelFromCoordinate').mockImplementation((at) => at.map((metres) => metres / 1_000));
  return map;
}

/** Creates the areas of a map; `told` are those that were drawn. */
function create() {
  const told: (readonly Area[])[] = [];
  const palette = readPalette(document.body);
  const container = document.createElement('div');
  const areas = createAreasOnMap({
    map: mapWithoutCanvas(),
    palette: () => palette,
    container,
    events: { onAreas: (drawn) => told.push(drawn), onToolDone: () => undefined },
  });
  return { areas, container, told };
}

it('sets the vertices of keys that are pressed while the editor is still loading', async () => {
  const { areas, container, told } = create();
  areas.set({ areas: null, tool: 'polygon', editable: false });
  areas.addVertex([0, 0]);
  areas.addVertex([9, 9]);
  areas.removeLastVertex();
  areas.addVertex([2, 0]);
  areas.addVertex([2, 2]);
  areas.finish();
  expect(container.dataset.areaReady).toBeUndefined();
  await vi.waitFor(() => expect(told.length).toBe(1));
  const [ring = []] = told[0]?.[0] ?? [];
  expect(ring.map((place) => place.map((degrees) => Math.round(degrees)))).toEqual([
    [0, 0],
    [2, 0],
    [2, 2],
  ]);
  areas.destroy();
});

it('forgets what was typed ahead for a tool that was given up', async () => {
  const { areas, container, told } = create();
  areas.set({ areas: null, tool: 'polygon', editable: false });
  for (const place of [
    [0, 0],
    [2, 0],
    [2, 2],
  ] as const)
    areas.addVertex([...place]);
  areas.set({ areas: null, tool: null, editable: false });
  areas.set({ areas: null, tool: 'polygon', editable: false });
  areas.finish();
  await vi.waitFor(() => expect(container.dataset.areaReady).toBe('polygon'));
  expect(told).toEqual([]);
  areas.destroy();
});
