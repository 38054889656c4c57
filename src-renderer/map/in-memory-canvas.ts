import type TileLayer from 'ol/layer/Tile.js';
import type VectorLayer from 'ol/layer/Vector.js';
import type CanvasLayerRenderer from 'ol/renderer/canvas/Layer.js';
import CanvasVectorLayerRenderer from 'ol/renderer/canvas/VectorLayer.js';
import { createRasterRenderer } from '../viewer/raster-renderer.ts';

/** Returns a canvas for a layer that the CPU draws, and the element that must contain it. */
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

/** Returns a renderer with its own canvas. It never uses the canvas of the layer below, which may be accelerated. */
function onOwnCanvas<Renderer extends { useContainer: UseContainer }>(
  renderer: Renderer,
  className: string,
): Renderer {
  const useContainer = renderer.useContainer.bind(renderer);
  const own: UseContainer = (_target, ...others) => useContainer(null, ...others);
  return Object.assign(renderer, createLayerCanvas(className), { useContainer: own });
}

/**
 * Makes a vector layer draw on its own canvas in memory. If the browser emulates the GPU in software, an accelerated canvas keeps
 * cleared pixels on the screen, and OpenLayers has no option for another canvas. Must be called before the layer is first drawn,
 * also for the overlays of interactions, which OpenLayers creates.
 */
export function drawInMemory(layer: VectorLayer) {
  const createRenderer = () => onOwnCanvas(new CanvasVectorLayerRenderer(layer), layer.getClassName());
  Object.assign(layer, { createRenderer });
}

/**
 * Makes the tile layer of a raster draw on its own canvas in memory. On an accelerated one each new tile would be copied to a
 * texture, which takes longer than drawing it if GL runs in software. Must be called before the layer is first drawn.
 */
export function drawTilesInMemory(layer: TileLayer) {
  const createRenderer = () => onOwnCanvas(createRasterRenderer(layer), layer.getClassName());
  Object.assign(layer, { createRenderer });
}
