import { type Box, clipRing } from '../../../src-shared/geometry/clip.ts';
import { clipLine } from '../../../src-shared/geometry/clip-line.ts';
import { worldMetres } from '../../../src-shared/geometry/mercator.ts';
import type { Frame } from '../canvas-layer.ts';
import type { Palette } from '../palette.ts';
import type { FlatLine } from './measure-sides.ts';

const marginPx = 40;

/** Returns the offsets in metres of those copies of a line that may be in view. */
export function copiesOf(line: FlatLine, { left, width, resolution }: Frame): number[] {
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

function tracePoints({ context, left, top, resolution }: Frame, points: ArrayLike<number>, world: number) {
  for (let at = 0; at < points.length; at += 2) {
    const x = ((points[at] ?? 0) + world - left) / resolution;
    const y = (top - (points[at + 1] ?? 0)) / resolution;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

/** Adds the parts of a line in view to the path of a frame. */
export function traceLine(frame: Frame, line: FlatLine) {
  for (const world of copiesOf(line, frame))
    for (const { points } of clipLine(line, boxIn(frame, world))) tracePoints(frame, points, world);
}

/** Adds the part in view of the area inside a ring to the path of a frame. */
export function traceInside(frame: Frame, ring: FlatLine) {
  for (const world of copiesOf(ring, frame)) {
    tracePoints(frame, clipRing(ring, boxIn(frame, world)), world);
    frame.context.closePath();
  }
}

/** Strokes the path of a frame twice, so that a line is seen on land, on water and over a raster. */
export function strokePath(
  { context }: Frame,
  { ground, accent }: Pick<Palette, 'ground' | 'accent'>,
  dash: readonly number[] = [],
) {
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.strokeStyle = ground;
  context.lineWidth = 5;
  context.stroke();
  context.setLineDash([...dash]);
  context.strokeStyle = accent;
  context.lineWidth = 2.2;
  context.stroke();
  context.setLineDash([]);
}

/** Draws a dot at each vertex. */
export function drawVertices(
  frame: Frame,
  vertices: FlatLine,
  { ground, accent }: Pick<Palette, 'ground' | 'accent'>,
) {
  const { context, left, top, resolution } = frame;
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
