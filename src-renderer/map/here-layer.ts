import { halfWorldMetres, mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { PlaceHere } from '../state/map-store.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

const ringPx = 7;
const fullTurn = 2 * Math.PI;

/** Draws the mark of the place that the user asked about, with its name if it has one. */
export function createHereLayer(palette: () => Palette) {
  let place: PlaceHere | null = null;

  function drawName(context: CanvasRenderingContext2D, name: string, x: number, y: number) {
    const { ground, label } = palette();
    context.font = '600 12.5px "Inter Variable", system-ui, sans-serif';
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
      if (place.name !== null) drawName(context, place.name, x + ringPx + 6, y);
    }
  }

  const canvas = createCanvasLayer(draw, 29, () => place !== null);
  return {
    ...canvas,
    setPlace(next: PlaceHere | null) {
      if (place === next) return;
      place = next;
      canvas.redraw();
    },
  };
}
