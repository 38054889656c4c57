import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import type { PreviewPlaces } from '../kit/state/subject-marks.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import { createMarksDrawer, drawStamp, hiddenPx } from './draw-marks.ts';
import type { Palette } from './palette.ts';
import type { StampPixels } from './stamp-sheet.ts';

const radiusPx = 3.5;
const halfPx = radiusPx + 1.5;
/** An area smaller than this on the screen is drawn as a dot. */
const dotBelowPx = 4;

/** Returns all points in one array each for x and y. */
function pointsOf(places: readonly PreviewPlaces[]): { x: Float64Array; y: Float64Array } {
  const [only] = places;
  if (only && places.length === 1) return only;
  const count = places.reduce((sum, { x }) => sum + x.length, 0);
  const points = { x: new Float64Array(count), y: new Float64Array(count) };
  let at = 0;
  for (const { x, y } of places) {
    points.x.set(x, at);
    points.y.set(y, at);
    at += x.length;
  }
  return points;
}

/** Adds the areas in view to the path: as outlines, or as small squares. */
function traceAreas(frame: Frame, { flat, starts, boxes }: PreviewPlaces, world: number) {
  const { context, resolution, left, top, width, height } = frame;
  const [west, east] = [left - world, left - world + width * resolution];
  const south = top - height * resolution;
  for (let i = 0; i + 1 < starts.length; i += 1) {
    const [ringWest = 0, ringSouth = 0, ringEast = 0, ringNorth = 0] = boxes.subarray(4 * i, 4 * i + 4);
    if (ringEast < west || ringWest > east || ringNorth < south || ringSouth > top) continue;
    if (Math.max(ringEast - ringWest, ringNorth - ringSouth) / resolution < dotBelowPx) {
      const x = ((ringWest + ringEast) / 2 + world - left) / resolution;
      context.rect(x - 1.5, (top - (ringSouth + ringNorth) / 2) / resolution - 1.5, 3, 3);
      continue;
    }
    const [start = 0, end = 0] = [starts[i], starts[i + 1]];
    for (let at = start; at < end; at += 2) {
      const x = ((flat[at] ?? 0) + world - left) / resolution;
      const y = (top - (flat[at + 1] ?? 0)) / resolution;
      if (at === start) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
}

/** Creates the layer of the places of an import before it is stored: points as dots, areas as outlines. */
export function createPreviewLayer(palette: () => Palette) {
  let places: readonly PreviewPlaces[] | null = null;
  let points = pointsOf([]);
  let stamp: { key: string; pixels: StampPixels } = {
    key: '',
    pixels: { size: 0, data: new Uint8ClampedArray() },
  };
  const drawMarks = createMarksDrawer();

  function stampFor(ratio: number): StampPixels {
    const { accent, ground } = palette();
    const key = `${accent} ${ground} ${ratio}`;
    if (stamp.key !== key)
      stamp = {
        key,
        pixels: drawStamp(2 * halfPx, ratio, (context) => {
          context.beginPath();
          context.arc(halfPx, halfPx, radiusPx, 0, 2 * Math.PI);
          context.fillStyle = accent;
          context.fill();
          context.lineWidth = 1.5;
          context.strokeStyle = ground;
          context.stroke();
        }),
      };
    return stamp.pixels;
  }

  function draw(frame: Frame) {
    const { context, ratio } = frame;
    const pixels = stampFor(ratio);
    // The marks replace the pixels of the whole canvas, so the outlines are drawn after them.
    drawMarks(frame, { ...points, halfPx, cellPx: hiddenPx, styleOf: () => 0, stampOf: () => pixels });
    context.beginPath();
    for (const world of worldsIn(frame, halfWorldMetres))
      for (const each of places ?? []) traceAreas(frame, each, world);
    context.strokeStyle = palette().ground;
    context.lineWidth = 3.5;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = 1.8;
    context.stroke();
  }

  const canvas = createCanvasLayer(draw, 25, () => places !== null);
  return {
    ...canvas,
    setPlaces(next: readonly PreviewPlaces[] | null) {
      if (places === next) return;
      places = next;
      points = pointsOf(next ?? []);
      canvas.redraw();
    },
  };
}
