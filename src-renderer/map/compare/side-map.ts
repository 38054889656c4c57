import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import type { RasterLayer } from '../raster-layer.ts';
import { createRasterRenderer } from '../raster-renderer.ts';
import { maxTilesLoading } from '../tiles-loading.ts';

/** A second map that shows the same place as the first one. */
export interface SideMap {
  target: HTMLElement;
  /** Shows these rasters, from the lowest. */
  show(rasters: readonly RasterLayer[]): void;
  destroy(): void;
}

/**
 * Creates a map of rasters beside another one. Both share one view object, so they always move together. The tiles come from the
 * sources of the first map, so nothing is unpacked twice.
 */
export function createSideMap(map: OlMap, target: HTMLElement): SideMap {
  const beside = new OlMap({
    target,
    controls: [],
    layers: [],
    view: map.getView(),
    maxTilesLoading,
  });
  target.dataset.rendered = 'false';
  beside.on('rendercomplete', () => {
    target.dataset.rendered = 'true';
  });
  const layers = new Map<RasterLayer, TileLayer>();

  function createLayer({ source }: RasterLayer): TileLayer {
    const layer = new TileLayer({ source });
    return Object.assign(layer, { createRenderer: () => createRasterRenderer(layer) });
  }

  function remove(raster: RasterLayer, layer: TileLayer) {
    beside.removeLayer(layer);
    // The source belongs to the first map.
    layer.setSource(null);
    layer.dispose();
    layers.delete(raster);
  }

  return {
    target,
    show(rasters) {
      target.dataset.rendered = 'false';
      for (const [raster, layer] of [...layers]) if (!rasters.includes(raster)) remove(raster, layer);
      for (const [height, raster] of rasters.entries()) {
        const layer = layers.get(raster) ?? createLayer(raster);
        layer.setZIndex(height);
        if (!layers.has(raster)) {
          layers.set(raster, layer);
          beside.addLayer(layer);
        }
      }
    },
    destroy() {
      for (const [raster, layer] of [...layers]) remove(raster, layer);
      beside.setTarget(undefined);
      // The first map continues to use the view, which must not call this map any more.
      beside.unset('view');
      beside.dispose();
      delete target.dataset.rendered;
    },
  };
}
