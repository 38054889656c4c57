import Flatbush from 'flatbush';
import { halfWorldMetres, worldMetres } from '../geometry/mercator.ts';
import type { PointMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { createMarksDrawer, drawStamp } from './draw-marks.ts';
import type { Palette } from './palette.ts';
import { markKinds as kinds, type PlacedMarks, placeMarks } from './place-marks.ts';
import { createPointedLayer } from './pointed-layer.ts';
import type { StampPixels } from './stamp-sheet.ts';
import { drawStatusMark } from './status-shape.ts';

const radiusPx = 5;
const halfPx = radiusPx + 2;
const reachPx = 9;

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

/** Draws marks that show a status by shape and colour. */
export function createPointsLayer<Id>(palette: () => Palette) {
  let placed = nothing<Id>();
  let stamps: { key: string; byKind: StampPixels[] } = { key: '', byKind: [] };

  function stampsFor(ground: string, ratio: number): StampPixels[] {
    const key = `${ground} ${ratio}`;
    if (stamps.key !== key)
      stamps = {
        key,
        byKind: kinds.map((kind) =>
          drawStamp(2 * halfPx, ratio, (context) =>
            drawStatusMark(context, kind, halfPx, halfPx, radiusPx, ground),
          ),
        ),
      };
    return stamps.byKind;
  }

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const i = placed.at.get(id);
    if (i === undefined) return;
    const radius = radiusPx + (isSelected ? 2 : 1);
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

  const drawMarks = createMarksDrawer();

  function draw(frame: Frame) {
    const byKind = stampsFor(palette().ground, frame.ratio);
    const none = { size: 0, data: new Uint8ClampedArray() };
    drawMarks(frame, {
      ...placed,
      halfPx,
      styleOf: (i) => placed.kinds[i] ?? 0,
      stampOf: (kind) => byKind[kind] ?? none,
    });
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw,
    emphasize,
    zIndex: 20,
  });
  return {
    ...layers,
    setPoints(points: PointMarks<Id> | null) {
      placed = points ? inPlace(points.ids, placeMarks(points)) : nothing();
      layers.redraw();
    },
    /** Sets marks that were projected elsewhere. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks) {
      placed = inPlace(ids, marks);
      layers.redraw();
    },
    /** Returns the nearest point within reach of a place in EPSG:3857 (any world copy). */
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
