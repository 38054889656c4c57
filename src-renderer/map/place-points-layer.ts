import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, pixelsOfPlace } from './canvas-layer.ts';
import { createMarksDrawer, hiddenPx } from './draw-marks.ts';
import type { PointHit } from './hit-groups.ts';
import { boxesOfLabels, drawLabels } from './mark-labels.ts';
import { drawMarkRing } from './mark-ring.ts';
import type { Palette } from './palette.ts';
import type { PlacedMarks } from './place-marks.ts';
import {
  areCrowded,
  labelsOfPlacePoints,
  noPlacePoints,
  placePointsNear,
  placePointsOf,
} from './place-points.ts';
import { createPlaceStamps, placeRadiusPx as radiusPx } from './place-stamps.ts';
import { placeDrawing as drawing } from './point-drawing.ts';
import { createPointedLayer } from './pointed-layer.ts';
import { createUnfinishedDrawing } from './unfinished-drawing.ts';

const reachPx = 9;
/** If marks are many, only one mark of each list is drawn within this many CSS pixels, so that the map stays visible. */
const crowdedPx = 22;
const { halfPx } = drawing;
/** The distance from the middle of a mark to its name. */
const besidePx = halfPx + 3;
const noStamp = { size: 0, data: new Uint8ClampedArray() };

/**
 * Creates the layer of the user's places, drawn as stars in the colour of their list. They are never combined to clusters,
 * because each has its own purpose, and the user draws and drags them one by one. Where they would hide the map, only some are
 * drawn, and `onThinned` receives true.
 */
export function createPlacePointsLayer<Id>(palette: () => Palette, onThinned: (isThinned: boolean) => void) {
  let isThinned = false;
  let placed = noPlacePoints<Id>();
  let chosen: ReadonlySet<Id> = new Set();
  const stampsFor = createPlaceStamps(palette);
  const drawMarks = createMarksDrawer();

  const placeOf = (id: Id): readonly [number, number] | null => {
    const i = placed.at.get(id);
    return i === undefined ? null : [placed.x[i] ?? 0, placed.y[i] ?? 0];
  };
  const isChosen = (i: number) => {
    const id = placed.ids[i];
    return chosen.size > 0 && id !== undefined && chosen.has(id);
  };
  const labelsIn = (frame: Frame) => labelsOfPlacePoints(placed, frame, besidePx);

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const place = placeOf(id);
    if (place === null) return;
    const style = placed.kinds[placed.at.get(id) ?? 0] ?? 0;
    const radius = radiusPx + (isSelected ? 2 : 1);
    const { ground, accent } = palette();
    for (const at of pixelsOfPlace(frame, place, halfWorldMetres)) {
      drawMarkRing(frame.context, { ...at, radius: radius + 4, colour: accent });
      drawing.drawEdge(frame.context, { ...at, radius, ground });
      drawing.draw(frame.context, style, { ...at, radius, ground });
    }
  }

  function noteThinned(next: boolean) {
    if (next === isThinned) return;
    isThinned = next;
    onThinned(next);
  }

  const drawn = createUnfinishedDrawing((frame) => {
    const isCrowded = areCrowded(placed, frame, radiusPx);
    noteThinned(isCrowded);
    const byPass = stampsFor(frame.ratio);
    drawMarks(frame, {
      ...placed,
      halfPx,
      cellPx: isCrowded ? crowdedPx : hiddenPx,
      styleOf: (i) => (placed.kinds[i] ?? 0) + (isChosen(i) ? drawing.styles : 0),
      passes: byPass.length,
      stampOf: (kind, pass) => byPass[pass]?.[kind] ?? noStamp,
    });
    drawLabels(frame, labelsIn(frame), palette());
  });

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw: drawn.draw,
    emphasize,
    zIndex: 20,
  });
  return {
    ...layers,
    clear() {
      placed = noPlacePoints();
      noteThinned(false);
      layers.redraw();
    },
    /** Sets marks that were already projected. */
    setPlaced(ids: readonly Id[], marks: PlacedMarks, names: readonly string[] | null) {
      placed = placePointsOf(ids, marks, names);
      // Without places no frame is drawn that could tell.
      if (ids.length === 0) noteThinned(false);
      layers.redraw();
    },
    /** Marks several objects as selected. */
    setSelected(ids: ReadonlySet<Id>) {
      if (ids === chosen) return;
      chosen = ids;
      layers.redraw();
    },
    /** Returns the points within reach of a place in EPSG:3857 (any world copy), the nearest first. */
    hits: (x: number, y: number, resolution: number): PointHit<Id>[] =>
      placePointsNear(placed, [x, y], reachPx * resolution).map((key) => ({ key })),
    /** Returns the place of a mark in EPSG:3857; null if it is not among the marks. */
    positionOf: placeOf,
    /** Returns the boxes of marks with their names in a view, in CSS pixels. */
    nameBoxes: (frame: Frame) => boxesOfLabels(frame, labelsIn(frame), besidePx + halfPx),
    /** Returns true while some marks are not drawn yet. */
    isPending: () => drawn.isUnfinished() && placed.ids.length > 0,
    /** Returns all marks in EPSG:3857. */
    all: (): { x: Float64Array; y: Float64Array } => placed,
  };
}
