import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import type { OutlineMarks } from '../kit/state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { circleArea, traceArea } from './draw-areas.ts';
import { boxesOfLabels, drawLabels } from './mark-labels.ts';
import { areasInFrame, createOutlineDrawer, type DrawnAreas, labelsOfAreas } from './outline-drawer.ts';
import type { Palette } from './palette.ts';
import { type PlacedOutlines, placeOutlines } from './place-marks.ts';
import {
  areasAt,
  boxOfArea,
  dotBelowPx,
  extremesOf,
  longerSideOf,
  middleOfArea,
  noAreas,
  placedAreas,
} from './placed-areas.ts';
import { createPointedLayer } from './pointed-layer.ts';

/** The maximum number of selected areas that are highlighted; more would take too long. */
const maxHighlighted = 1_000;

interface OutlinesOptions {
  /** True to draw areas as dots if they are too small for an outline; false if each has a separate mark. */
  dots: boolean;
  /** True if an area is hit inside its outline; else only at its line. */
  isHitInside: boolean;
  /** The number of styles and the CSS colour of each; the accent colour is used if not given. */
  drawing?: { styles: number; colour(style: number): string } | undefined;
}

/**
 * Creates the layer of the outlines of areas, or of dots if they are small: footprints of scenes, areas of orders and of places.
 */
export function createOutlinesLayer<Id>(
  palette: () => Palette,
  { dots: hasDots, isHitInside: inside, drawing }: OutlinesOptions,
) {
  let areas: DrawnAreas<Id> = { placed: noAreas(), styles: null, names: null, version: 0 };
  let chosen: ReadonlySet<Id> = new Set();
  const drawer = createOutlineDrawer<Id>({
    palette,
    hasDots,
    styles: drawing
      ? { count: drawing.styles, colour: drawing.colour, lineWidth: 1.6 }
      : { count: 1, colour: () => palette().accent, lineWidth: 1.2 },
  });

  function emphasize(frame: Frame, id: Id, isSelected: boolean) {
    const { placed } = areas;
    const parts = placed.at.get(id);
    if (parts === undefined) return;
    const width = isSelected ? 2.5 : 2;
    const { context } = frame;
    context.beginPath();
    for (const world of worldsIn(frame, halfWorldMetres))
      for (const i of parts) {
        const isSmall = longerSideOf(placed, i) / frame.resolution < dotBelowPx;
        if (!isSmall) traceArea(placed, frame, i, world);
        else if (hasDots) circleArea(placed, frame, i, world);
      }
    context.strokeStyle = palette().ground;
    context.lineWidth = width + 2;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = width;
    context.stroke();
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => areas.placed.ids.length > 0,
    draw(frame) {
      const found = drawer.draw(frame, areas);
      for (const id of [...chosen].slice(0, maxHighlighted)) emphasize(frame, id, false);
      drawLabels(frame, labelsOfAreas(areas, frame, found), palette());
    },
    emphasize,
    zIndex: 15,
  });
  function set(next: Omit<DrawnAreas<Id>, 'version'>) {
    areas = { ...next, version: areas.version + 1 };
    layers.redraw();
  }

  return {
    ...layers,
    /** Returns true while some outlines are not drawn yet. */
    isPending: () => drawer.isPending() && areas.placed.ids.length > 0,
    setOutlines(outlines: OutlineMarks<Id> | null) {
      const placed = outlines
        ? placedAreas(outlines.ids, outlines.solid, placeOutlines(outlines.rings))
        : noAreas<Id>();
      set({ placed, styles: null, names: null });
    },
    /**
     * Sets areas that were already projected. `styled` has a style and a name for each; `faint` is 1 for those that are not
     * solid.
     */
    setPlaced(
      ids: readonly Id[],
      outlines: PlacedOutlines,
      {
        faint,
        styled,
      }: {
        faint: Uint8Array | null;
        styled: { styles: Uint8Array; names: readonly string[] } | null;
      },
    ) {
      const solid = ids.map((_, i) => faint?.[i] !== 1);
      const placed = placedAreas(ids, solid, outlines);
      set({ placed, styles: styled?.styles ?? null, names: styled?.names ?? null });
    },
    /** Returns the middle of an area in EPSG:3857; null if it is not among the outlines. */
    positionOf: (id: Id) => middleOfArea(areas.placed, id),
    /** Marks several objects as selected. */
    setSelected(ids: ReadonlySet<Id>) {
      if (ids === chosen) return;
      chosen = ids;
      layers.redraw();
    },
    /** Returns the boxes of the names of areas in a view, in CSS pixels. */
    nameBoxes: (frame: Frame) =>
      boxesOfLabels(frame, labelsOfAreas(areas, frame, areasInFrame(areas, frame)), 0),
    /** Returns the areas at a place in EPSG:3857 (any world copy), the smallest first. */
    hits: (x: number, y: number, resolution: number) => areasAt(areas.placed, [x, y], { resolution, inside }),
    /** Returns the western and eastern, southern and northern ends of all areas in EPSG:3857. */
    extremes: () => extremesOf(areas.placed),
    /** Returns the box of an area (west, south, east, north in EPSG:3857); null if it is not drawn. */
    boxOf: (id: Id) => boxOfArea(areas.placed, id),
  };
}
