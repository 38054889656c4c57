import { halfWorldMetres, mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** Creates the layer of the picked point of interest, and of the crosshair at the centre while the user picks one. */
export function createPickLayer(palette: () => Palette) {
  let point: readonly [number, number] | null = null;
  let crosshair = false;

  function cross(context: CanvasRenderingContext2D, x: number, y: number, inner: number, outer: number) {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + dx * inner, y + dy * inner);
      context.lineTo(x + dx * outer, y + dy * outer);
    }
  }

  function stroke(context: CanvasRenderingContext2D, colour: string) {
    context.strokeStyle = palette().ground;
    context.lineWidth = 4;
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.stroke();
  }

  function draw(frame: Frame) {
    const { context, resolution, left, top, width, height } = frame;
    if (point) {
      context.beginPath();
      for (const world of worldsIn(frame, halfWorldMetres)) {
        const x = (mercatorX(point[0]) + world - left) / resolution;
        const y = (top - mercatorY(point[1])) / resolution;
        context.moveTo(x + 8, y);
        context.arc(x, y, 8, 0, 2 * Math.PI);
        cross(context, x, y, 4, 14);
      }
      stroke(context, palette().accent);
    }
    if (crosshair) {
      context.beginPath();
      cross(context, Math.round(width / 2), Math.round(height / 2), 4, 16);
      stroke(context, palette().label);
    }
  }

  const canvas = createCanvasLayer(draw, 30, () => point !== null || crosshair);
  return {
    ...canvas,
    setPoint(next: readonly [number, number] | null) {
      if (point === next) return;
      point = next;
      canvas.redraw();
    },
    setCrosshair(next: boolean) {
      if (crosshair === next) return;
      crosshair = next;
      canvas.redraw();
    },
  };
}
