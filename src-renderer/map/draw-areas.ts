import { clipRing } from '../../src-shared/geometry/clip.ts';
import type { Frame } from './canvas-layer.ts';
import { putDots } from './dot-marks.ts';
import { type MarkLabel, maxLabelled } from './mark-labels.ts';
import { dotBelowPx, isWithin, longerSideOf, type PlacedAreas } from './placed-areas.ts';
import { pixelOf, type StampSheet } from './stamp-sheet.ts';

/** Rings are clipped at this distance outside of the window. */
const marginPx = 40;
/** The opacity of outlines and dots that are not solid. */
export const faintAlpha = 0.45;
/** The areas in view in one copy of the world: those drawn as outlines, and those drawn as dots. */
export interface AreasOfWorld {
  world: number;
  large: number[];
  dots: number[];
}

/** Adds the outline of an area to the path of the frame. `world` is the offset of the copy of the world in metres. */
export function traceArea<Id>(placed: PlacedAreas<Id>, frame: Frame, i: number, world: number) {
  const { context, resolution, left, top, width, height } = frame;
  const whole = placed.rings[i];
  if (!whole) return;
  const margin = marginPx * resolution;
  const box = {
    west: left - world - margin,
    east: left - world + width * resolution + margin,
    south: top - height * resolution - margin,
    north: top + margin,
  };
  // Nearly all rings are within the box. Clipping creates four arrays per ring, which is too slow for thousands per frame.
  const ring = isWithin(placed.boxes, i, box) ? whole : clipRing(whole, box);
  for (let at = 0; at < ring.length; at += 2) {
    const x = ((ring[at] ?? 0) + world - left) / resolution;
    const y = (top - (ring[at + 1] ?? 0)) / resolution;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}

/** Returns the areas in view: in `large` those that are large enough for outlines, in `dots` the others. */
export function areasInView<Id>(
  placed: PlacedAreas<Id>,
  frame: Frame,
  world: number,
): { large: number[]; dots: number[] } {
  const { resolution, left, top, width, height } = frame;
  const large: number[] = [];
  const dots: number[] = [];
  const found =
    placed.index?.search(left - world, top - height * resolution, left - world + width * resolution, top) ??
    [];
  for (const i of found) (longerSideOf(placed, i) / resolution < dotBelowPx ? dots : large).push(i);
  return { large, dots };
}

/** Adds a circle to the path around an area that is too small for its outline to be visible. */
export function circleArea<Id>(placed: PlacedAreas<Id>, frame: Frame, i: number, world: number) {
  const { context, resolution, left, top } = frame;
  const { boxes } = placed;
  const x = (((boxes[4 * i] ?? 0) + (boxes[4 * i + 2] ?? 0)) / 2 + world - left) / resolution;
  const y = (top - ((boxes[4 * i + 1] ?? 0) + (boxes[4 * i + 3] ?? 0)) / 2) / resolution;
  context.moveTo(x + 8, y);
  context.arc(x, y, 8, 0, 2 * Math.PI);
}

/** Returns the areas grouped by their style, each group with all copies of the world. */
export function byStyle(
  parts: readonly AreasOfWorld[],
  count: number,
  styleAt: (i: number) => number,
): (readonly AreasOfWorld[])[] {
  if (count === 1) return [parts];
  const groups = Array.from({ length: count }, () =>
    parts.map(({ world }): AreasOfWorld => ({ world, large: [], dots: [] })),
  );
  for (const [at, { large, dots }] of parts.entries()) {
    for (const i of large) groups[styleAt(i)]?.[at]?.large.push(i);
    for (const i of dots) groups[styleAt(i)]?.[at]?.dots.push(i);
  }
  return groups;
}

/** Draws dots for the areas that are too small for outlines. `colour` and `edge` are CSS colours. */
export function drawAreaDots<Id>(
  placed: PlacedAreas<Id>,
  frame: Frame,
  parts: readonly AreasOfWorld[],
  { on, colour, edge }: { on: StampSheet; colour: string; edge: string },
) {
  const areas = {
    boxes: placed.boxes,
    inWorlds: parts.map(({ world, dots }) => [world, dots] as const),
    isSolid: (i: number) => placed.solid[i] === true,
  };
  const [solid, faint] = [pixelOf(colour, 1), pixelOf(colour, faintAlpha)];
  putDots(frame, areas, on, { solid, faint, edge: pixelOf(edge, 1) });
}

/** Draws the outlines of the large areas, faint if they are not solid. */
export function drawOutlinesOf<Id>(
  placed: PlacedAreas<Id>,
  frame: Frame,
  parts: readonly AreasOfWorld[],
  { colour, lineWidth }: { colour: string; lineWidth: number },
) {
  const { context } = frame;
  context.strokeStyle = colour;
  context.lineWidth = lineWidth;
  for (const isSolid of [false, true]) {
    context.globalAlpha = isSolid ? 1 : faintAlpha;
    context.beginPath();
    let count = 0;
    for (const { world, large } of parts)
      for (const i of large) {
        if (placed.solid[i] !== isSolid) continue;
        count += 1;
        traceArea(placed, frame, i, world);
      }
    if (count > 0) context.stroke();
  }
  context.globalAlpha = 1;
}

/** Returns the northernmost corner of an area; of several, the westernmost. The box would have corners outside of the area. */
function topCornerOf<Id>({ rings, boxes }: PlacedAreas<Id>, i: number): readonly [number, number] {
  const ring = rings[i] ?? [boxes[4 * i] ?? 0, boxes[4 * i + 3] ?? 0];
  let [x, y] = [ring[0] ?? 0, ring[1] ?? 0];
  for (let at = 2; at < ring.length; at += 2) {
    const [nextX, nextY] = [ring[at] ?? 0, ring[at + 1] ?? 0];
    if (nextY > y || (nextY === y && nextX < x)) [x, y] = [nextX, nextY];
  }
  return [x, y];
}

/** Returns the names of the large areas in view, with their positions in CSS pixels; none if there are many. */
export function namesOfAreas<Id>(
  placed: PlacedAreas<Id>,
  frame: Pick<Frame, 'left' | 'top' | 'resolution'>,
  parts: readonly AreasOfWorld[],
  names: readonly string[],
): MarkLabel[] {
  if (parts.reduce((sum, { large }) => sum + large.length, 0) > maxLabelled) return [];
  const { left, top, resolution } = frame;
  return parts.flatMap(({ world, large }) =>
    large.map((i) => {
      const [x, y] = topCornerOf(placed, i);
      return {
        text: names[i] ?? '',
        x: (x + world - left) / resolution + 4,
        y: (top - y) / resolution - 8,
      };
    }),
  );
}
