import type VectorLayer from 'ol/layer/Vector.js';
import CanvasVectorLayerRenderer from 'ol/renderer/canvas/VectorLayer.js';

/** Returns the canvas of a layer, which the processor draws, and the element that it must stand in. */
export function createLayerCanvas(className: string) {
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

/**
 * Must be called before the layer is drawn for the first time. OpenLayers creates the overlay layers of its
 * interactions itself.
 */
export function drawInMemory(layer: VectorLayer) {
  Object.assign(layer, { createRenderer: () => new InMemoryVectors(layer) });
}
