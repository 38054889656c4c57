import Flatbush from 'flatbush';
import { halfWorldMetres, worldMetres } from '../geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { createMarksDrawer, drawStamp, hiddenPx } from './draw-marks.ts';
import type { PointHit } from './hit-groups.ts';
import { boxesOfLabels, drawLabels, type MarkLabel, mostLabelled } from './mark-labels.ts';
import type { Palette } from './palette.ts';
import type { PlacedMarks } from './place-marks.ts';
import { placeDrawing as drawing } from './point-drawing.ts';
import { createPointedLayer } from './pointed-layer.ts';
import type { StampPixels } from './stamp-sheet.ts';

const radiusPx = 5;
const reachPx = 9;

interface Placed<Id> {
  ids: readonly Id[];
  x: Float64Array;
  y: Float64Array;
  kinds: Uint8Array;
  index: Flatbush | null;
  at: ReadonlyMap<Id, number>;
  /** Written beside the marks where few are in view; null for none. */
  names: readonly string[] | null;
}

const nothing = <Id>(): Placed<Id> => ({
  ids: [],
  x: new Float64Array(),
  y: new Float64Array(),
  kinds: new Uint8Array(),
  index: null,
  at: new Map(),
  names: null,
});

function inPlace<Id>(
  ids: readonly Id[],
  { x, y, kinds, index }: PlacedMarks,
  names: readonly string[] | null,
): Placed<Id> {
  return {
    ids,
    x,
    y,
    kinds,
    index: index === null ? null : Flatbush.from(index),
    at: new Map(ids.map((id, i) => [id, i])),
    names,
  };
}

/** Where marks are many, one mark of each list stands for those within so many CSS pixels, so that the map is seen. */
const crowdedPx = 22;
/** So many marks at the most are looked at to tell how many are in view. */
const mostSampled = 2_000;

/** Returns true if the marks in view would cover half of it. */
function isCrowded({ x, y }: Pick<Placed<unknown>, 'x' | 'y'>, frame: Frame): boolean {
  const { left, top, width, height, resolution } = frame;
  const most = (width * height) / 2 / (2 * radiusPx) ** 2;
  if (x.length <= most) return false;
  const step = Math.ceil(x.length / mostSampled);
  let seen = 0;
  for (const world of worldsIn(frame, halfWorldMetres))
    for (let i = 0; i < x.length; i += step) {
      const [right, down] = [(x[i] ?? 0) + world - left, top - (y[i] ?? 0)];
      if (right >= 0 && down >= 0 && right <= width * resolution && down <= height * resolution) seen += step;
    }
  return seen > most;
}

/** The most places that are told at one place of the map. */
const mostHits = 50;
const { halfPx } = drawing;
/** From the middle of a mark to its name. */
const besidePx = halfPx + 3;

/**
 * Draws places of the user as stars in the colour of their list. They are never put together to clusters, because each is
 * somewhere for a reason, and the user draws and drags them one by one. Where they would hide the map, only some of them are
 * drawn.
 */
export function createPlacePointsLayer<Id>(palette: () => Palette) {
  let placed = nothing<Id>();
  let chosen: ReadonlySet<Id> = new Set();
  /** By pass, and in it by style. */
  let stamps: { key: string; byPass: StampPixels[][] } = { key: '', byPass: [] };

  function drawRing(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = palette().accent;
    context.lineWidth = 2.5;
    context.stroke();
  }

  /** The styles of selected marks follow those of the others. */
  function stampsFor(ground: string, ratio: number): StampPixels[][] {
    const key = `${ground} ${ratio}`;
    if (stamps.key === key) return stamps.byPass;
    const at = { x: halfPx, y: halfPx, radius: radiusPx, ground };
    const pass = (draw: (context: CanvasRenderingContext2D, style: number, isChosen: boolean) => void) =>
      Array.from({ length: 2 * drawing.styles }, (_, style) =>
        drawStamp(2 * halfPx, ratio, (context) =>
          draw(context, style % drawing.styles, style >= drawing.styles),
        ),
      );
    const ring = (context: CanvasRenderingContext2D) => drawRing(context, halfPx, halfPx, halfPx - 2);
    const edges = pass((context, _, isRinged) => {
      if (isRinged) ring(context);
      drawing.drawEdge(context, at);
    });
    const bodies = pass((context, style) => drawing.draw(context, style, at));
    stamps = { key, byPass: [edges, bodies] };
    return stamps.byPass;
  }

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const i = placed.at.get(id);
    if (i === undefined) return;
    const radius = radiusPx + (isSelected ? 2 : 1);
    const { context, resolution, left, top } = frame;
    for (const world of worldsIn(frame, halfWorldMetres)) {
      const x = ((placed.x[i] ?? 0) + world - left) / resolution;
      const y = (top - (placed.y[i] ?? 0)) / resolution;
      const at = { x, y, radius, ground: palette().ground };
      drawRing(context, x, y, radius + 4);
      drawing.drawEdge(context, at);
      drawing.draw(context, placed.kinds[i] ?? 0, at);
    }
  }

  /** Returns the names of the marks in view, if they are few. */
  function labelsIn(frame: Frame): MarkLabel[] {
    const { names, index } = placed;
    if (names === null || index === null) return [];
    const { left, top, width, height, resolution } = frame;
    const found = worldsIn(frame, halfWorldMetres).map((world) => ({
      world,
      indexes: index.search(left - world, top - height * resolution, left - world + width * resolution, top),
    }));
    if (found.reduce((sum, { indexes }) => sum + indexes.length, 0) > mostLabelled) return [];
    return found.flatMap(({ world, indexes }) =>
      indexes.map((i) => ({
        text: names[i] ?? '',
        x: ((placed.x[i] ?? 0) + world - left) / resolution + besidePx,
        y: (top - (placed.y[i] ?? 0)) / resolution,
      })),
    );
  }

  const drawMarks = createMarksDrawer();
  const isChosen = (i: number) => {
    const id = placed.ids[i];
    return chosen.size > 0 && id !== undefined && chosen.has(id);
  };

  let isPending = false;
  function draw(given: Frame) {
    isPending = false;
    const frame: Frame = {
      ...given,
      askForMore() {
        isPending = true;
        given.askForMore();
      },
    };
    const byPass = stampsFor(palette().ground, frame.ratio);
    const none = { size: 0, data: new Uint8ClampedArray() };
    drawMarks(frame, {
      ...placed,
      ...{ halfPx, cellPx: isCrowded(placed, frame) ? crowdedPx : hiddenPx },
      styleOf: (i) => (placed.kinds[i] ?? 0) + (isChosen(i) ? drawing.styles : 0),
      passes: byPass.length,
      stampOf: (kind, pass) => byPass[pass]?.[kind] ?? none,
    });
    drawLabels(frame, labelsIn(frame), palette());
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw,
    emphasize,
    zIndex: 20,
  });
  return {
    ...layers,
    clear() {
      placed = nothing();
      layers.redraw();
    },
    /** Sets marks that were projected elsewhere. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks, names: readonly string[] | null) {
      placed = inPlace(ids, marks, names);
      layers.redraw();
    },
    /** Marks several objects as selected. */
    setChosen(ids: ReadonlySet<Id>) {
      if (ids === chosen) return;
      chosen = ids;
      layers.redraw();
    },
    /** Returns the points within reach of a place in EPSG:3857 (any world copy), the nearest first. */
    hits(x: number, y: number, resolution: number): PointHit<Id>[] {
      if (!placed.index) return [];
      const inWorld = ((((x + halfWorldMetres) % worldMetres) + worldMetres) % worldMetres) - halfWorldMetres;
      return placed.index.neighbors(inWorld, y, mostHits, reachPx * resolution).flatMap((near) => {
        const key = placed.ids[near];
        return key === undefined ? [] : [{ key }];
      });
    },
    positionOf(id: Id): readonly [number, number] | null {
      const i = placed.at.get(id);
      return i === undefined ? null : [placed.x[i] ?? 0, placed.y[i] ?? 0];
    },
    /** Returns where marks with their names stand in a view, in CSS pixels. */
    nameBoxes: (frame: Frame) => boxesOfLabels(frame, labelsIn(frame), besidePx + halfPx),
    /** Returns true while some marks are not drawn yet. */
    isPending: () => isPending && placed.ids.length > 0,
    /** Returns all marks in EPSG:3857. */
    all: (): { x: Float64Array; y: Float64Array } => placed,
  };
}
