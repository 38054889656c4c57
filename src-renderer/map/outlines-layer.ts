import { halfWorldMetres } from '../geometry/mercator.ts';
import type { OutlineMarks } from '../state/subject-marks.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import {
  type AreasOfWorld,
  areasInView,
  byStyle,
  circleArea,
  drawAreaDots,
  drawOutlinesOf,
  namesOfAreas,
  traceArea,
} from './draw-areas.ts';
import { boxesOfLabels, drawLabels } from './mark-labels.ts';
import { createOutlinePicture } from './outline-picture.ts';
import type { Palette } from './palette.ts';
import { picturedAreas } from './pictured-areas.ts';
import { type PlacedOutlines, placeOutlines } from './place-marks.ts';
import { areasAt, dotBelowPx, longerSideOf, noAreas, placedAreas } from './placed-areas.ts';
import { createPointedLayer } from './pointed-layer.ts';
import { createStampSheet, type StampSheet } from './stamp-sheet.ts';

/** Of the areas that are selected together: more of them would take too long. */
const mostHighlighted = 1_000;
/** More outlines in a view than this are written as pixels: the canvas would take too long, above all where they overlap. */
const mostStroked = 500;

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
  { dots: drawsDots, isHitInside: inside, drawing }: OutlinesOptions,
) {
  let placed = noAreas<Id>();
  let styles: Uint8Array | null = null;
  let names: readonly string[] | null = null;
  let chosen: ReadonlySet<Id> = new Set();
  const { styles: styleCount, colour } = drawing ?? { styles: 1, colour: () => palette().accent };
  const styleAt = (i: number) => styles?.[i] ?? 0;
  const lineWidth = drawing ? 1.6 : 1.2;
  let sheet: StampSheet | null = null;
  const picture = createOutlinePicture();
  /** Another number for other outlines. */
  let version = 0;
  let isPending = false;

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
        else if (drawsDots) circleArea(placed, frame, i, world);
      }
    context.strokeStyle = palette().ground;
    context.lineWidth = width + 2;
    context.stroke();
    context.strokeStyle = palette().accent;
    context.lineWidth = width;
    context.stroke();
  }

  const partsIn = (frame: Frame) =>
    worldsIn(frame, halfWorldMetres).map(
      (world): AreasOfWorld => ({ world, ...areasInView(placed, frame, world) }),
    );
  const labelsOf = (frame: Frame, parts: readonly AreasOfWorld[]) =>
    names === null ? [] : namesOfAreas(placed, frame, parts, names);

  /** Draws many outlines as pixels; returns false while some are missing. */
  const drawMany = (frame: Frame) =>
    picture.draw(
      frame,
      picturedAreas(placed, frame, {
        version,
        colours: Array.from({ length: styleCount }, (_, style) => colour(style)),
        ...{ styleAt, lineWidth },
      }),
    );

  /** What is in view; that of the last frame where this one continues it. */
  let inView: { found: AreasOfWorld[]; hasDots: boolean } | null = null;

  function readView(frame: Frame) {
    const found = partsIn(frame);
    const hasDots = drawsDots && found.some(({ dots }) => dots.length > 0);
    if (!hasDots) return { found, hasDots };
    const { width, height, ratio } = frame;
    sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
    const edge = palette().ground;
    for (const [style, parts] of byStyle(found, styleCount, styleAt).entries())
      if (parts.some(({ dots }) => dots.length > 0))
        drawAreaDots(placed, frame, parts, { on: sheet, colour: colour(style), edge });
    return { found, hasDots };
  }

  function draw(frame: Frame) {
    const { context, width, height } = frame;
    if (!frame.goesOn || inView === null) inView = readView(frame);
    // Such a frame is not cleared, and half transparent lines would add up.
    else context.clearRect(0, 0, width, height);
    const { found } = inView;
    if (inView.hasDots) sheet?.show(context);
    if (found.reduce((sum, { large }) => sum + large.length, 0) > mostStroked) isPending = !drawMany(frame);
    else {
      picture.clear();
      isPending = false;
      for (const [style, parts] of byStyle(found, styleCount, styleAt).entries())
        if (parts.some(({ large }) => large.length > 0))
          drawOutlinesOf(placed, frame, parts, { colour: colour(style), lineWidth });
    }
    for (const id of [...chosen].slice(0, mostHighlighted)) emphasize(frame, id, false);
    drawLabels(frame, labelsOf(frame, found), palette());
  }

  const layers = createPointedLayer<Id>({
    hasContent: () => placed.ids.length > 0,
    draw,
    emphasize,
    zIndex: 15,
  });
  function set(next: typeof placed) {
    placed = next;
    version += 1;
    layers.redraw();
  }

  return {
    ...layers,
    /** Returns true while some outlines are not drawn yet. */
    isPending: () => isPending && placed.ids.length > 0,
    setOutlines(outlines: OutlineMarks<Id> | null) {
      styles = null;
      names = null;
      set(outlines ? placedAreas(outlines.ids, outlines.solid, placeOutlines(outlines.rings)) : noAreas());
    },
    /** Sets areas that were projected elsewhere. `styled` has a style and a name for each, `faint` says which are not solid. */
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
      styles = styled?.styles ?? null;
      names = styled?.names ?? null;
      set(
        placedAreas(
          ids,
          ids.map((_, i) => faint?.[i] !== 1),
          outlines,
        ),
      );
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
    /** Returns where the names of areas stand in a view, in CSS pixels. */
    nameBoxes: (frame: Frame) => boxesOfLabels(frame, labelsOf(frame, partsIn(frame)), 0),
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
