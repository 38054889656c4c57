import type { LabelBox } from './basemap/place-labels.ts';
import type { Frame } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** A name with the position of its left end, in CSS pixels. */
export interface MarkLabel {
  text: string;
  x: number;
  y: number;
}

/** If more marks are in view, their names are not written, because they would be illegible. */
export const maxLabelled = 150;
const longest = 40;
const lineHeightPx = 13;

interface WrittenLabel {
  written: string;
  x: number;
  y: number;
  box: LabelBox;
}

const meets = (a: LabelBox, b: LabelBox) =>
  a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;

function setFont(context: Frame['context']) {
  context.font = '600 11px "Inter Variable", system-ui, sans-serif';
}

/** Returns the names that overlap no earlier one. */
function withRoom({ context, width, height }: Frame, labels: readonly MarkLabel[]): WrittenLabel[] {
  setFont(context);
  const placed: WrittenLabel[] = [];
  for (const { text, x, y } of labels) {
    if (text === '' || x < 0 || y < 0 || x > width || y > height) continue;
    const written = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
    const box = {
      minX: x,
      maxX: x + context.measureText(written).width,
      minY: y - lineHeightPx / 2,
      maxY: y + lineHeightPx / 2,
    };
    if (!placed.some((other) => meets(box, other.box))) placed.push({ written, x, y, box });
  }
  return placed;
}

/** Returns the boxes of the names and of the marks of this width before them. Nothing else should be written there. */
export const boxesOfLabels = (frame: Frame, labels: readonly MarkLabel[], markPx: number): LabelBox[] =>
  withRoom(frame, labels).map(({ box }) => ({ ...box, minX: box.minX - markPx }));

/** Writes names beside their marks. A name that would cover an earlier one is left out. */
export function drawLabels(frame: Frame, labels: readonly MarkLabel[], palette: Palette) {
  const { context } = frame;
  const placed = withRoom(frame, labels);
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = palette.ground;
  context.fillStyle = palette.basemap.townLabel;
  for (const { written, x, y } of placed) {
    context.strokeText(written, x, y);
    context.fillText(written, x, y);
  }
  context.textBaseline = 'alphabetic';
}
