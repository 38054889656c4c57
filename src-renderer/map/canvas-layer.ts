import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';

/** One drawing of the map: the canvas and the view that it shows. */
export interface Frame {
  context: CanvasRenderingContext2D;
  /** In CSS pixels; the context is scaled to the device. */
  width: number;
  height: number;
  /** EPSG:3857 metres per CSS pixel. */
  resolution: number;
  /** EPSG:3857 of the pixel (0, 0). */
  left: number;
  top: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** The same once more: it asked for more, nothing has moved since, and the canvas is as it was left. */
  goesOn: boolean;
  /** For one that would take long: leaves off here, to be called again with the next frame. */
  askForMore(): void;
}

/** A layer of OpenLayers whose pixels Nadir draws on a canvas. */
export interface CanvasLayer {
  layer: Layer;
  /** Draws again although the view did not move. */
  redraw(): void;
}

/**
 * A layer drawn by our own code on a plain 2D canvas: no WebGL, no feature objects; redrawn only when the view or the
 * content moved. While it has no content it is left alone: the browser copies every canvas that was touched.
 */
export function createCanvasLayer(
  draw: (frame: Frame) => void,
  zIndex: number,
  hasContent: () => boolean = () => true,
): CanvasLayer {
  const canvas = document.createElement('canvas');
  canvas.width = 0;
  canvas.height = 0;
  // OpenLayers lets the layer above draw into a bare canvas of this size, and nobody would ever clear what it drew there.
  const holder = document.createElement('div');
  holder.style.position = 'absolute';
  holder.style.inset = '0';
  holder.style.pointerEvents = 'none';
  holder.append(canvas);
  // Where the browser accelerates a canvas in software, what was cleared between two frames stays on screen.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let drawn = '';
  let more = false;
  let blank = true;
  let version = 0;

  function render(frameState: FrameState): HTMLElement {
    const [width = 0, height = 0] = frameState.size;
    const { pixelRatio, viewState } = frameState;
    const { resolution } = viewState;
    const [x = 0, y = 0] = viewState.center;
    const key = `${width} ${height} ${pixelRatio} ${resolution} ${x} ${y} ${version}`;
    const goesOn = key === drawn;
    if ((goesOn && !more) || !context) return holder;
    drawn = key;
    if (!hasContent()) {
      more = false;
      // Cleared once and left alone after that; what is pointed at comes and goes, and a new canvas each time is dear.
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
    if (!goesOn) {
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
      goesOn,
      askForMore() {
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

/** Offsets of the world copies that a frame shows, in metres; one more to the west, for what reaches over the antimeridian. */
export function worldsIn({ left, width, resolution }: Frame, halfWorld: number): number[] {
  const first = Math.floor((left + halfWorld) / (2 * halfWorld)) - 1;
  const last = Math.floor((left + width * resolution + halfWorld) / (2 * halfWorld));
  return Array.from({ length: Math.min(10, last - first + 1) }, (_, i) => (first + i) * 2 * halfWorld);
}
