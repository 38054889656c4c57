import type { Frame } from './canvas-layer.ts';
import type { DrawnOutlines } from './missing-outlines.ts';
import { createOutlinePixels, type OutlinePixels, type PixelView } from './outline-pixels.ts';

/** The longest time that a frame draws outlines; the rest follows in the next frames. */
const sliceMs = 10;
/** If a view at rest is further from the grid of the picture than this, in pixels, the picture is drawn again. */
const maxOffGrid = 0.02;

interface Picture {
  /** Identifies the content of the picture. */
  key: string;
  canvas: HTMLCanvasElement;
  image: ImageData;
  pixels: OutlinePixels;
  /** True if the canvas does not have the latest pixels. */
  isStale: boolean;
}

/** The outlines of a picture. `key` changes whenever any of them changes. */
export interface PicturedOutlines extends DrawnOutlines {
  key: string;
}

const pixelViewOf = ({ left, top, resolution, ratio }: Frame): PixelView => ({
  left,
  top,
  pixelSize: resolution / ratio,
});

/**
 * Creates what draws thousands of outlines in slices of some milliseconds. While the map is dragged, only outlines that come into
 * view are drawn. Until the picture of another scale is complete, the previous one is shown scaled.
 */
export function createOutlinePicture() {
  /** The picture on the screen, and the one that will replace it. */
  let shown: Picture | null = null;
  let next: Picture | null = null;
  /** A canvas for reuse, because each step of the wheel would otherwise allocate megabytes. */
  let spare: Pick<Picture, 'canvas' | 'image'> | null = null;

  function begin(frame: Frame, key: string): Picture {
    const width = Math.max(1, Math.round(frame.width * frame.ratio));
    const height = Math.max(1, Math.round(frame.height * frame.ratio));
    const isFit = spare?.image.width === width && spare.image.height === height;
    const canvas = (isFit ? spare?.canvas : null) ?? document.createElement('canvas');
    const image = (isFit ? spare?.image : null) ?? new ImageData(width, height);
    spare = null;
    if (!isFit) Object.assign(canvas, { width, height });
    const sheet = { width, height, words: new Uint32Array(image.data.buffer) };
    return { key, canvas, image, pixels: createOutlinePixels(sheet, pixelViewOf(frame)), isStale: true };
  }

  const fits = (picture: Picture | null, frame: Frame, key: string): picture is Picture =>
    picture !== null &&
    picture.key === key &&
    picture.image.width === Math.max(1, Math.round(frame.width * frame.ratio)) &&
    picture.image.height === Math.max(1, Math.round(frame.height * frame.ratio)) &&
    picture.pixels.place().pixelSize === frame.resolution / frame.ratio;

  const isExact = (picture: Picture, frame: Frame) =>
    frame.isMoving || picture.pixels.offGrid(pixelViewOf(frame)) <= maxOffGrid;

  function work(picture: Picture, frame: Frame, outlines: DrawnOutlines) {
    const hasMoved = picture.pixels.moveTo(pixelViewOf(frame));
    const isDrawn = !picture.pixels.isWhole();
    const until = performance.now() + sliceMs;
    picture.pixels.draw(outlines, () => performance.now() > until);
    picture.isStale ||= hasMoved || isDrawn;
  }

  function put(picture: Picture, { context, left, top, resolution, ratio }: Frame) {
    if (picture.isStale) {
      picture.canvas.getContext('2d', { willReadFrequently: true })?.putImageData(picture.image, 0, 0);
      picture.isStale = false;
    }
    const place = picture.pixels.place();
    const scale = (place.pixelSize * ratio) / resolution;
    // At the same scale the picture is moved to whole pixels, so that nothing is blurred.
    const isNear = Math.abs(scale - 1) < 1e-9;
    const x = ((place.left - left) / resolution) * ratio;
    const y = ((top - place.top) / resolution) * ratio;
    const { width, height } = picture.image;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (isNear) context.drawImage(picture.canvas, Math.round(x), Math.round(y));
    else context.drawImage(picture.canvas, x, y, width * scale, height * scale);
    context.restore();
  }

  return {
    /** Draws the outlines on a frame. Returns false while some are missing, and then requests more frames. */
    draw(frame: Frame, outlines: PicturedOutlines): boolean {
      const { key } = outlines;
      if (fits(shown, frame, key) && isExact(shown, frame)) {
        spare ??= next;
        next = null;
        work(shown, frame, outlines);
      } else if (shown === null || !frame.isMoving || frame.isContinuation) {
        // While each frame changes the scale, no picture would ever be complete.
        if (!fits(next, frame, key) || !isExact(next, frame)) {
          spare ??= next;
          next = begin(frame, key);
        }
        work(next, frame, outlines);
        if (shown === null || next.pixels.isWhole()) {
          spare = shown;
          [shown, next] = [next, null];
        }
      }
      if (shown === null) return true;
      put(shown, frame);
      const isWhole =
        fits(shown, frame, key) && shown.pixels.isWhole() && (frame.isMoving || isExact(shown, frame));
      // A view that has stopped may be between the pixels of the picture.
      const isOff = shown.pixels.offGrid(pixelViewOf(frame)) > maxOffGrid;
      if (!isWhole || isOff) frame.requestMore();
      return isWhole && !isOff;
    },
    /** Discards all pictures. */
    clear() {
      shown = null;
      next = null;
      spare = null;
    },
  };
}
