import type { Frame } from '../canvas-layer.ts';
import type { MapWindow } from './basemap-messages.ts';

/** The margin around a view for which names are placed too, in CSS pixels, so that the view can move. */
export const labelsMarginPx = 160;
/** A picture of names is replaced while the view moves, after this fraction of the margin or this change of zoom. */
const maxMovedFraction = 0.4;
const maxZoomed = 0.25;

/** A picture of the names of a view. */
export interface LabelsPicture {
  /** Null if there are no names. */
  bitmap: ImageBitmap | null;
  /** The view without the margin. */
  window: MapWindow;
  /** Identifies the view, the language and the style. */
  key: string;
}

/** Returns true if a moving view is so far from the picture that it needs another one. */
export function isFarFrom({ window: before }: LabelsPicture, window: MapWindow): boolean {
  if (before.width !== window.width || before.height !== window.height) return true;
  const max = labelsMarginPx * maxMovedFraction * window.resolution;
  return (
    Math.abs(Math.log2(before.resolution / window.resolution)) > maxZoomed ||
    Math.abs(before.left - window.left) > max ||
    Math.abs(before.top - window.top) > max
  );
}

/** Draws a picture of names on a frame: pixel by pixel at the same scale, else scaled. */
export function drawLabelsPicture(
  { context, ratio, resolution, left, top }: Frame,
  { bitmap, window }: LabelsPicture,
) {
  if (bitmap === null) return;
  const deviceResolution = resolution / ratio;
  const margin = Math.round(labelsMarginPx * window.ratio);
  const x = (window.left - left) / deviceResolution;
  const y = (top - window.top) / deviceResolution;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (window.resolution === resolution && window.ratio === ratio)
    context.drawImage(bitmap, Math.round(x) - margin, Math.round(y) - margin);
  else {
    const scale = window.resolution / window.ratio / deviceResolution;
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    context.drawImage(bitmap, x - margin * scale, y - margin * scale, width, height);
  }
  context.restore();
}
