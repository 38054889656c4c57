import { halfWorldMetres, mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import type { PlaceHere } from '../kit/state/map-store.ts';
import type { LabelBox } from './basemap/place-labels.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

const ringPx = 7;
/** From the middle of the mark to its name. */
const besidePx = ringPx + 6;
const font = '600 12.5px "Inter Variable", system-ui, sans-serif';
/** Half of the height of the name with its halo. */
const halfLinePx = 10;
const fullTurn = 2 * Math.PI;

/** Creates the layer with the mark of the described place, and its name if it has one. */
export function createHereLayer(palette: () => Palette) {
  let place: PlaceHere | null = null;

  function drawName(context: CanvasRenderingContext2D, name: string, x: number, y: number) {
    const { ground, label } = palette();
    context.font = font;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = ground;
    context.strokeText(name, x, y);
    context.fillStyle = label;
    context.fillText(name, x, y);
  }

  function draw(frame: Frame) {
    if (!place) return;
    const { context, resolution, left, top, width } = frame;
    const { ground, accent } = palette();
    const y = (top - mercatorY(place.at[1])) / resolution;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = (mercatorX(place.at[0]) + world - left) / resolution;
      if (x < -width || x > 2 * width) continue;
      context.beginPath();
      context.arc(x, y, ringPx, 0, fullTurn);
      context.strokeStyle = ground;
      context.lineWidth = 5;
      context.stroke();
      context.strokeStyle = accent;
      context.lineWidth = 2.5;
      context.stroke();
      context.beginPath();
      context.arc(x, y, 2, 0, fullTurn);
      context.fillStyle = accent;
      context.fill();
      if (place.name !== null) drawName(context, place.name, x + besidePx, y);
    }
  }

  const canvas = createCanvasLayer(draw, 29, () => place !== null);
  return {
    ...canvas,
    /** Returns the boxes of the mark and its name in a view, in CSS pixels. The map writes no other name there. */
    nameBoxes(frame: Frame): LabelBox[] {
      if (place === null || place.name === null) return [];
      const { context, resolution, left, top } = frame;
      context.save();
      context.font = font;
      const width = context.measureText(place.name).width;
      context.restore();
      const y = (top - mercatorY(place.at[1])) / resolution;
      const longitude = mercatorX(place.at[0]);
      return worldsIn(frame, halfWorldMetres).map((world) => {
        const x = (longitude + world - left) / resolution;
        const [minY, maxY] = [y - halfLinePx, y + halfLinePx];
        return { minX: x - ringPx, minY, maxX: x + besidePx + width, maxY };
      });
    },
    /** Sets the place; returns true if it has changed. */
    setPlace(next: PlaceHere | null): boolean {
      if (place === next) return false;
      place = next;
      canvas.redraw();
      return true;
    },
  };
}
