import type { Frame } from '../canvas-layer.ts';
import type { MapWindow } from './basemap-messages.ts';

/** The room around a view for which names are placed too, in CSS pixels, so that the view can move. */
export const labelsMarginPx = 160;
/** A picture of names is replaced when the view has moved by this fraction of the margin, or by so many steps of zoom. */
const maxMovedFraction = 0.4;
const maxZoomed = 0.25;

/** A picture of the names of a view. */
export interface LabelsPicture {
  /** Null if there are no names. */
  bitmap: ImageBitmap | null;
  /** The view without the margin. */
  window: MapWindow;
  /** Another text for another view, language or style. */
  key: string;
}

/** Returns true if a view has moved so far from its picture that names must be placed again while it moves. */
export function isFarFrom({ window: before }: LabelsPicture, window: MapWindow): boolean {
  if (before.width !== window.width || before.height !== window.height) return true;
  const max = labelsMarginPx * maxMovedFraction * window.resolution;
  return (
    Math.abs(Math.log2(before.resolution / window.resolution)) > maxZoomed ||
    Math.abs(before.left - window.left) > max ||
    Math.abs(before.top - window.top) > max
  );
}

/** Draws a picture of names on a frame: to the pixel if the scale is the same, else enlarged or reduced. */
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
