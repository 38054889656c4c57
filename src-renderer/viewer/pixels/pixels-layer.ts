import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { halfWorldMetres, mercatorX, mercatorY } from '../../../src-shared/geometry/mercator.ts';
import { type CanvasLayer, createCanvasLayer, type Frame, worldsIn } from '../../map/canvas-layer.ts';
import type { Palette } from '../../map/palette.ts';

/** A mark on the map. */
export interface PixelMark {
  at: LonLat;
  /** The number of a point; empty for the position in a profile. */
  text: string;
  colour: string;
}

const radiusPx = 5;

/** Creates the layer of the points whose spectra are compared, and of the position in a profile. */
export function createPixelsLayer(
  palette: () => Palette,
): CanvasLayer & { set(marks: readonly PixelMark[]): void } {
  let marks: readonly PixelMark[] = [];

  function drawMark(frame: Frame, { at, text, colour }: PixelMark) {
    const { context, resolution, left, top, width } = frame;
    const { ground, label } = palette();
    const y = (top - mercatorY(at[1])) / resolution;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = (mercatorX(at[0]) + world - left) / resolution;
      if (x < -width || x > 2 * width) continue;
      context.beginPath();
      context.arc(x, y, radiusPx, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      context.strokeStyle = ground;
      context.lineWidth = 2;
      context.stroke();
      if (text === '') continue;
      context.strokeStyle = ground;
      context.lineWidth = 3.5;
      context.strokeText(text, x + radiusPx + 4, y);
      context.fillStyle = label;
      context.fillText(text, x + radiusPx + 4, y);
    }
  }

  const canvas = createCanvasLayer(
    (frame) => {
      frame.context.font = '600 12px "Inter Variable", system-ui, sans-serif';
      frame.context.textBaseline = 'middle';
      frame.context.lineJoin = 'round';
      for (const mark of marks) drawMark(frame, mark);
    },
    31,
    () => marks.length > 0,
  );
  return {
    ...canvas,
    set(next) {
      marks = next;
      canvas.redraw();
    },
  };
}
