import type { PictureView } from '../../map/basemap-picture.ts';
import { pictureCanvas } from '../../map/basemap-picture.ts';
import { groundScaleBar } from './scale-bar.ts';

/** The legend of a colour ramp. */
export interface PictureLegend {
  title: string;
  /** 256 × red, green, blue. */
  colours: Uint8ClampedArray;
  /** The values at the start, the middle and the end. */
  labels: readonly [string, string, string];
}

/** The texts on and below a picture of the map. */
export interface PictureCaption {
  title: string;
  lines: readonly string[];
  legends: readonly PictureLegend[];
  /** Formats a length on the ground, such as `500 m`. */
  lengthText: (metres: number) => string;
  /** The letter for north. */
  north: string;
}

const ink = '#1b2a33';
const quiet = '#4a5b66';
const paddingPx = 14;
const titlePx = 15;
const linePx = 12;
const spacing = 1.45;
const legendPx = 220;
const maxBarPx = 160;
const plate = 'rgba(255, 255, 255, 0.88)';

type Context = CanvasRenderingContext2D;

/** Writes a line, which is cut at its end if it is wider than its space. */
function writeLine(context: Context, text: string, x: number, y: number, room: number) {
  let shown = text;
  while (shown.length > 1 && context.measureText(shown === text ? text : `${shown}…`).width > room)
    shown = shown.slice(0, -1);
  context.fillText(shown === text ? text : `${shown.trimEnd()}…`, x, y);
}

/** The most lines of a title; the last one is cut. */
const maxTitleLines = 4;

/** Returns a text in lines that fit into the space, broken at blanks; the last one may be wider. */
export function wrapText(measure: (text: string) => number, text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || lines.length === maxTitleLines - 1 || measure(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Returns the lines of a title in the font in which it will be written. */
function titleLines(title: string, room: number, font: string): string[] {
  const { context } = pictureCanvas(1, 1);
  context.font = `600 ${titlePx}px ${font}`;
  return wrapText((text) => context.measureText(text).width, title, room);
}

function drawScaleBar(context: Context, view: PictureView, height: number, caption: PictureCaption) {
  const { metres, lengthPx } = groundScaleBar(view, maxBarPx);
  const [left, bottom] = [paddingPx, height - paddingPx];
  context.fillStyle = plate;
  context.fillRect(left, bottom - 36, lengthPx + 24, 36);
  context.fillStyle = ink;

  context.textAlign = 'center';
  context.fillText(caption.lengthText(metres), left + 12 + lengthPx / 2, bottom - 20);
  context.fillRect(left + 12, bottom - 14, lengthPx, 6);
  context.fillStyle = '#fff';
  context.fillRect(left + 13, bottom - 13, lengthPx / 2 - 1, 4);
  context.textAlign = 'left';
}

function drawNorth(context: Context, width: number, letter: string) {
  const [x, y] = [width - paddingPx - 17, paddingPx];
  context.fillStyle = plate;
  context.fillRect(x - 17, y, 34, 50);
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.fillText(letter, x, y + 16);
  context.beginPath();
  context.moveTo(x, y + 20);
  context.lineTo(x + 8, y + 44);
  context.lineTo(x, y + 38);
  context.lineTo(x - 8, y + 44);
  context.closePath();
  context.fill();
  context.textAlign = 'left';
}

function drawLegend(context: Context, { title, colours, labels }: PictureLegend, x: number, y: number) {
  context.fillStyle = ink;
  writeLine(context, title, x, y + linePx, legendPx);
  const top = y + linePx * spacing + 2;
  for (let i = 0; i < legendPx; i += 1) {
    const at = 3 * Math.round((i / (legendPx - 1)) * 255);
    context.fillStyle = `rgb(${colours[at]}, ${colours[at + 1]}, ${colours[at + 2]})`;
    context.fillRect(x + i, top, 1.5, 11);
  }
  context.strokeStyle = quiet;
  context.lineWidth = 0.75;
  context.strokeRect(x, top, legendPx, 11);
  context.fillStyle = quiet;
  for (const [i, label] of labels.entries()) {
    context.textAlign = i === 0 ? 'left' : i === 1 ? 'center' : 'right';
    context.fillText(label, x + (i / 2) * legendPx, top + 11 + linePx + 2);
  }
  context.textAlign = 'left';
}

/**
 * Returns a picture of the map with a scale bar and a north arrow, and below it a caption with the legend. The middle of the view
 * is that of the map's picture; all sizes are multiplied by `scale`.
 */
export function framedPicture(
  map: HTMLCanvasElement,
  { view, scale, caption, font }: { view: PictureView; scale: number; caption: PictureCaption; font: string },
): HTMLCanvasElement {
  const [width, height] = [map.width / scale, map.height / scale];
  const { title, lines, legends } = caption;
  const isBeside = legends.length > 0 && width >= 2 * legendPx + 3 * paddingPx;
  const room = width - 2 * paddingPx - (isBeside ? legendPx + paddingPx : 0);
  const titles = titleLines(title, room, font);
  const textPx = titles.length * titlePx * spacing + lines.length * linePx * spacing;
  const oneLegendPx = 2 * linePx * spacing + 20;
  const legendHeight = legends.length * oneLegendPx;
  const bandPx = 2 * paddingPx + (isBeside ? Math.max(textPx, legendHeight) : textPx + legendHeight);
  const { canvas, context } = pictureCanvas(map.width, map.height + bandPx * scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(map, 0, 0);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.font = `600 ${linePx}px ${font}`;
  drawScaleBar(context, view, height, caption);
  drawNorth(context, width, caption.north);
  let y = height + paddingPx + titlePx;
  context.fillStyle = ink;
  context.font = `600 ${titlePx}px ${font}`;
  for (const [i, line] of titles.entries()) {
    if (i > 0) y += titlePx * spacing;
    writeLine(context, line, paddingPx, y, room);
  }
  context.font = `400 ${linePx}px ${font}`;
  context.fillStyle = quiet;
  for (const line of lines) {
    y += linePx * spacing;
    writeLine(context, line, paddingPx, y + 3, room);
  }
  const at = isBeside
    ? { x: width - paddingPx - legendPx, y: height + paddingPx }
    : { x: paddingPx, y: y + paddingPx };
  for (const [i, legend] of legends.entries()) drawLegend(context, legend, at.x, at.y + i * oneLegendPx);
  return canvas;
}
