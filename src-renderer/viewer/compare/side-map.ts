import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import type { RasterLayer } from '../raster-layer.ts';
import { createRasterRenderer, followDrawing } from '../raster-renderer.ts';
import { maxTilesLoading } from '../tiles-loading.ts';

/** A second map that shows the same place as the first one. */
export interface SideMap {
  target: HTMLElement;
  /** Shows these rasters, from the lowest; those that are shown next are read without being seen. */
  show(rasters: readonly RasterLayer[], next: readonly RasterLayer[]): void;
  /** Returns true if the last frame has all of a raster. */
  isWhole(raster: RasterLayer): boolean;
  /** Draws a frame in the present task. */
  drawNow(): void;
  destroy(): void;
}

/**
 * Creates a map of rasters beside another one. Both share one view object, so they always move together. The tiles come from the
 * sources of the first map, so nothing is unpacked twice.
 */
export function createSideMap(
  map: OlMap,
  { target, onFrame }: { target: HTMLElement; onFrame: () => void },
): SideMap {
  const beside = new OlMap({
    target,
    controls: [],
    layers: [],
    view: map.getView(),
    maxTilesLoading,
  });
  target.dataset.rendered = 'false';
  let lastFrame = -1;
  beside.on('rendercomplete', () => {
    target.dataset.rendered = 'true';
  });
  beside.on('postrender', ({ frameState }) => {
    if (frameState) lastFrame = frameState.index;
    onFrame();
  });
  const layers = new Map<RasterLayer, { layer: TileLayer; drawing: ReturnType<typeof followDrawing> }>();

  function add(raster: RasterLayer): TileLayer {
    const layer = new TileLayer({ source: raster.source });
    Object.assign(layer, { createRenderer: () => createRasterRenderer(layer) });
    layers.set(raster, { layer, drawing: followDrawing(layer) });
    beside.addLayer(layer);
    return layer;
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
    show(rasters, next) {
      target.dataset.rendered = 'false';
      const all = new Set([...rasters, ...next]);
      for (const [raster, { layer }] of [...layers]) if (!all.has(raster)) remove(raster, layer);
      for (const raster of all) {
        const layer = layers.get(raster)?.layer ?? add(raster);
        const height = rasters.indexOf(raster);
        layer.setZIndex(height);
        layer.setOpacity(height < 0 ? 0 : 1);
      }
      // A frame is needed even if nothing has changed, because it reports that all is drawn.
      beside.render();
    },
    isWhole(raster) {
      return !raster.isRestyling() && layers.get(raster)?.drawing.isWholeIn(lastFrame) === true;
    },
    drawNow: () => beside.renderSync(),
    destroy() {
      for (const [raster, { layer }] of [...layers]) remove(raster, layer);
      beside.setTarget(undefined);
      // The first map continues to use the view, which must not call this map any more.
      beside.unset('view');
      beside.dispose();
      delete target.dataset.rendered;
    },
  };
}
