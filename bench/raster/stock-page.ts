// A page with OpenLayers' own GeoTIFF source and its WebGL layer, as its documentation shows them. Bundled by `bench-pages.ts`.
import TileLayer from 'ol/layer/WebGLTile.js';
import OlMap from 'ol/Map.js';
import { register } from 'ol/proj/proj4.js';
import { transform } from 'ol/proj.js';
import GeoTIFF from 'ol/source/GeoTIFF.js';
import View from 'ol/View.js';
import proj4 from 'proj4';
import { panView, untilDrawn } from './page-steps.ts';

window.openBench = ({ path, centre, resolution, bounds, system, isOwnProjection }) => {
  proj4.defs(system.code, system.definition);
  register(proj4);
  const scale = Math.cos(2 * Math.atan(Math.exp(centre[1] / 6_378_137)) - Math.PI / 2);
  const map = new OlMap({
    target: 'map',
    controls: [],
    view: isOwnProjection
      ? new View({
          projection: system.code,
          center: transform([...centre], 'EPSG:3857', system.code),
          resolution: resolution * scale,
        })
      : new View({ center: [...centre], resolution }),
  });
  const colour = (bands: readonly number[], from: number, to: number) => ({
    color: ['array', ...bands.map((band) => ['/', ['-', ['band', band], from], to - from]), ['band', 5]],
  });
  const [low, high] = [0, 1];
  let layer: TileLayer | null = null;
  return {
    show: () =>
      untilDrawn(map, async () => {
        const [min, max] = bounds;
        const source = new GeoTIFF({
          sources: [{ url: new URL(path, location.href).href, min, max, nodata: 0 }],
          transition: 0,
        });
        layer = new TileLayer({ source, style: colour([3, 2, 1], low, high) });
        map.addLayer(layer);
        // Before its header is read the map is complete without it.
        await source.getView();
      }),
    changeBands: () => untilDrawn(map, () => layer?.setStyle(colour([4, 3, 2], low, high))),
    changeStretch: () => untilDrawn(map, () => layer?.setStyle(colour([4, 3, 2], 0.05, 0.9))),
    pan: (steps, pixels) => panView(map, steps, pixels),
    decoded: () => null,
  };
};
