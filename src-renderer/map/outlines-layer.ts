import { halfWorldMetres } from '../geometry/mercator.ts';
import type { OutlineMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { clipRing } from './clip.ts';
import { putDots } from './dot-marks.ts';
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
}

/** Draws outlines of areas, or dots if they are small: footprints of scenes and areas of orders. */
export function createOutlinesLayer<Id>(
  palette: () => Palette,
  { dots: hasDots, isHitInside: inside }: OutlinesOptions,
) {
  let placed = noAreas<Id>();
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

  function draw(frame: Frame) {
    const { context, width, height, ratio } = frame;
    const { accent, ground } = palette();
    const found = worldsIn(frame, halfWorldMetres).map((world) => ({
      world,
      ...areasInView(placed, frame, world),
    }));
    if (hasDots && found.some(({ dots }) => dots.length > 0)) {
      sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
      const areas = {
        boxes: placed.boxes,
        inWorlds: found.map(({ world, dots }) => [world, dots] as const),
        isSolid: (i: number) => placed.solid[i] === true,
      };
      const [solid, faint, edge] = [pixelOf(accent, 1), pixelOf(accent, faintAlpha), pixelOf(ground, 1)];
      putDots(frame, areas, sheet, { solid, faint, edge });
      sheet.show(context);
    }
    context.strokeStyle = accent;
    context.lineWidth = 1.2;
    for (const isSolid of [false, true]) {
      context.globalAlpha = isSolid ? 1 : faintAlpha;
      context.beginPath();
      let count = 0;
      for (const { world, large } of found)
        for (const i of large) {
          if (placed.solid[i] !== isSolid) continue;
          count += 1;
          traceArea(placed, frame, i, world);
        }
      if (count > 0) context.stroke();
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
