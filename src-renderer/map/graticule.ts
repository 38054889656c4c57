import { createCanvasLayer, type Frame } from './canvas-layer.ts';
import {
  halfWorldMetres,
  latitudeOf,
  longitudeOf,
  mercatorLatitude,
  mercatorX,
  mercatorY,
  wrapLongitude,
} from './mercator.ts';
import type { Palette } from './palette.ts';

const steps = [
  30, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];
const leastSpacingPx = 110;

/** Degrees between two lines so that they stand apart well at this resolution (metres per pixel). */
export function graticuleStep(resolution: number): number {
  const wanted = longitudeOf(resolution * leastSpacingPx);
  return steps.findLast((step) => step >= wanted) ?? 30;
}

/** `12.5°N`; as many digits as the step has. */
export function graticuleLabel(degrees: number, step: number, letters: readonly [string, string]): string {
  const digits = Math.max(0, (String(step).split('.')[1] ?? '').length);
  const size = Math.abs(degrees).toFixed(digits);
  return Number(size) === 0 ? '0°' : `${size}°${letters[degrees < 0 ? 1 : 0]}`;
}

/** Meridians and parallels with their degrees along the window's edges. */
export function createGraticule(palette: () => Palette) {
  function draw(frame: Frame) {
    const { context, width, height, resolution, left, top } = frame;
    const colours = palette();
    const step = graticuleStep(resolution);
    const west = longitudeOf(left);
    const east = longitudeOf(left + width * resolution);
    const south = Math.max(-mercatorLatitude, latitudeOf(top - height * resolution));
    const north = Math.min(mercatorLatitude, latitudeOf(top));
    context.strokeStyle = colours.graticule;
    context.lineWidth = 0.7;
    context.font = '10.5px system-ui, sans-serif';
    context.fillStyle = colours.label;
    const labels: [text: string, x: number, y: number][] = [];
    context.beginPath();
    const upper = Math.max(0, (top - halfWorldMetres) / resolution);
    const lower = Math.min(height, (top + halfWorldMetres) / resolution);
    for (let index = Math.ceil(west / step); index * step <= east; index += 1) {
      const x = Math.round((mercatorX(index * step) - left) / resolution) + 0.5;
      context.moveTo(x, upper);
      context.lineTo(x, lower);
      const degrees = wrapLongitude(index * step);
      labels.push([
        Math.abs(degrees) === 180 ? '180°' : graticuleLabel(degrees, step, ['E', 'W']),
        x + 4,
        13,
      ]);
    }
    for (let index = Math.ceil(south / step); index * step <= north; index += 1) {
      const y = Math.round((top - mercatorY(index * step)) / resolution) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
      // Room for the scale bar.
      if (y > 26 && y < height - 34) labels.push([graticuleLabel(index * step, step, ['N', 'S']), 5, y - 4]);
    }
    context.stroke();
    context.globalAlpha = 0.75;
    for (const [text, x, y] of labels) context.fillText(text, x, y);
    context.globalAlpha = 1;
  }
  return createCanvasLayer(draw, 2);
}
