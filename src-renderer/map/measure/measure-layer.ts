import { segmentOf } from '../../../src-shared/geometry/geodesic.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import type { Measure } from '../../kit/state/measure-store.ts';
import { createCanvasLayer, type Frame } from '../canvas-layer.ts';
import type { Palette } from '../palette.ts';
import { copiesOf, drawVertices, strokePath, traceInside, traceLine } from './draw-lines.ts';
import { labelPlace, type PixelBox } from './label-place.ts';
import { type FlatLine, type MeasureSides, measureSides, sidesToPointer } from './measure-sides.ts';

/** A shorter side has no space for its length. */
const labelledFromPx = 70;
/** The height of a label, and how far its middle is above the line. */
const labelPx = 16;
const abovePx = 12;

/** Sets the text style of the lengths. */
function setLabelStyle({ context }: Frame, { ground, label }: Palette) {
  context.font = '600 11px "Inter Variable", system-ui, sans-serif';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = ground;
  context.fillStyle = label;
  context.textBaseline = 'middle';
}

/** Writes a text beside the middle of a side, if the side is long enough on the screen. */
function drawLabel(frame: Frame, line: FlatLine, text: string, covered: readonly PixelBox[]) {
  const { context, left, top, width, height, resolution } = frame;
  const ends = Math.hypot((line.at(-2) ?? 0) - (line[0] ?? 0), (line.at(-1) ?? 0) - (line[1] ?? 0));
  if (text === '' || ends / resolution < labelledFromPx) return;
  const view = { left: 0, top: 0, right: width, bottom: height };
  const room = { width: context.measureText(text).width, height: labelPx, view, covered };
  for (const world of copiesOf(line, frame)) {
    const onScreen = line.map((value, at) =>
      at % 2 === 0 ? (value + world - left) / resolution : (top - value) / resolution - abovePx,
    );
    const place = labelPlace(onScreen, room);
    if (place === null) continue;
    context.strokeText(text, ...place);
    context.fillText(text, ...place);
  }
}

/**
 * Creates the layer of a measurement: geodesics between the vertices, with their lengths, and the side to the pointer. `over`
 * returns what covers the map, so that no length is hidden.
 */
export function createMeasureLayer(palette: () => Palette, over: () => PixelBox[]) {
  let measure: Measure | null = null;
  let lines: MeasureSides | null = null;
  let pointer: LonLat | null = null;
  let formatLength: (metres: number) => string = () => '';

  function draw(frame: Frame) {
    if (measure === null || lines === null) return;
    const { context } = frame;
    const colours = palette();
    const open = sidesToPointer(measure, pointer);
    if (lines.ring) {
      context.beginPath();
      traceInside(frame, lines.ring);
      context.fillStyle = `color-mix(in srgb, ${colours.accent} 14%, transparent)`;
      context.fill('evenodd');
    }
    const sides = lines.ring && measure.isAdding ? lines.sides.slice(0, -1) : lines.sides;
    context.beginPath();
    for (const { line } of sides) traceLine(frame, line);
    strokePath(frame, colours);
    // While vertices are added, the closing side of an area is not final.
    context.beginPath();
    for (const { line } of lines.sides.slice(sides.length)) traceLine(frame, line);
    for (const line of open) traceLine(frame, line);
    strokePath(frame, colours, [5, 5]);
    drawVertices(frame, lines.vertices, colours);
    setLabelStyle(frame, colours);
    const covered = over();
    for (const { line, lengthMetres } of sides) drawLabel(frame, line, formatLength(lengthMetres), covered);
    const last = measure.vertices.at(-1);
    const [next] = open;
    if (next && last && pointer)
      drawLabel(frame, next, formatLength(segmentOf(last, pointer).lengthMetres), covered);
    context.textAlign = 'start';
    context.textBaseline = 'alphabetic';
  }

  const canvas = createCanvasLayer(draw, 29, () => (measure?.vertices.length ?? 0) > 0);
  return {
    ...canvas,
    set(next: Measure | null) {
      if (next === measure) return;
      measure = next;
      lines = next === null ? null : measureSides(next, lines);
      canvas.redraw();
    },
    /** Sets the place where the next side ends while vertices are added; null for none. */
    setPointer(place: LonLat | null) {
      if (pointer === place) return;
      pointer = place;
      if (measure?.isAdding) canvas.redraw();
    },
    /** Sets the function that formats lengths. */
    setLengthFormat(format: (metres: number) => string) {
      formatLength = format;
      canvas.redraw();
    },
  };
}
