import type TileLayer from 'ol/layer/Tile.js';
import CanvasTileLayerRenderer from 'ol/renderer/canvas/TileLayer.js';
import { createLayerCanvas } from './in-memory-canvas.ts';

/**
 * Draws the tiles of a layer on a canvas of its own that is kept in memory. On an accelerated one each new tile would be copied to a
 * texture, which takes longer than to draw it where GL runs in software.
 */
class InMemoryTiles extends CanvasTileLayerRenderer {
  constructor(layer: TileLayer) {
    super(layer);
    Object.assign(this, createLayerCanvas(layer.getClassName()));
  }

  /** Never uses the canvas of the layer below, because that one may be accelerated. */
  override useContainer(
    _target: HTMLElement | null,
    transform: string | null,
    backgroundColor?: string,
    width?: number,
    height?: number,
  ) {
    super.useContainer(null, transform, backgroundColor, width, height);
  }
}

/** Must be called before the layer is drawn for the first time. */
export function drawTilesInMemory(layer: TileLayer) {
  Object.assign(layer, { createRenderer: () => new InMemoryTiles(layer) });
}
