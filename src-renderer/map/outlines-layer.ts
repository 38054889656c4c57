import { halfWorldMetres } from '../geometry/mercator.ts';
import type { OutlineMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { clipRing } from './clip.ts';
import type { Palette } from './palette.ts';
import { type PlacedOutlines, placeOutlines } from './place-marks.ts';
import {
  dotBelowPx,
  isWithin,
  longerSideOf,
  noAreas,
  type PlacedAreas,
  placedAreas,
  smallestAreaAt,
} from './placed-areas.ts';
import { createPointedLayer } from './pointed-layer.ts';
import { createStampSheet, pixelOf, type StampSheet } from './stamp-sheet.ts';

/** Rings are clipped at this distance outside of the window. */
const marginPx = 40;
const faintAlpha = 0.45;

function traceArea<Id>(placed: PlacedAreas<Id>, frame: Frame, i: number, world: number) {
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
  // Nearly all rings lie within the box. Clipping makes four arrays per ring, which is too slow for thousands per
  // frame.
  const ring = isWithin(placed.boxes, i, box) ? whole : clipRing(whole, box);
  for (let at = 0; at < ring.length; at += 2) {
    const x = ((ring[at] ?? 0) + world - left) / resolution;
    const y = (top - (ring[at + 1] ?? 0)) / resolution;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}

/** Returns the areas in view, separated by size. */
function areasInView<Id>(
  placed: PlacedAreas<Id>,
  frame: Frame,
  world: number,
  solid: boolean,
): { large: number[]; dots: number[] } {
  const { resolution, left, top, width, height } = frame;
  const large: number[] = [];
  const dots: number[] = [];
  const found =
    placed.index?.search(left - world, top - height * resolution, left - world + width * resolution, top) ??
    [];
  for (const i of found) {
    if (placed.solid[i] !== solid) continue;
    (longerSideOf(placed, i) / resolution < dotBelowPx ? dots : large).push(i);
  }
  return { large, dots };
}

/** Draws the dots, pixel by pixel, because a distant view contains tens of thousands of them. */
function stampDots<Id>(
  placed: PlacedAreas<Id>,
  frame: Frame,
  dots: readonly (readonly [number, readonly number[]])[],
  sheet: StampSheet,
  colour: number,
) {
  const { resolution, left, top, ratio } = frame;
  const size = Math.max(1, Math.round(3 * ratio));
  for (const [world, each] of dots) {
    for (const i of each) {
      const x = ((placed.boxes[4 * i] ?? 0) + (placed.boxes[4 * i + 2] ?? 0)) / 2 + world - left;
      const y = top - ((placed.boxes[4 * i + 1] ?? 0) + (placed.boxes[4 * i + 3] ?? 0)) / 2;
      sheet.square(
        colour,
        Math.round((x / resolution - 1.5) * ratio),
        Math.round((y / resolution - 1.5) * ratio),
        size,
      );
    }
  }
}

/** Draws outlines of areas, or dots if they are small: footprints of scenes and areas of orders. */
export function createOutlinesLayer<Id>(palette: () => Palette) {
  let placed = noAreas<Id>();
  let sheet: StampSheet | null = null;

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const parts = placed.at.get(id);
    if (parts === undefined) return;
    const width = isSelected ? 2.5 : 2;
    const { context } = frame;
    context.beginPath();
    for (const world of worldsIn(frame, halfWorldMetres))
      for (const i of parts) traceArea(placed, frame, i, world);
    context.strokeStyle = palette().ground;
    context.lineWidth = width + 2;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = width;
    context.stroke();
  }

  function draw(frame: Frame) {
    const { context, width, height, ratio } = frame;
    const worlds = worldsIn(frame, halfWorldMetres);
    const found = [false, true].map((solid) => ({
      alpha: solid ? 1 : faintAlpha,
      parts: worlds.map((world) => ({ world, ...areasInView(placed, frame, world, solid) })),
    }));
    if (found.some(({ parts }) => parts.some(({ dots }) => dots.length > 0))) {
      sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
      for (const { alpha, parts } of found)
        stampDots(
          placed,
          frame,
          parts.map(({ world, dots }) => [world, dots] as const),
          sheet,
          pixelOf(palette().accent, alpha),
        );
      sheet.show(context);
    }
    context.strokeStyle = palette().accent;
    context.lineWidth = 1.2;
    for (const { alpha, parts } of found) {
      if (parts.every(({ large }) => large.length === 0)) continue;
      context.globalAlpha = alpha;
      context.beginPath();
      for (const { world, large } of parts) for (const i of large) traceArea(placed, frame, i, world);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw,
    emphasize,
    zIndex: 15,
  });
  return {
    ...layers,
    setOutlines(outlines: OutlineMarks<Id> | null) {
      placed = outlines
        ? placedAreas(outlines.ids, outlines.solid, placeOutlines(outlines.rings))
        : noAreas();
      layers.redraw();
    },
    /** Sets areas that were projected elsewhere; all of them are solid. */
    setPlaced(ids: readonly Id[], outlines: PlacedOutlines) {
      placed = placedAreas(
        ids,
        ids.map(() => true),
        outlines,
      );
      layers.redraw();
    },
    /** Returns the smallest area that contains a place in EPSG:3857 (any world copy). */
    hit: (x: number, y: number, resolution: number): Id | null => smallestAreaAt(placed, [x, y], resolution),
  };
}
