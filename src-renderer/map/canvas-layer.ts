import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import ViewHint from 'ol/ViewHint.js';

/** A frame of the map: a canvas and the view that it shows. */
export interface Frame {
  context: CanvasRenderingContext2D;
  /** In CSS pixels; the context is scaled to device pixels. */
  width: number;
  height: number;
  /** Metres of EPSG:3857 per CSS pixel. */
  resolution: number;
  /** The EPSG:3857 coordinate of the pixel (0, 0). */
  left: number;
  top: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** True if this frame continues the last one, because more time was requested. The view and the canvas are unchanged since. */
  isContinuation: boolean;
  /** True while the user or an animation moves the view. */
  isMoving: boolean;
  /** Requests another call in the next frame, for a drawing that would take too long. */
  requestMore(): void;
}

/** A layer of OpenLayers that Nadir draws on a canvas. */
export interface CanvasLayer {
  layer: Layer;
  /** Draws again even if the view has not moved. */
  redraw(): void;
}

/**
 * Creates a layer that `draw` draws on a plain 2D canvas, without WebGL and feature objects. It is redrawn only if the view or
 * the content has changed. Without content the canvas is not touched, because the browser copies every touched canvas with each
 * frame.
 */
export function createCanvasLayer(
  draw: (frame: Frame) => void,
  zIndex: number,
  hasContent: () => boolean = () => true,
): CanvasLayer {
  const canvas = document.createElement('canvas');
  canvas.width = 0;
  canvas.height = 0;
  // OpenLayers would let the layer above draw into a bare canvas of this size, and nothing would clear those pixels.
  const holder = document.createElement('div');
  holder.style.position = 'absolute';
  holder.style.inset = '0';
  holder.style.pointerEvents = 'none';
  holder.append(canvas);
  // If the browser emulates the GPU in software, an accelerated canvas keeps pixels on the screen that were cleared between two
  // frames.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let drawn = '';
  let more = false;
  let blank = true;
  let version = 0;

  function render(frameState: FrameState): HTMLElement {
    const [width = 0, height = 0] = frameState.size;
    const { pixelRatio, viewHints, viewState } = frameState;
    const { resolution } = viewState;
    const [x = 0, y = 0] = viewState.center;
    const key = `${width} ${height} ${pixelRatio} ${resolution} ${x} ${y} ${version}`;
    const isContinuation = key === drawn;
    if ((isContinuation && !more) || !context) return holder;
    drawn = key;
    if (!hasContent()) {
      more = false;
      // The canvas is cleared once and kept, because hovered content appears often and creating a canvas is slow.
      if (!blank) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, canvas.width, canvas.height);
        blank = true;
      }
      return holder;
    }
    blank = false;
    const deviceWidth = Math.round(width * pixelRatio);
    const deviceHeight = Math.round(height * pixelRatio);
    if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
      canvas.width = deviceWidth;
      canvas.height = deviceHeight;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    if (!isContinuation) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, deviceWidth, deviceHeight);
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    }
    more = false;
    draw({
      context,
      width,
      height,
      resolution,
      left: x - (width / 2) * resolution,
      top: y + (height / 2) * resolution,
      ratio: pixelRatio,
      isContinuation,
      isMoving: (viewHints[ViewHint.ANIMATING] ?? 0) > 0 || (viewHints[ViewHint.INTERACTING] ?? 0) > 0,
      requestMore() {
        more = true;
      },
    });
    if (more) layer.changed();
    return holder;
  }

  const layer = new Layer({ render, zIndex });
  return {
    layer,
    redraw() {
      version += 1;
      layer.changed();
    },
  };
}

/**
 * Returns the offsets in metres of the copies of the world in a frame, and of one more to the west for shapes that cross the
 * antimeridian.
 */
export function worldsIn(
  { left, width, resolution }: Pick<Frame, 'left' | 'width' | 'resolution'>,
  halfWorld: number,
): number[] {
  const first = Math.floor((left + halfWorld) / (2 * halfWorld)) - 1;
  const last = Math.floor((left + width * resolution + halfWorld) / (2 * halfWorld));
  return Array.from({ length: Math.min(10, last - first + 1) }, (_, i) => (first + i) * 2 * halfWorld);
}

/** Returns where a place in EPSG:3857 is drawn in a frame, in CSS pixels, once for each copy of the world. */
export function pixelsOfPlace(frame: Frame, [x, y]: readonly [number, number], halfWorld: number) {
  const { left, top, resolution } = frame;
  return worldsIn(frame, halfWorld).map((world) => ({
    x: (x + world - left) / resolution,
    y: (top - y) / resolution,
  }));
}
