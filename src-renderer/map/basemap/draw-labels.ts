import type { BasemapColours } from './basemap-colours.ts';
import { type LabelDrawing, lineHeight } from './label-candidates.ts';
import { fontOf, type LabelSign, type LabelStyle } from './label-styles.ts';

/** The part of a canvas that the drawing of names uses. */
export type LabelContext = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'translate'
  | 'rotate'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'arc'
  | 'rect'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'measureText'
  | 'font'
  | 'letterSpacing'
  | 'textAlign'
  | 'textBaseline'
  | 'lineJoin'
  | 'lineWidth'
  | 'fillStyle'
  | 'strokeStyle'
>;

const haloPx = 3;

/** Sets font and spacing of a style. */
export function setFont(context: LabelContext, style: LabelStyle) {
  context.font = fontOf(style);
  context.letterSpacing = `${style.spacingPx}px`;
}

type Path = (context: LabelContext, x: number, y: number, size: number) => void;

const polygon =
  (points: readonly (readonly [number, number])[]): Path =>
  (context, x, y, size) => {
    for (const [i, [dx, dy]] of points.entries())
      if (i === 0) context.moveTo(x + dx * size, y + dy * size);
      else context.lineTo(x + dx * size, y + dy * size);
    context.closePath();
  };

const circle: Path = (context, x, y, size) => context.arc(x, y, size, 0, 2 * Math.PI);
const square: Path = (context, x, y, size) => context.rect(x - size, y - size, 2 * size, 2 * size);

/** The right half of an aeroplane seen from above, its nose to the north. The left half is its mirror image. */
const halfPlane = [
  [0, -1],
  [0.16, -0.75],
  [0.16, -0.25],
  [1, 0.25],
  [1, 0.48],
  [0.16, 0.25],
  [0.14, 0.66],
  [0.42, 0.86],
  [0.42, 1],
  [0, 0.9],
] as const;

const paths: Record<Exclude<LabelSign, null>, Path> = {
  capital: square,
  seat: square,
  town: circle,
  station: polygon([
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ]),
  peak: polygon([
    [0, -1],
    [1, 0.8],
    [-1, 0.8],
  ]),
  airport: polygon([...halfPlane, ...halfPlane.map(([x, y]) => [-x, y] as const).reverse()]),
  port: (context, x, y, size) => {
    // An anchor: ring, shaft, stock and flukes, as separate lines.
    context.moveTo(x + 0.28 * size, y - 0.75 * size);
    context.arc(x, y - 0.75 * size, 0.28 * size, 0, 2 * Math.PI);
    context.moveTo(x, y - 0.45 * size);
    context.lineTo(x, y + size);
    context.moveTo(x - 0.5 * size, y - 0.15 * size);
    context.lineTo(x + 0.5 * size, y - 0.15 * size);
    context.moveTo(x + 0.85 * size, y + 0.25 * size);
    context.arc(x, y + 0.1 * size, 0.87 * size, 0.17, Math.PI - 0.17);
  },
};

function drawSign(
  context: LabelContext,
  sign: Exclude<LabelSign, null>,
  at: readonly [number, number],
  style: LabelStyle,
  colours: BasemapColours,
) {
  context.beginPath();
  paths[sign](context, at[0], at[1], style.signPx);
  const isOutline = sign === 'port';
  context.strokeStyle = colours.labelHalo;
  context.lineWidth = isOutline ? 3.2 : 2.4;
  context.stroke();
  if (isOutline) {
    context.strokeStyle = colours[style.colour];
    context.lineWidth = 1.1;
    context.stroke();
    return;
  }
  context.fillStyle = colours[style.colour];
  context.fill();
  if (sign !== 'capital') return;
  context.beginPath();
  circle(context, at[0], at[1], 1.1);
  context.fillStyle = colours.labelHalo;
  context.fill();
}

function drawText(
  context: LabelContext,
  { lines, x, y, align, style, sign }: Extract<LabelDrawing, { shape: 'text' }>,
  colours: BasemapColours,
) {
  if (sign !== null && style.sign !== null) drawSign(context, style.sign, sign, style, colours);
  context.textAlign = align;
  context.lineWidth = haloPx;
  // The width includes the space after the last letter, so a centred text is moved by half of it.
  const shift = align === 'center' ? style.spacingPx / 2 : 0;
  for (const [i, line] of lines.entries()) {
    const lineY = y + i * lineHeight(style);
    context.strokeStyle = colours.labelHalo;
    context.strokeText(line, x + shift, lineY);
  }
  context.fillStyle = colours[style.colour];
  for (const [i, line] of lines.entries()) context.fillText(line, x + shift, y + i * lineHeight(style));
}

function drawLetters(
  context: LabelContext,
  { letters, style }: Extract<LabelDrawing, { shape: 'letters' }>,
  colours: BasemapColours,
) {
  context.textAlign = 'center';
  // Each letter has its own position.
  context.letterSpacing = '0px';
  context.lineWidth = haloPx;
  context.strokeStyle = colours.labelHalo;
  context.fillStyle = colours[style.colour];
  for (const isHalo of [true, false])
    for (const { letter, x, y, turn } of letters) {
      context.save();
      context.translate(x, y);
      context.rotate(turn);
      if (isHalo) context.strokeText(letter, 0, 0);
      else context.fillText(letter, 0, 0);
      context.restore();
    }
}

/** Draws placed names with a halo, so that they are legible over pixels. The first ones are drawn last, on top of the others. */
export function drawLabels(
  context: LabelContext,
  drawings: readonly LabelDrawing[],
  colours: BasemapColours,
) {
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const drawing of drawings.toReversed()) {
    setFont(context, drawing.style);
    if (drawing.shape === 'text') drawText(context, drawing, colours);
    else drawLetters(context, drawing, colours);
  }
}
