import Flatbush from 'flatbush';
import { halfWorldMetres, worldMetres } from '../geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { type Box, clipRing } from './clip.ts';
import type { Palette } from './palette.ts';
import { type PlacedOutlines, placeOutlines } from './place-marks.ts';
import { createPointedLayer } from './pointed-layer.ts';
import { createStampSheet, pixelOf, type StampSheet } from './stamp-sheet.ts';

/** Smaller than this on screen, a footprint is a dot. */
const dotBelowPx = 6;
/** Beyond this much outside of the window, rings are cut. */
const marginPx = 40;
const faintAlpha = 0.45;

/** Columnar; rings are flat `lon, lat, …`. Those that are not `solid` are drawn fainter: scenes that are not on disk. */
export interface Outlines<Id> {
  ids: readonly Id[];
  rings: readonly (readonly number[])[];
  solid: readonly boolean[];
}

interface Placed<Id> {
  ids: readonly Id[];
  solid: readonly boolean[];
  rings: readonly Float64Array[];
  boxes: Float64Array;
  index: Flatbush | null;
  /** What lies over the antimeridian may come in several parts. */
  at: ReadonlyMap<Id, readonly number[]>;
}

const nothing = <Id>(): Placed<Id> => ({
  ids: [],
  solid: [],
  rings: [],
  boxes: new Float64Array(),
  index: null,
  at: new Map(),
});

function partsOf<Id>(ids: readonly Id[]): Map<Id, number[]> {
  const parts = new Map<Id, number[]>();
  for (const [i, id] of ids.entries()) {
    const known = parts.get(id);
    if (known) known.push(i);
    else parts.set(id, [i]);
  }
  return parts;
}

function inPlace<Id>(
  ids: readonly Id[],
  solid: readonly boolean[],
  { flat, starts, boxes, index }: PlacedOutlines,
): Placed<Id> {
  return {
    ids,
    solid,
    // Views of one buffer: no copy per ring.
    rings: ids.map((_, i) => flat.subarray(starts[i], starts[i + 1])),
    boxes,
    index: index === null ? null : Flatbush.from(index),
    at: partsOf(ids),
  };
}

function isWithin(boxes: Float64Array, i: number, box: Box): boolean {
  const at = 4 * i;
  return (
    (boxes[at] ?? 0) >= box.west &&
    (boxes[at + 1] ?? 0) >= box.south &&
    (boxes[at + 2] ?? 0) <= box.east &&
    (boxes[at + 3] ?? 0) <= box.north
  );
}

/** Even-odd rule over a flat ring. */
export function insideRing(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const ax = ring[at] ?? 0;
    const ay = ring[at + 1] ?? 0;
    const bx = ring[before] ?? 0;
    const by = ring[before + 1] ?? 0;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Outlines of areas, dots from afar: footprints of scenes, areas of orders. */
export function createFootprintsLayer<Id>(palette: () => Palette) {
  let placed = nothing<Id>();
  let sheet: StampSheet | null = null;

  function trace(frame: Frame, i: number, world: number) {
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
    // Nearly all of them lie within: cutting makes four arrays per ring, which thousands per frame would feel.
    const ring = isWithin(placed.boxes, i, box) ? whole : clipRing(whole, box);
    for (let at = 0; at < ring.length; at += 2) {
      const x = ((ring[at] ?? 0) + world - left) / resolution;
      const y = (top - (ring[at + 1] ?? 0)) / resolution;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }

  /** The footprints in view, told apart by size. */
  function visible(frame: Frame, world: number, solid: boolean): { large: number[]; dots: number[] } {
    const { resolution, left, top, width, height } = frame;
    const large: number[] = [];
    const dots: number[] = [];
    const found =
      placed.index?.search(left - world, top - height * resolution, left - world + width * resolution, top) ??
      [];
    for (const i of found) {
      if (placed.solid[i] !== solid) continue;
      const wide = (placed.boxes[4 * i + 2] ?? 0) - (placed.boxes[4 * i] ?? 0);
      const high = (placed.boxes[4 * i + 3] ?? 0) - (placed.boxes[4 * i + 1] ?? 0);
      (Math.max(wide, high) / resolution < dotBelowPx ? dots : large).push(i);
    }
    return { large, dots };
  }

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const parts = placed.at.get(id);
    if (parts === undefined) return;
    const width = isSelected ? 2.5 : 2;
    const { context } = frame;
    context.beginPath();
    for (const world of worldsIn(frame, halfWorldMetres)) for (const i of parts) trace(frame, i, world);
    context.strokeStyle = palette().ground;
    context.lineWidth = width + 2;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = width;
    context.stroke();
  }

  /** Dots first, as bytes: from afar there are ten thousands of them. */
  function drawDots(
    frame: Frame,
    dots: readonly (readonly [number, readonly number[]])[],
    sheet: StampSheet,
    alpha: number,
  ) {
    const { resolution, left, top, ratio } = frame;
    const colour = pixelOf(palette().accent, alpha);
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

  function draw(frame: Frame) {
    const { context, width, height, ratio } = frame;
    const worlds = worldsIn(frame, halfWorldMetres);
    const found = [false, true].map((solid) => ({
      alpha: solid ? 1 : faintAlpha,
      parts: worlds.map((world) => ({ world, ...visible(frame, world, solid) })),
    }));
    if (found.some(({ parts }) => parts.some(({ dots }) => dots.length > 0))) {
      sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
      for (const { alpha, parts } of found)
        drawDots(
          frame,
          parts.map(({ world, dots }) => [world, dots] as const),
          sheet,
          alpha,
        );
      sheet.show(context);
    }
    context.strokeStyle = palette().accent;
    context.lineWidth = 1.2;
    for (const { alpha, parts } of found) {
      if (parts.every(({ large }) => large.length === 0)) continue;
      context.globalAlpha = alpha;
      context.beginPath();
      for (const { world, large } of parts) for (const i of large) trace(frame, i, world);
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
    setFootprints(footprints: Outlines<Id> | null) {
      placed = footprints
        ? inPlace(footprints.ids, footprints.solid, placeOutlines(footprints.rings))
        : nothing();
      layers.redraw();
    },
    /** The same, worked out elsewhere; all of them solid. */
    setPlaced(ids: readonly Id[], outlines: PlacedOutlines) {
      placed = inPlace(
        ids,
        ids.map(() => true),
        outlines,
      );
      layers.redraw();
    },
    /** The smallest footprint that holds a place in EPSG:3857 (any world copy). */
    hit(x: number, y: number, resolution: number): Id | null {
      if (!placed.index) return null;
      const inWorld = ((((x + halfWorldMetres) % worldMetres) + worldMetres) % worldMetres) - halfWorldMetres;
      const reach = 4 * resolution;
      let best: { id: Id; area: number } | null = null;
      // Rings over the antimeridian run past the world's edge.
      for (const px of [inWorld, inWorld + worldMetres]) {
        for (const i of placed.index.search(px - reach, y - reach, px + reach, y + reach)) {
          const wide = (placed.boxes[4 * i + 2] ?? 0) - (placed.boxes[4 * i] ?? 0);
          const high = (placed.boxes[4 * i + 3] ?? 0) - (placed.boxes[4 * i + 1] ?? 0);
          const ring = placed.rings[i];
          const id = placed.ids[i];
          if (!ring || id === undefined) continue;
          const isDot = Math.max(wide, high) / resolution < dotBelowPx;
          if (!isDot && !insideRing(ring, px, y)) continue;
          if (!best || wide * high < best.area) best = { id, area: wide * high };
        }
      }
      return best?.id ?? null;
    },
  };
}
export type FootprintsLayer<Id> = ReturnType<typeof createFootprintsLayer<Id>>;
