import type { Frame } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** A name with the pixel that it stands beside. */
export interface MarkLabel {
  text: string;
  x: number;
  y: number;
}

/** More marks than this in view have no names: they would be a grey mass. */
export const mostLabelled = 150;
const longest = 40;
const lineHeightPx = 13;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meets = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Writes names beside their marks; one that would cover another one is left out. The earlier ones come first. They are heavier
 * than the names of the basemap, which they may cover.
 */
export function drawLabels(
  { context, width, height }: Frame,
  labels: readonly MarkLabel[],
  palette: Palette,
) {
  context.font = '600 11px "Inter Variable", system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = palette.ground;
  context.fillStyle = palette.basemap.townLabel;
  const taken: Box[] = [];
  for (const { text, x, y } of labels) {
    if (text === '' || x < 0 || y < 0 || x > width || y > height) continue;
    const written = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
    const box = {
      left: x,
      right: x + context.measureText(written).width,
      top: y - lineHeightPx / 2,
      bottom: y + lineHeightPx / 2,
    };
    if (taken.some((other) => meets(box, other))) continue;
    taken.push(box);
    context.strokeText(written, x, y);
    context.fillText(written, x, y);
  }
  context.textBaseline = 'alphabetic';
}
