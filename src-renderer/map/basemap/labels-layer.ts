import { createCanvasLayer, type Frame } from '../canvas-layer.ts';
import type { BasemapClient } from './basemap-client.ts';
import type { BasemapColours } from './basemap-colours.ts';
import type { MapWindow } from './basemap-messages.ts';
import type { LabelBox } from './place-labels.ts';

/** The margin around a view for which names are placed too, in CSS pixels, so that the view can move. */
const labelsMarginPx = 160;
/** A picture of names is replaced while the view moves, after this fraction of the margin or this change of zoom. */
const maxMovedFraction = 0.4;
const maxZoomed = 0.25;

/** A picture of the names of a view. */
interface LabelsPicture {
  /** Null if there are no names. */
  bitmap: ImageBitmap | null;
  /** The view without the margin. */
  window: MapWindow;
  /** Identifies the view, the language and the style. */
  key: string;
}

/** Returns true if a moving view is so far from the picture that it needs another one. */
function isFarFrom({ window: before }: LabelsPicture, window: MapWindow): boolean {
  if (before.width !== window.width || before.height !== window.height) return true;
  const max = labelsMarginPx * maxMovedFraction * window.resolution;
  return (
    Math.abs(Math.log2(before.resolution / window.resolution)) > maxZoomed ||
    Math.abs(before.left - window.left) > max ||
    Math.abs(before.top - window.top) > max
  );
}

/** Draws a picture of names on a frame: pixel by pixel at the same scale, else scaled. */
function drawLabelsPicture(
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

interface LabelsLayerOptions {
  client: Pick<BasemapClient, 'request'>;
  colours(): BasemapColours;
  language(): string;
  isVisible(): boolean;
  /** Returns the boxes of what is written above in a view: degrees of the graticule, names of the user's own places. */
  taken(frame: Frame): readonly LabelBox[];
  /** Called when names in the view are not drawn yet. */
  onPending(): void;
  /** Receives the names in the view, the most important first. */
  onShown(names: readonly string[]): void;
}

/** Above the pixels of scenes and below all marks. */
const zIndex = 12;

/** A view whose names are wanted. */
interface Wanted {
  window: MapWindow;
  /** The boxes in which no name may be placed, in CSS pixels. */
  boxes: readonly LabelBox[];
  isMoving: boolean;
}

const windowOf = ({ left, top, resolution, width, height, ratio }: Frame): MapWindow => ({
  left,
  top,
  resolution,
  width,
  height,
  ratio,
});

/**
 * Creates the layer of the names of the embedded map. A worker places and draws the names of a view with a margin around it.
 * While the view moves, the last picture moves with it until the next one arrives. When the view has stopped, the names depend on
 * the view only.
 */
export function createLabelsLayer({
  client,
  colours,
  language,
  isVisible,
  taken,
  onPending,
  onShown,
}: LabelsLayerOptions) {
  let shown: LabelsPicture | null = null;
  let pending: { key: string; cancel: () => void } | null = null;
  let last: Wanted | null = null;

  const keyOf = ({ window, boxes, isMoving }: Wanted) =>
    [
      window.left,
      window.top,
      window.resolution,
      window.width,
      window.height,
      window.ratio,
      language(),
      ...Object.values(colours()),
      isMoving,
      ...boxes.flatMap(({ minX, minY, maxX, maxY }) => [minX, minY, maxX, maxY]),
    ].join(' ');

  function request(wanted: Wanted) {
    const { window, boxes, isMoving } = wanted;
    const key = keyOf(wanted);
    if (shown?.key === key || pending?.key === key) return;
    if (isMoving && (pending !== null || (shown !== null && !isFarFrom(shown, window)))) return;
    pending?.cancel();
    const question = {
      kind: 'labels',
      window,
      marginPx: labelsMarginPx,
      colours: colours(),
      language: language(),
      isMoving,
      taken: boxes,
      isWhole: false,
    } as const;
    const cancel = client.request(question, ({ bitmap, names }) => {
      pending = null;
      shown?.bitmap?.close();
      shown = { bitmap, window, key };
      onShown(names);
      canvas.redraw();
    });
    pending = { key, cancel };
  }

  function draw(frame: Frame) {
    const window = windowOf(frame);
    last = { window, boxes: taken(frame), isMoving: frame.isMoving };
    if (shown !== null) drawLabelsPicture(frame, shown);
    request(last);
    if (isPending()) onPending();
  }

  const isPending = () => isVisible() && last !== null && shown?.key !== keyOf({ ...last, isMoving: false });

  const canvas = createCanvasLayer(draw, zIndex, isVisible);
  return {
    ...canvas,
    /** Returns true while the shown names are not the final ones of the view. */
    isPending,
    /** Requests the final names when the view has stopped. They do not depend on the names shown while it moved. */
    rest() {
      if (last !== null && isVisible()) request({ ...last, isMoving: false });
    },
    destroy() {
      pending?.cancel();
      shown?.bitmap?.close();
    },
  };
}
