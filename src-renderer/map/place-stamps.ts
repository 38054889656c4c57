import { drawStamp } from './draw-marks.ts';
import { drawMarkRing } from './mark-ring.ts';
import type { Palette } from './palette.ts';
import { placeDrawing } from './point-drawing.ts';
import type { StampPixels } from './stamp-sheet.ts';

/** The radius of a mark that is not highlighted, in CSS pixels. */
export const placeRadiusPx = 5;
const { halfPx, styles } = placeDrawing;

/** Returns the stamps of places. Styles from `placeDrawing.styles` on are those of selected places. */
function drawStamps({ ground, accent }: Palette, ratio: number): StampPixels[][] {
  const at = { x: halfPx, y: halfPx, radius: placeRadiusPx, ground };
  const ring = { x: halfPx, y: halfPx, radius: halfPx - 2, colour: accent };
  const stamps = (draw: (context: CanvasRenderingContext2D, style: number) => void) =>
    Array.from({ length: 2 * styles }, (_, style) =>
      drawStamp(2 * halfPx, ratio, (context) => draw(context, style)),
    );
  const edges = stamps((context, style) => {
    if (style >= styles) drawMarkRing(context, ring);
    placeDrawing.drawEdge(context, at);
  });
  const bodies = stamps((context, style) => placeDrawing.draw(context, style % styles, at));
  return [edges, bodies];
}

/**
 * Creates the cache of the stamps of places for a pixel ratio: first the edges of all styles, then the bodies. They are drawn
 * again when the ratio or the colour of the ground changes.
 */
export function createPlaceStamps(palette: () => Palette) {
  let last: { key: string; byPass: StampPixels[][] } = { key: '', byPass: [] };
  return (ratio: number): readonly (readonly StampPixels[])[] => {
    const key = `${palette().ground} ${ratio}`;
    if (last.key !== key) last = { key, byPass: drawStamps(palette(), ratio) };
    return last.byPass;
  };
}
