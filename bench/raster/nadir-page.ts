// A page with Nadir's own raster layer and nothing else. Bundled by `bench-pages.ts`.
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { RasterDisplay } from '../../src-renderer/viewer/raster/raster-messages.ts';
import { createRasterLayer } from '../../src-renderer/viewer/raster-layer.ts';
import { panView, untilDrawn } from './page-steps.ts';

const isDisplay = (value: unknown): value is RasterDisplay => typeof value === 'object' && value !== null;

window.openBench = ({ centre, resolution, bounds }, given) => {
  if (!isDisplay(given)) throw new Error('no raster');
  const { info } = given;
  const styled = (bands: readonly number[], ends: readonly [number, number]): RasterDisplay => ({
    info,
    bands,
    paint: {
      expressions: bands.map((band) => `#${band + 1}`),
      bounds: bands.map(() => ends),
      ramp: null,
      isRampReversed: false,
      gamma: 1,
      resampling: 'automatic',
      hidesZeros: false,
    },
  });
  const map = new OlMap({
    target: 'map',
    controls: [],
    maxTilesLoading: 64,
    view: new View({ center: [...centre], resolution, constrainResolution: false }),
  });
  let decoded = 0;
  let layer: ReturnType<typeof createRasterLayer> = null;
  return {
    show: () =>
      untilDrawn(map, () => {
        layer = createRasterLayer(styled([2, 1, 0], bounds), {
          onLoading: () => undefined,
          onFailure(failure) {
            if (failure !== null) throw new Error(failure);
          },
          onDecoded(blocks) {
            decoded = blocks;
          },
        });
        if (layer) map.addLayer(layer.layer);
      }),
    changeBands: () => untilDrawn(map, async () => await layer?.restyle(styled([3, 2, 1], bounds))),
    changeStretch: () =>
      untilDrawn(
        map,
        async () => await layer?.restyle(styled([3, 2, 1], [bounds[0] + 100, bounds[1] - 200])),
      ),
    pan: (steps, pixels) => panView(map, steps, pixels),
    decoded: () => decoded,
  };
};
