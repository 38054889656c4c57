import type TileLayer from 'ol/layer/Tile.js';
import type VectorLayer from 'ol/layer/Vector.js';
import type CanvasLayerRenderer from 'ol/renderer/canvas/Layer.js';
import CanvasTileLayerRenderer from 'ol/renderer/canvas/TileLayer.js';
import CanvasVectorLayerRenderer from 'ol/renderer/canvas/VectorLayer.js';

/** Returns the canvas of a layer, which the processor draws, and the element that it must stand in. */
function createLayerCanvas(className: string) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', left: '0', transformOrigin: 'top left' });
  const container = document.createElement('div');
  container.className = className;
  Object.assign(container.style, { position: 'absolute', width: '100%', height: '100%' });
  container.append(canvas);
  return { container, context: canvas.getContext('2d', { willReadFrequently: true }) };
}

type UseContainer = CanvasLayerRenderer<VectorLayer | TileLayer>['useContainer'];

/** Returns a renderer with a canvas of its own. It never uses that of the layer below, because that one may be accelerated. */
function onOwnCanvas<Renderer extends { useContainer: UseContainer }>(
  renderer: Renderer,
  className: string,
): Renderer {
  const useContainer = renderer.useContainer.bind(renderer);
  const own: UseContainer = (_target, ...others) => useContainer(null, ...others);
  return Object.assign(renderer, createLayerCanvas(className), { useContainer: own });
}

/**
 * Draws the vectors of a layer on a canvas of its own that is kept in memory. If the browser emulates the GPU in software, what was
 * only cleared since the last frame stays on the screen, and OpenLayers has no option for another canvas. Must be called before the
 * layer is drawn for the first time: OpenLayers creates the overlay layers of its interactions itself.
 */
export function drawInMemory(layer: VectorLayer) {
  const createRenderer = () => onOwnCanvas(new CanvasVectorLayerRenderer(layer), layer.getClassName());
  Object.assign(layer, { createRenderer });
}

/**
 * Draws the tiles of a layer on a canvas of its own that is kept in memory. On an accelerated one each new tile would be copied to a
 * texture, which takes longer than to draw it where GL runs in software. Must be called before the layer is drawn for the first time.
 */
export function drawTilesInMemory(layer: TileLayer) {
  const createRenderer = () => onOwnCanvas(new CanvasTileLayerRenderer(layer), layer.getClassName());
  Object.assign(layer, { createRenderer });
}
