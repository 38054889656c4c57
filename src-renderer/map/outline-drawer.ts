import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import {
  type AreasOfWorld,
  areasInView,
  byStyle,
  drawAreaDots,
  drawOutlinesOf,
  faintAlpha,
  namesOfAreas,
} from './draw-areas.ts';
import type { LineStyle } from './line-pen.ts';
import type { MarkLabel } from './mark-labels.ts';
import { createOutlinePicture, type PicturedOutlines } from './outline-picture.ts';
import type { Palette } from './palette.ts';
import { dotBelowPx, longerSideOf, type PlacedAreas } from './placed-areas.ts';
import { createStampSheet, pixelOf, type StampSheet } from './stamp-sheet.ts';

interface PicturedAreasOptions {
  /** Another number for other areas. */
  version: number;
  /** The CSS colour of each style. */
  colours: readonly string[];
  styleAt: (i: number) => number;
  /** In CSS pixels. */
  lineWidth: number;
}

/** Returns the areas that are large enough for outlines at the scale of a frame, for a picture of them. */
function picturedAreas<Id>(
  placed: PlacedAreas<Id>,
  { resolution, ratio }: Frame,
  { version, colours, styleAt, lineWidth }: PicturedAreasOptions,
): PicturedOutlines {
  const width = lineWidth * ratio;
  const lineStyles = colours.map((colour): { solid: LineStyle; faint: LineStyle } => ({
    solid: { pixel: pixelOf(colour, 1), width },
    faint: { pixel: pixelOf(colour, faintAlpha), width },
  }));
  const none: LineStyle = { pixel: 0, width };
  const isLarge = (i: number) => longerSideOf(placed, i) / resolution >= dotBelowPx;
  return {
    key: `${version} ${colours.join(' ')}`,
    within: ({ west, south, east, north }) =>
      worldsIn({ left: west, width: east - west, resolution: 1 }, halfWorldMetres).map((world) => ({
        world,
        areas: placed.index?.search(west - world, south, east - world, north, isLarge) ?? [],
      })),
    ringOf: (i) => placed.rings[i],
    styleOf: (i) => lineStyles[styleAt(i)]?.[placed.solid[i] === true ? 'solid' : 'faint'] ?? none,
  };
}

/**
 * With more outlines in view they are written as pixels, because the canvas would take too long, above all where they overlap.
 */
const maxStroked = 500;

/** How the outlines of a subject are coloured: each has one of these styles. */
export interface OutlineStyles {
  count: number;
  /** Returns the CSS colour of a style. */
  colour(style: number): string;
  /** In CSS pixels. */
  lineWidth: number;
}

/** The areas of a layer, with their styles and names. */
export interface DrawnAreas<Id> {
  placed: PlacedAreas<Id>;
  /** The style of each area; null if all have style 0. */
  styles: Uint8Array | null;
  /** The name of each area; null if no names are drawn. */
  names: readonly string[] | null;
  /** Changes whenever the areas change. */
  version: number;
}

/** Returns the areas in view, for each copy of the world. */
export function areasInFrame<Id>({ placed }: DrawnAreas<Id>, frame: Frame): AreasOfWorld[] {
  return worldsIn(frame, halfWorldMetres).map((world) => ({ world, ...areasInView(placed, frame, world) }));
}

/** Returns the names of the areas found in a frame, if they are few. */
export function labelsOfAreas<Id>(
  { placed, names }: DrawnAreas<Id>,
  frame: Frame,
  found: readonly AreasOfWorld[],
): MarkLabel[] {
  return names === null ? [] : namesOfAreas(placed, frame, found, names);
}

interface OutlineDrawerOptions {
  palette: () => Palette;
  /** True to draw areas as dots if they are too small for an outline. */
  hasDots: boolean;
  styles: OutlineStyles;
}

/**
 * Creates what draws areas on frames: dots on a sheet of pixels, few outlines as strokes of the canvas, and many as a picture
 * that is drawn over several frames.
 */
export function createOutlineDrawer<Id>({ palette, hasDots, styles }: OutlineDrawerOptions) {
  const { count, colour, lineWidth } = styles;
  const picture = createOutlinePicture();
  let sheet: StampSheet | null = null;
  let isPending = false;
  /** The areas in view, which a frame that continues the last one reuses. */
  let inView: { found: AreasOfWorld[]; hasDots: boolean } | null = null;

  const styleIn = (areas: DrawnAreas<Id>) => (i: number) => areas.styles?.[i] ?? 0;

  /** Finds the areas in view and draws the dots among them on the sheet. */
  function readView(frame: Frame, areas: DrawnAreas<Id>) {
    const found = areasInFrame(areas, frame);
    if (!hasDots || !found.some(({ dots }) => dots.length > 0)) return { found, hasDots: false };
    const { width, height, ratio } = frame;
    sheet = createStampSheet(Math.round(width * ratio), Math.round(height * ratio), sheet);
    const edge = palette().ground;
    for (const [style, parts] of byStyle(found, count, styleIn(areas)).entries())
      if (parts.some(({ dots }) => dots.length > 0))
        drawAreaDots(areas.placed, frame, parts, { on: sheet, colour: colour(style), edge });
    return { found, hasDots: true };
  }

  /** Draws many outlines as pixels; returns false while some are missing. */
  function drawMany(frame: Frame, areas: DrawnAreas<Id>): boolean {
    const { placed, version } = areas;
    const colours = Array.from({ length: count }, (_, style) => colour(style));
    const styleAt = styleIn(areas);
    return picture.draw(frame, picturedAreas(placed, frame, { version, colours, styleAt, lineWidth }));
  }

  function drawFew(frame: Frame, areas: DrawnAreas<Id>, found: readonly AreasOfWorld[]) {
    for (const [style, parts] of byStyle(found, count, styleIn(areas)).entries())
      if (parts.some(({ large }) => large.length > 0))
        drawOutlinesOf(areas.placed, frame, parts, { colour: colour(style), lineWidth });
  }

  return {
    /** Draws areas on a frame and returns those in view. Changed areas need a frame that does not continue the last one. */
    draw(frame: Frame, areas: DrawnAreas<Id>): readonly AreasOfWorld[] {
      const { context, width, height } = frame;
      if (!frame.isContinuation || inView === null) inView = readView(frame, areas);
      // A frame that continues another is not cleared, and half-transparent lines would add up.
      else context.clearRect(0, 0, width, height);
      const { found } = inView;
      if (inView.hasDots) sheet?.show(context);
      if (found.reduce((sum, { large }) => sum + large.length, 0) > maxStroked)
        isPending = !drawMany(frame, areas);
      else {
        picture.clear();
        isPending = false;
        drawFew(frame, areas, found);
      }
      return found;
    },
    /** Returns true if the last frame lacks some outlines. */
    isPending: () => isPending,
  };
}
