import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { faintAlpha } from './draw-areas.ts';
import type { LineStyle } from './line-pen.ts';
import type { PicturedOutlines } from './outline-picture.ts';
import { dotBelowPx, longerSideOf, type PlacedAreas } from './placed-areas.ts';
import { pixelOf } from './stamp-sheet.ts';

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
export function picturedAreas<Id>(
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
