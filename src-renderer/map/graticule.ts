import {
  halfWorldMetres,
  latitudeOf,
  longitudeOf,
  mercatorLatitude,
  mercatorX,
  mercatorY,
  wrapLongitude,
} from '../../src-shared/geometry/mercator.ts';
import type { LabelBox } from './basemap/place-labels.ts';
import { type CanvasLayer, createCanvasLayer, type Frame } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

const steps = [
  30, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];
const minSpacingPx = 110;

/** Returns the degrees between two lines, so that they are far enough apart at a resolution in metres per pixel. */
export function graticuleStep(resolution: number): number {
  const wanted = longitudeOf(resolution * minSpacingPx);
  return steps.findLast((step) => step >= wanted) ?? 30;
}

/** Returns the label of a line, such as `12.5°N`, with as many digits as the step has. */
export function graticuleLabel(degrees: number, step: number, letters: readonly [string, string]): string {
  const digits = Math.max(0, (String(step).split('.')[1] ?? '').length);
  const size = Math.abs(degrees).toFixed(digits);
  return Number(size) === 0 ? '0°' : `${size}°${letters[degrees < 0 ? 1 : 0]}`;
}

/** The part of a frame that the graticule needs. */
type Painted = Pick<Frame, 'context' | 'width' | 'height' | 'resolution' | 'left' | 'top'>;

interface Line {
  text: string;
  /** In pixels: x of a meridian, y of a parallel. */
  at: number;
}

function linesOf({ width, height, resolution, left, top }: Painted): {
  meridians: Line[];
  parallels: Line[];
} {
  const step = graticuleStep(resolution);
  const west = longitudeOf(left);
  const east = longitudeOf(left + width * resolution);
  const south = Math.max(-mercatorLatitude, latitudeOf(top - height * resolution));
  const north = Math.min(mercatorLatitude, latitudeOf(top));
  const meridians: Line[] = [];
  const parallels: Line[] = [];
  for (let index = Math.ceil(west / step); index * step <= east; index += 1) {
    const degrees = wrapLongitude(index * step);
    const text = Math.abs(degrees) === 180 ? '180°' : graticuleLabel(degrees, step, ['E', 'W']);
    meridians.push({ text, at: Math.round((mercatorX(index * step) - left) / resolution) + 0.5 });
  }
  for (let index = Math.ceil(south / step); index * step <= north; index += 1) {
    const text = graticuleLabel(index * step, step, ['N', 'S']);
    parallels.push({ text, at: Math.round((top - mercatorY(index * step)) / resolution) + 0.5 });
  }
  return { meridians, parallels };
}

const labelFont = '10.5px "Inter Variable", system-ui, sans-serif';
/** The height of a label above and below its baseline, with its halo. */
const [aboveBaselinePx, belowBaselinePx] = [11, 4];

/** A label with the left end of its baseline, in pixels. */
interface Degrees {
  text: string;
  x: number;
  y: number;
  width: number;
}

/** Returns the labels along the upper and the left edge; sets the font of the context. */
function labelsOf(frame: Painted): Degrees[] {
  const { context, width, height } = frame;
  const { meridians, parallels } = linesOf(frame);
  context.font = labelFont;
  const label = (text: string, x: number, y: number): Degrees => ({
    text,
    x,
    y,
    width: context.measureText(text).width,
  });
  return [
    // A label must not be cut at the right edge or cover the label of the first parallel.
    ...meridians
      .filter(({ at }) => at > 0)
      .map(({ text, at }) => label(text, at + 4, 13))
      .filter((written) => written.x + written.width < width),
    // There must be space for the labels of the meridians above and for the scale bar below.
    ...parallels
      .filter(({ at }) => at > 34 && at < height - 34)
      .map(({ text, at }) => label(text, 5, at - 4)),
  ];
}

/** Returns the boxes of the degrees along the edges of a window, in CSS pixels. No name should be written there. */
export function graticuleBoxes(frame: Painted): LabelBox[] {
  frame.context.save();
  const labels = labelsOf(frame);
  frame.context.restore();
  return labels.map(({ x, y, width }) => ({
    minX: x,
    maxX: x + Math.ceil(width),
    minY: y - aboveBaselinePx,
    maxY: y + belowBaselinePx,
  }));
}

/** Returns the functions that draw meridians and parallels, and their degrees along the edges of the window. */
export function graticulePainter(
  palette: () => Palette,
): Record<'lines' | 'labels', (frame: Painted) => void> {
  function drawLines(frame: Painted) {
    const { context, width, height, resolution, top } = frame;
    const { meridians, parallels } = linesOf(frame);
    const upper = Math.max(0, (top - halfWorldMetres) / resolution);
    const lower = Math.min(height, (top + halfWorldMetres) / resolution);
    context.beginPath();
    for (const { at } of meridians) {
      context.moveTo(at, upper);
      context.lineTo(at, lower);
    }
    for (const { at } of parallels) {
      context.moveTo(0, at);
      context.lineTo(width, at);
    }
    context.strokeStyle = palette().graticule;
    context.lineWidth = 0.7;
    context.stroke();
  }

  function drawLabels(frame: Painted) {
    const { context } = frame;
    const labels = labelsOf(frame);
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = palette().ground;
    context.fillStyle = palette().label;
    for (const { text, x, y } of labels) {
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
  }

  return { lines: drawLines, labels: drawLabels };
}

/** Creates the layers of the graticule: lines above the basemap, and their degrees above all other layers. */
export function createGraticule(palette: () => Palette): { lines: CanvasLayer; labels: CanvasLayer } {
  const { lines, labels } = graticulePainter(palette);
  return { lines: createCanvasLayer(lines, 2), labels: createCanvasLayer(labels, 25) };
}
