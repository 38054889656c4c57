import Flatbush from 'flatbush';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import { createCanvasLayer, type Frame, worldsIn } from './canvas-layer.ts';
import { halfWorldMetres, worldMetres } from './mercator.ts';
import type { Palette } from './palette.ts';
import { markKinds as kinds, type PlacedMarks, placeMarks } from './place-marks.ts';
import { createStampSheet, type StampPixels } from './stamp-sheet.ts';
import { drawStatusMark } from './status-shape.ts';

const radiusPx = 5;
/** Marks nearer than this to one of the same look are not drawn twice. */
const cellPx = 3;
const reachPx = 9;

/** Columnar: index i of each array is one mark. */
export interface Marks<Id> {
  ids: readonly Id[];
  longitudes: readonly number[];
  latitudes: readonly number[];
  kinds: readonly TaskStatusKind[];
}

interface Placed<Id> {
  ids: readonly Id[];
  x: Float64Array;
  y: Float64Array;
  kinds: Uint8Array;
  index: Flatbush | null;
  at: ReadonlyMap<Id, number>;
}

const nothing = <Id>(): Placed<Id> => ({
  ids: [],
  x: new Float64Array(),
  y: new Float64Array(),
  kinds: new Uint8Array(),
  index: null,
  at: new Map(),
});

function inPlace<Id>(ids: readonly Id[], { x, y, kinds, index }: PlacedMarks): Placed<Id> {
  return {
    ids,
    x,
    y,
    kinds,
    index: index === null ? null : Flatbush.from(index),
    at: new Map(ids.map((id, i) => [id, i])),
  };
}

/** One mark per status, drawn once and stamped after that. */
function stamp(kind: TaskStatusKind, ground: string, ratio: number): StampPixels {
  const half = radiusPx + 2;
  const size = Math.ceil(2 * half * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return { size: 0, data: new Uint8ClampedArray() };
  context.scale(ratio, ratio);
  drawStatusMark(context, kind, half, half, radiusPx, ground);
  return { size, data: context.getImageData(0, 0, size, size).data };
}

/** Marks that say a status by shape and colour: targets of tasks, places of orders. */
export function createTargetsLayer<Id>(palette: () => Palette) {
  let placed = nothing<Id>();
  let hovered: Id | null = null;
  let selected: Id | null = null;
  let stamps: { key: string; byKind: StampPixels[] } = { key: '', byKind: [] };

  function stampsFor(ground: string, ratio: number): StampPixels[] {
    const key = `${ground} ${ratio}`;
    if (stamps.key !== key) stamps = { key, byKind: kinds.map((kind) => stamp(kind, ground, ratio)) };
    return stamps.byKind;
  }

  function emphasize(frame: Frame, id: Id | null, radius: number) {
    const i = id === null ? undefined : placed.at.get(id);
    if (i === undefined) return;
    const { context, resolution, left, top } = frame;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = ((placed.x[i] ?? 0) + world - left) / resolution;
      const y = (top - (placed.y[i] ?? 0)) / resolution;
      const kind = kinds[placed.kinds[i] ?? 0] ?? 'other';
      context.beginPath();
      context.arc(x, y, radius + 4, 0, 2 * Math.PI);
      context.strokeStyle = palette().accent;
      context.lineWidth = 2.5;
      context.stroke();
      drawStatusMark(context, kind, x, y, radius, palette().ground);
    }
  }

  function draw(frame: Frame) {
    if (placed.x.length === 0) return;
    const { context, width, height, resolution, left, top, ratio } = frame;
    const byKind = stampsFor(palette().ground, ratio);
    const sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio));
    const half = radiusPx + 2;
    const columns = Math.ceil(width / cellPx) + 1;
    const taken = new Uint8Array(columns * (Math.ceil(height / cellPx) + 1));
    for (const world of worldsIn(frame, halfWorldMetres)) {
      for (let i = 0; i < placed.x.length; i += 1) {
        const x = ((placed.x[i] ?? 0) + world - left) / resolution;
        const y = (top - (placed.y[i] ?? 0)) / resolution;
        if (x < -half || y < -half || x > width + half || y > height + half) continue;
        const kind = placed.kinds[i] ?? 0;
        if (x >= 0 && y >= 0) {
          const cell = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx);
          const bit = 1 << kind;
          if (((taken[cell] ?? 0) & bit) !== 0) continue;
          taken[cell] = (taken[cell] ?? 0) | bit;
        }
        const image = byKind[kind];
        if (image) sheet.put(image, Math.round((x - half) * ratio), Math.round((y - half) * ratio));
      }
    }
    sheet.show(context);
  }

  /** On a canvas of its own: the pointer goes over many, and the others need not be drawn again for it. */
  function drawEmphasis(frame: Frame) {
    if (hovered !== selected) emphasize(frame, hovered, radiusPx + 1);
    emphasize(frame, selected, radiusPx + 2);
  }

  const canvas = createCanvasLayer(draw, 20);
  const over = createCanvasLayer(drawEmphasis, 21);
  const redraw = () => {
    canvas.redraw();
    over.redraw();
  };
  return {
    ...canvas,
    redraw,
    over,
    setTargets(targets: Marks<Id> | null) {
      placed = targets ? inPlace(targets.ids, placeMarks(targets)) : nothing();
      redraw();
    },
    /** The same, worked out elsewhere. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks) {
      placed = inPlace(ids, marks);
      redraw();
    },
    setEmphasis(nextHovered: Id | null, nextSelected: Id | null) {
      if (hovered === nextHovered && selected === nextSelected) return;
      hovered = nextHovered;
      selected = nextSelected;
      over.redraw();
    },
    /** The nearest target within reach of a place in EPSG:3857 (any world copy). */
    hit(x: number, y: number, resolution: number): Id | null {
      if (!placed.index) return null;
      const inWorld = ((((x + halfWorldMetres) % worldMetres) + worldMetres) % worldMetres) - halfWorldMetres;
      const [near] = placed.index.neighbors(inWorld, y, 1, reachPx * resolution);
      return near === undefined ? null : (placed.ids[near] ?? null);
    },
    positionOf(id: Id): readonly [number, number] | null {
      const i = placed.at.get(id);
      return i === undefined ? null : [placed.x[i] ?? 0, placed.y[i] ?? 0];
    },
  };
}
export type TargetsLayer<Id> = ReturnType<typeof createTargetsLayer<Id>>;
