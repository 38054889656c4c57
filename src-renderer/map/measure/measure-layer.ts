import { type Box, clipRing } from '../../../src-preload/geometry/clip.ts';
import { clipLine } from '../../../src-preload/geometry/clip-line.ts';
import { geodesicLine, segmentOf } from '../../geometry/geodesic.ts';
import type { LonLat } from '../../geometry/lon-lat.ts';
import { longitudeOf, mercatorX, mercatorY, worldMetres } from '../../geometry/mercator.ts';
import type { Measure } from '../../state/measure-store.ts';
import { createCanvasLayer, type Frame } from '../canvas-layer.ts';
import type { Palette } from '../palette.ts';
import { labelPlace, type PixelBox } from './label-place.ts';

const marginPx = 40;
/** A shorter side has no room for its length. */
const labelledFromPx = 70;
/** The height of a label, and how far its middle is above the line. */
const labelPx = 16;
const abovePx = 12;

/** A line on the map: x, y, … in EPSG:3857, continuing over the antimeridian. */
type FlatLine = Float64Array;

function flat(places: readonly LonLat[]): FlatLine {
  return Float64Array.from({ length: 2 * places.length }, (_, at) => {
    const [longitude = 0, latitude = 0] = places[at >> 1] ?? [];
    return at % 2 === 0 ? mercatorX(longitude) : mercatorY(latitude);
  });
}

/** Returns the geodesic between two places as a line. */
const sideBetween = (from: LonLat, to: LonLat) => flat(geodesicLine([from, to]));

/** Returns how far the copies of a line are moved that may be in view. */
function copiesOf(line: FlatLine, { left, width, resolution }: Frame): number[] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < line.length; at += 2) {
    west = Math.min(west, line[at] ?? 0);
    east = Math.max(east, line[at] ?? 0);
  }
  if (west > east) return [];
  const first = Math.ceil((left - east) / worldMetres);
  const last = Math.floor((left + width * resolution - west) / worldMetres);
  return Array.from(
    { length: Math.min(12, Math.max(0, last - first + 1)) },
    (_, i) => (first + i) * worldMetres,
  );
}

const boxIn = ({ left, top, width, height, resolution }: Frame, world: number): Box => {
  const margin = marginPx * resolution;
  return {
    west: left - world - margin,
    east: left - world + width * resolution + margin,
    south: top - height * resolution - margin,
    north: top + margin,
  };
};

function traceLine(frame: Frame, line: FlatLine) {
  const { context, left, top, resolution } = frame;
  for (const world of copiesOf(line, frame)) {
    for (const { points } of clipLine(line, boxIn(frame, world)))
      for (let at = 0; at < points.length; at += 2) {
        const x = ((points[at] ?? 0) + world - left) / resolution;
        const y = (top - (points[at + 1] ?? 0)) / resolution;
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
  }
}

function traceInside(frame: Frame, ring: FlatLine) {
  const { context, left, top, resolution } = frame;
  for (const world of copiesOf(ring, frame)) {
    const clipped = clipRing(ring, boxIn(frame, world));
    for (let at = 0; at < clipped.length; at += 2) {
      const x = ((clipped[at] ?? 0) + world - left) / resolution;
      const y = (top - (clipped[at + 1] ?? 0)) / resolution;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
}

/** A side between two vertices. */
interface Side {
  from: LonLat;
  to: LonLat;
  line: FlatLine;
  lengthMetres: number;
}

/** The sides of a measurement, made once for each change of its vertices. */
interface Drawing {
  sides: readonly Side[];
  /** The closed ring of an area; null for a path. */
  ring: FlatLine | null;
  vertices: FlatLine;
}

const isAt = (one: LonLat, other: LonLat) => one[0] === other[0] && one[1] === other[1];

/** Returns the drawing of a measurement; sides of the last one that are the same are taken over. */
function drawingOf({ kind, vertices }: Measure, before: Drawing | null): Drawing {
  const isClosed = kind === 'area' && vertices.length > 2;
  const all = isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices;
  let [longitude = 0] = all[0] ?? [];
  const sides = all.slice(1).map((to, i): Side => {
    // Each side goes on in the copy of the world in which the one before it ended.
    const from: LonLat = [longitude, all[i]?.[1] ?? 0];
    const known = before?.sides[i];
    const isKnown = known !== undefined && isAt(known.from, from) && isAt(known.to, to);
    const places = isKnown ? [] : geodesicLine([from, to]);
    const side = isKnown
      ? known
      : { from, to, line: flat(places), lengthMetres: segmentOf(from, to).lengthMetres };
    longitude = longitudeOf(side.line.at(-2) ?? 0);
    return side;
  });
  const ring = sides.flatMap(({ line }) => [...line.subarray(2)]);
  const ends = sides.slice(0, vertices.length - 1).flatMap(({ line }) => [...line.subarray(-2)]);
  return {
    sides,
    ring: isClosed ? Float64Array.from(ring) : null,
    vertices: Float64Array.from([...flat(vertices.slice(0, 1)), ...ends]),
  };
}

/**
 * Draws what is measured: geodesics between the vertices, with their lengths, and the side to the pointer. `over` says
 * what lies over the map, so that no length is written under it.
 */
export function createMeasureLayer(palette: () => Palette, over: () => PixelBox[]) {
  let measure: Measure | null = null;
  let drawing: Drawing | null = null;
  let pointer: LonLat | null = null;
  let formatLength: (metres: number) => string = () => '';

  /** Two strokes, so that a line is seen on land, on water and over a raster. */
  function stroke({ context }: Frame, dash: readonly number[] = []) {
    context.lineJoin = 'round';
    context.setLineDash([]);
    context.strokeStyle = palette().ground;
    context.lineWidth = 5;
    context.stroke();
    context.setLineDash([...dash]);
    context.strokeStyle = palette().accent;
    context.lineWidth = 2.2;
    context.stroke();
    context.setLineDash([]);
  }

  /** Writes the length of a side beside its middle, where the side is long enough on the screen. */
  function label(frame: Frame, line: FlatLine, lengthMetres: number, covered: readonly PixelBox[]) {
    const { context, left, top, width, height, resolution } = frame;
    const text = formatLength(lengthMetres);
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

  function drawVertices(frame: Frame, { vertices }: Drawing) {
    const { context, left, top, resolution } = frame;
    const { ground, accent } = palette();
    context.beginPath();
    for (const world of copiesOf(vertices, frame))
      for (let at = 0; at < vertices.length; at += 2) {
        const x = ((vertices[at] ?? 0) + world - left) / resolution;
        const y = (top - (vertices[at + 1] ?? 0)) / resolution;
        context.moveTo(x + 4, y);
        context.arc(x, y, 4, 0, 2 * Math.PI);
      }
    context.fillStyle = ground;
    context.fill();
    context.strokeStyle = accent;
    context.lineWidth = 2;
    context.stroke();
  }

  /** Returns the sides from the vertices to the pointer; the second one closes an area. */
  function sidesToPointer(): FlatLine[] {
    if (!measure?.isAdding || pointer === null) return [];
    const [first, last] = [measure.vertices[0], measure.vertices.at(-1)];
    if (first === undefined || last === undefined) return [];
    const closes = measure.kind === 'area' && measure.vertices.length > 1;
    return [sideBetween(last, pointer), ...(closes ? [sideBetween(pointer, first)] : [])];
  }

  function draw(frame: Frame) {
    if (measure === null || drawing === null) return;
    const { context } = frame;
    const { accent, ground, label: ink } = palette();
    const open = sidesToPointer();
    if (drawing.ring) {
      context.beginPath();
      traceInside(frame, drawing.ring);
      context.fillStyle = `color-mix(in srgb, ${accent} 14%, transparent)`;
      context.fill('evenodd');
    }
    const sides = drawing.ring && measure.isAdding ? drawing.sides.slice(0, -1) : drawing.sides;
    context.beginPath();
    for (const { line } of sides) traceLine(frame, line);
    stroke(frame);
    // The side that closes an area is not set yet while vertices are added.
    context.beginPath();
    for (const { line } of drawing.sides.slice(sides.length)) traceLine(frame, line);
    for (const line of open) traceLine(frame, line);
    stroke(frame, [5, 5]);
    drawVertices(frame, drawing);
    context.font = '600 11px "Inter Variable", system-ui, sans-serif';
    context.textAlign = 'center';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = ground;
    context.fillStyle = ink;
    context.textBaseline = 'middle';
    const covered = over();
    for (const { line, lengthMetres } of sides) label(frame, line, lengthMetres, covered);
    const last = measure.vertices.at(-1);
    const [next] = open;
    if (next && last && pointer) label(frame, next, segmentOf(last, pointer).lengthMetres, covered);
    context.textAlign = 'start';
    context.textBaseline = 'alphabetic';
  }

  const canvas = createCanvasLayer(draw, 29, () => (measure?.vertices.length ?? 0) > 0);
  return {
    ...canvas,
    set(next: Measure | null) {
      if (next === measure) return;
      measure = next;
      drawing = next === null ? null : drawingOf(next, drawing);
      canvas.redraw();
    },
    /** Sets the place that the next side leads to while vertices are added; null for none. */
    setPointer(place: LonLat | null) {
      if (pointer === place) return;
      pointer = place;
      if (measure?.isAdding) canvas.redraw();
    },
    /** Sets how lengths are written. */
    setLengthFormat(format: (metres: number) => string) {
      formatLength = format;
      canvas.redraw();
    },
  };
}
