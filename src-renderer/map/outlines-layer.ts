import { clipRing } from '../../src-preload/geometry/clip.ts';
import { halfWorldMetres } from '../geometry/mercator.ts';
import type { OutlineMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { putDots } from './dot-marks.ts';
import { drawLabels, mostLabelled } from './mark-labels.ts';
import type { Palette } from './palette.ts';
import { type PlacedOutlines, placeOutlines } from './place-marks.ts';
import {
  areasAt,
  dotBelowPx,
  isWithin,
  longerSideOf,
  noAreas,
  type PlacedAreas,
  placedAreas,
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

/** Returns the areas in view, those large enough to be drawn as outlines separate from the others. */
function areasInView<Id>(
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

interface OutlinesOptions {
  /** True to draw areas as dots where they are too small to be seen; false where each has a mark besides its outline. */
  dots: boolean;
  /** True if an area is hit inside; else it is hit at its line only. */
  isHitInside: boolean;
  /** How the outlines are coloured; with the accent colour if not given. */
  drawing?: OutlineDrawing | undefined;
}

/** How the outlines of a subject are coloured: each has one of these styles. */
interface OutlineDrawing {
  styles: number;
  /** Returns the CSS colour of a style. */
  colour(style: number): string;
}

/** Draws outlines of areas, or dots if they are small: footprints of scenes, areas of orders and of places. */
export function createOutlinesLayer<Id>(
  palette: () => Palette,
  { dots: hasDots, isHitInside: inside, drawing }: OutlinesOptions,
) {
  let placed = noAreas<Id>();
  let styles: Uint8Array | null = null;
  let names: readonly string[] | null = null;
  let chosen: ReadonlySet<Id> = new Set();
  const { styles: styleCount, colour } = drawing ?? { styles: 1, colour: () => palette().accent };
  const styleAt = (i: number) => styles?.[i] ?? 0;
  let sheet: StampSheet | null = null;

  /** Draws a ring around an area that is too small for its outline to be seen. */
  function circle(frame: Frame, i: number, world: number) {
    const { context, resolution, left, top } = frame;
    const { boxes } = placed;
    const x = (((boxes[4 * i] ?? 0) + (boxes[4 * i + 2] ?? 0)) / 2 + world - left) / resolution;
    const y = (top - ((boxes[4 * i + 1] ?? 0) + (boxes[4 * i + 3] ?? 0)) / 2) / resolution;
    context.moveTo(x + 8, y);
    context.arc(x, y, 8, 0, 2 * Math.PI);
  }

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const parts = placed.at.get(id);
    if (parts === undefined) return;
    const width = isSelected ? 2.5 : 2;
    const { context } = frame;
    context.beginPath();
    for (const world of worldsIn(frame, halfWorldMetres))
      for (const i of parts) {
        const isSmall = longerSideOf(placed, i) / frame.resolution < dotBelowPx;
        if (!isSmall) traceArea(placed, frame, i, world);
        else if (hasDots) circle(frame, i, world);
      }
    context.strokeStyle = palette().ground;
    context.lineWidth = width + 2;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = width;
    context.stroke();
  }

  /** Returns the areas of parts of the world by their style. */
  function byStyle(parts: readonly AreasOfWorld[]): (readonly AreasOfWorld[])[] {
    if (styleCount === 1) return [parts];
    const groups = Array.from({ length: styleCount }, () =>
      parts.map(({ world }): AreasOfWorld => ({ world, large: [], dots: [] })),
    );
    for (const [at, { large, dots }] of parts.entries()) {
      for (const i of large) groups[styleAt(i)]?.[at]?.large.push(i);
      for (const i of dots) groups[styleAt(i)]?.[at]?.dots.push(i);
    }
    return groups;
  }

  function drawDots(frame: Frame, parts: readonly AreasOfWorld[], on: StampSheet, style: number) {
    const areas = {
      boxes: placed.boxes,
      inWorlds: parts.map(({ world, dots }) => [world, dots] as const),
      isSolid: (i: number) => placed.solid[i] === true,
    };
    const [solid, faint] = [pixelOf(colour(style), 1), pixelOf(colour(style), faintAlpha)];
    putDots(frame, areas, on, { solid, faint, edge: pixelOf(palette().ground, 1) });
  }

  function drawOutlines(frame: Frame, parts: readonly AreasOfWorld[], style: number) {
    const { context } = frame;
    context.strokeStyle = colour(style);
    context.lineWidth = drawing ? 1.6 : 1.2;
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

  /** Writes the names of the areas in view that are no dots, if they are few. */
  function label(frame: Frame, parts: readonly AreasOfWorld[]) {
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

  function draw(frame: Frame) {
    const { context, width, height, ratio } = frame;
    const found = worldsIn(frame, halfWorldMetres).map((world) => ({
      world,
      ...areasInView(placed, frame, world),
    }));
    const groups = [...byStyle(found).entries()];
    if (hasDots && found.some(({ dots }) => dots.length > 0)) {
      sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
      for (const [style, parts] of groups)
        if (parts.some(({ dots }) => dots.length > 0)) drawDots(frame, parts, sheet, style);
      sheet.show(context);
    }
    for (const [style, parts] of groups)
      if (parts.some(({ large }) => large.length > 0)) drawOutlines(frame, parts, style);
    for (const id of [...chosen].slice(0, mostHighlighted)) emphasize(frame, id, false);
    label(frame, found);
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
    /** Returns the areas at a place in EPSG:3857 (any world copy), the smallest first. */
    hits: (x: number, y: number, resolution: number) => areasAt(placed, [x, y], { resolution, inside }),
    /** Returns the western and eastern, southern and northern ends of all areas in EPSG:3857. */
    extremes: () => ({
      x: placed.boxes.filter((_, at) => at % 2 === 0),
      y: placed.boxes.filter((_, at) => at % 2 === 1),
    }),
    /** Returns the box of an area (west, south, east, north in EPSG:3857); null if it is not drawn. */
    boxOf(id: Id): readonly [number, number, number, number] | null {
      const parts = placed.at.get(id);
      if (parts === undefined) return null;
      const side = (at: number) => parts.map((i) => placed.boxes[4 * i + at] ?? 0);
      return [
        ...([Math.min(...side(0)), Math.min(...side(1))] as const),
        ...([Math.max(...side(2)), Math.max(...side(3))] as const),
      ];
    },
  };
}
