import { halfWorldMetres } from '../geometry/mercator.ts';
import type { OutlineMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { clipRing } from './clip.ts';
import { drawLabels, mostLabelled } from './mark-labels.ts';
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
/** Of the areas that are selected together: more of them would take too long. */
const mostHighlighted = 1_000;

/** The areas in view of one copy of the world: those that are drawn, and those that are dots. */
interface AreasOfWorld {
  world: number;
  large: number[];
  dots: number[];
}

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

/** How the outlines of a subject are coloured: each has one of these styles. */
export interface OutlineDrawing {
  styles: number;
  /** Returns the CSS colour of a style. */
  colour(style: number): string;
}

/**
 * Draws outlines of areas, or dots if they are small: footprints of scenes, areas of orders and of places. They have the
 * accent colour if none is given.
 */
export function createOutlinesLayer<Id>(palette: () => Palette, drawing?: OutlineDrawing) {
  let placed = noAreas<Id>();
  let styles: Uint8Array | null = null;
  let names: readonly string[] | null = null;
  let chosen: ReadonlySet<Id> = new Set();
  const { styles: styleCount, colour } = drawing ?? { styles: 1, colour: () => palette().accent };
  const styleAt = (i: number) => styles?.[i] ?? 0;
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

  /** Returns the areas of parts of the world by their style. */
  function byStyle(parts: readonly AreasOfWorld[]): AreasOfWorld[][] {
    if (styleCount === 1) return [[...parts]];
    const groups = Array.from({ length: styleCount }, () =>
      parts.map(({ world }): AreasOfWorld => ({ world, large: [], dots: [] })),
    );
    for (const [at, { large, dots }] of parts.entries()) {
      for (const i of large) groups[styleAt(i)]?.[at]?.large.push(i);
      for (const i of dots) groups[styleAt(i)]?.[at]?.dots.push(i);
    }
    return groups;
  }

  function draw(frame: Frame) {
    const { context, width, height, ratio } = frame;
    const worlds = worldsIn(frame, halfWorldMetres);
    const found = [false, true].flatMap((solid) => {
      const inView = worlds.map((world) => ({ world, ...areasInView(placed, frame, world, solid) }));
      return byStyle(inView).map((parts, style) => ({ alpha: solid ? 1 : faintAlpha, style, parts }));
    });
    if (found.some(({ parts }) => parts.some(({ dots }) => dots.length > 0))) {
      sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
      for (const { alpha, style, parts } of found) {
        if (parts.every(({ dots }) => dots.length === 0)) continue;
        stampDots(
          placed,
          frame,
          parts.map(({ world, dots }) => [world, dots] as const),
          sheet,
          pixelOf(colour(style), alpha),
        );
      }
      sheet.show(context);
    }
    for (const { alpha, style, parts } of found) {
      if (parts.every(({ large }) => large.length === 0)) continue;
      context.globalAlpha = alpha;
      context.strokeStyle = colour(style);
      context.lineWidth = drawing ? 1.6 : 1.2;
      context.beginPath();
      for (const { world, large } of parts) for (const i of large) traceArea(placed, frame, i, world);
      context.stroke();
    }
    context.globalAlpha = 1;
    for (const id of [...chosen].slice(0, mostHighlighted)) emphasize(frame, id, false);
    label(
      frame,
      found.flatMap(({ parts }) => parts),
    );
  }

  /** Writes the names of the areas in view that are no dots, if they are few. */
  function label(frame: Frame, parts: readonly { world: number; large: readonly number[] }[]) {
    if (names === null) return;
    if (parts.reduce((sum, { large }) => sum + large.length, 0) > mostLabelled) return;
    const { left, top, resolution } = frame;
    const labels = parts.flatMap(({ world, large }) =>
      large.map((i) => ({
        text: names?.[i] ?? '',
        x: ((placed.boxes[4 * i] ?? 0) + world - left) / resolution + 4,
        y: (top - (placed.boxes[4 * i + 3] ?? 0)) / resolution - 8,
      })),
    );
    drawLabels(frame, labels, palette());
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
      styles = null;
      names = null;
      placed = outlines
        ? placedAreas(outlines.ids, outlines.solid, placeOutlines(outlines.rings))
        : noAreas();
      layers.redraw();
    },
    /** Sets areas that were projected elsewhere; all of them are solid. `styled` has a style and a name for each. */
    setPlaced(
      ids: readonly Id[],
      outlines: PlacedOutlines,
      styled: { styles: Uint8Array; names: readonly string[] } | null,
    ) {
      styles = styled?.styles ?? null;
      names = styled?.names ?? null;
      placed = placedAreas(
        ids,
        ids.map(() => true),
        outlines,
      );
      layers.redraw();
    },
    /** Returns the middle of an area in EPSG:3857; null if it is not among the outlines. */
    positionOf(id: Id): readonly [number, number] | null {
      const [i] = placed.at.get(id) ?? [];
      if (i === undefined) return null;
      const [west = 0, south = 0, east = 0, north = 0] = placed.boxes.subarray(4 * i, 4 * i + 4);
      return [(west + east) / 2, (south + north) / 2];
    },
    /** Marks several objects as selected. */
    setChosen(ids: ReadonlySet<Id>) {
      if (ids === chosen) return;
      chosen = ids;
      layers.redraw();
    },
    /** Returns the smallest area that contains a place in EPSG:3857 (any world copy). */
    hit: (x: number, y: number, resolution: number): Id | null => smallestAreaAt(placed, [x, y], resolution),
  };
}
