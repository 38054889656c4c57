import type TileLayer from 'ol/layer/Tile.js';
import type VectorLayer from 'ol/layer/Vector.js';
import CanvasTileLayerRenderer from 'ol/renderer/canvas/TileLayer.js';
import CanvasVectorLayerRenderer from 'ol/renderer/canvas/VectorLayer.js';

/** Returns the canvas of a layer, which the processor draws, and the element that it must stand in. */
function createCanvas(className: string) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', left: '0', transformOrigin: 'top left' });
  const container = document.createElement('div');
  container.className = className;
  Object.assign(container.style, { position: 'absolute', width: '100%', height: '100%' });
  container.append(canvas);
  return { container, context: canvas.getContext('2d', { willReadFrequently: true }) };
}

/**
 * Draws the vectors of a layer on a canvas of its own that is kept in memory. If the browser emulates the GPU in
 * software, what was only cleared since the last frame stays on the screen, and OpenLayers has no option for another
 * canvas.
 */
class InMemoryVectors extends CanvasVectorLayerRenderer {
  constructor(layer: VectorLayer) {
    super(layer);
    Object.assign(this, createCanvas(layer.getClassName()));
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

/** Does the same with tiles: each new one would be copied to a texture, which costs more than to draw it. */
class InMemoryTiles extends CanvasTileLayerRenderer {
  constructor(layer: TileLayer) {
    super(layer);
    Object.assign(this, createCanvas(layer.getClassName()));
  }

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

/**
 * Must be called before the layer is drawn for the first time. OpenLayers creates the overlay layers of its
 * interactions itself.
 */
export function drawInMemory(layer: VectorLayer) {
  Object.assign(layer, { createRenderer: () => new InMemoryVectors(layer) });
}

/** Must be called before the layer is drawn for the first time. */
export function drawTilesInMemory(layer: TileLayer) {
  Object.assign(layer, { createRenderer: () => new InMemoryTiles(layer) });
}
