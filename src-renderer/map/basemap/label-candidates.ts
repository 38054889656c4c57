import { clipLine } from '../../../src-shared/geometry/clip-line.ts';
import type { MapWindow } from './basemap-messages.ts';
import { zoomOf } from './basemap-zooms.ts';
import { type NameKind, type TileName, type TileShape, tileExtent } from './decode-tile.ts';
import { type LabelStyle, labelStyle } from './label-styles.ts';
import { type LetterPlace, lettersAlong } from './line-labels.ts';
import type { LabelBox, LabelCandidate, LabelChoice } from './place-labels.ts';
import type { TileInWindow } from './tiles-in-window.ts';

/** How a placed name is drawn, in CSS pixels. */
export type LabelDrawing =
  | {
      shape: 'text';
      text: string;
      lines: readonly string[];
      /** The middle of the first line; its end for the alignments `left` and `right`. */
      x: number;
      y: number;
      align: 'left' | 'center' | 'right';
      style: LabelStyle;
      sign: readonly [number, number] | null;
    }
  | {
      shape: 'letters';
      text: string;
      letters: readonly (LetterPlace & { letter: string })[];
      style: LabelStyle;
    };

/** Returns the width of a text in CSS pixels in a style. */
export type MeasureText = (text: string, style: LabelStyle) => number;

interface CandidatesOptions {
  tiles: readonly TileInWindow[];
  window: MapWindow;
  marginPx: number;
  textOf: (name: TileName) => string;
  measure: MeasureText;
}

/** The free space around a name. */
const paddingPx = 2.5;
const riverEveryPx = 420;
const riverApartPx = 380;
const areaApartPx = 260;
/** Areas that are named in several places, or that have the name of another area, as islands have that of their country. */
const severalTimes = new Set<NameKind>(['country', 'ocean', 'sea', 'islands', 'island', 'range', 'region']);

/** Returns a text in lines of about the same width, none wider than `maxPx` if it can be broken at a space. */
export function wrapText(text: string, maxPx: number, width: (text: string) => number): string[] {
  if (width(text) <= maxPx) return [text];
  const words = text.split(' ');
  const fill = (limit: number) => {
    const lines: string[] = [];
    for (const word of words) {
      const last = lines.at(-1);
      const longer = `${last ?? ''} ${word}`;
      if (last !== undefined && width(longer) <= limit) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  };
  const fewest = fill(maxPx);
  // The width is reduced in steps of 5 % while the number of lines stays the same, so that no line is much shorter than the
  // others.
  let even = fewest;
  for (let limit = maxPx * 0.95; limit > maxPx / 2; limit *= 0.95) {
    const lines = fill(limit);
    if (lines.length > fewest.length) break;
    even = lines;
  }
  return even;
}

/** Returns the height of a line of text, in CSS pixels. */
export const lineHeight = ({ sizePx }: LabelStyle) => sizePx * 1.16;

function boxAround(x: number, y: number, width: number, height: number): LabelBox {
  return {
    minX: x - width / 2 - paddingPx,
    minY: y - height / 2 - paddingPx,
    maxX: x + width / 2 + paddingPx,
    maxY: y + height / 2 + paddingPx,
  };
}

interface Written {
  text: string;
  lines: readonly string[];
  width: number;
  height: number;
  style: LabelStyle;
}

function write(text: string, style: LabelStyle, measure: MeasureText): Written {
  const width = (part: string) => measure(part, style);
  const lines = wrapText(style.isCapitals ? text.toUpperCase() : text, style.lineWidthPx, width);
  return {
    text,
    lines,
    width: Math.max(...lines.map(width)),
    height: lines.length * lineHeight(style),
    style,
  };
}

/** Returns the name in the middle of an area. */
function inMiddle(written: Written, x: number, y: number): LabelChoice<LabelDrawing> {
  const { text, lines, width, height, style } = written;
  const first = y - ((lines.length - 1) * lineHeight(style)) / 2;
  return {
    boxes: [boxAround(x, y, width, height)],
    drawing: { shape: 'text', text, lines, x, y: first, align: 'center', style, sign: null },
  };
}

/** Returns the positions of a name around its sign: right, left, below, above. */
function besideSign(written: Written, x: number, y: number): LabelChoice<LabelDrawing>[] {
  const { text, lines, width, height, style } = written;
  const gap = style.signPx + 3;
  const signBox = boxAround(x, y, 2 * style.signPx - paddingPx, 2 * style.signPx - paddingPx);
  const rise = ((lines.length - 1) * lineHeight(style)) / 2;
  const choice = (
    align: 'left' | 'center' | 'right',
    textX: number,
    middleY: number,
    boxX: number,
  ): LabelChoice<LabelDrawing> => ({
    boxes: [boxAround(boxX, middleY, width, height), signBox],
    drawing: { shape: 'text', text, lines, x: textX, y: middleY - rise, align, style, sign: [x, y] },
  });
  const off = height / 2 + gap - 1;
  return [
    choice('left', x + gap, y, x + gap + width / 2),
    choice('right', x - gap, y, x - gap - width / 2),
    choice('center', x, y + off, x),
    choice('center', x, y - off, x),
  ];
}

function ofPoint(
  name: TileName,
  tile: TileInWindow,
  zoom: number,
  { textOf, measure }: CandidatesOptions,
): LabelCandidate<LabelDrawing> {
  const x = tile.originX + name.x * tile.scale;
  const y = tile.originY + name.y * tile.scale;
  const style = labelStyle(name, zoom);
  const text = textOf(name);
  const written = write(text, style, measure);
  return {
    // The position of a name in its tile is the same in every view; the column distinguishes the copies of the world.
    key: `${name.kind} ${name.name} ${tile.z} ${tile.column} ${tile.row} ${name.x} ${name.y}`,
    rank: name.rank,
    choices: style.sign === null ? [inMiddle(written, x, y)] : besideSign(written, x, y),
    apart: severalTimes.has(name.kind) ? { text, distancePx: areaApartPx } : null,
  };
}

function alongRiver(
  shape: TileShape,
  name: TileName,
  tile: TileInWindow,
  zoom: number,
  { window, marginPx, textOf, measure }: CandidatesOptions,
): LabelCandidate<LabelDrawing>[] {
  const style = labelStyle(name, zoom);
  const text = textOf(name);
  const letters = [...text];
  const widths = letters.map((letter) => measure(letter, style) + style.spacingPx);
  const own = { west: 0, south: 0, east: tileExtent, north: tileExtent };
  const isNear = (x: number, y: number, room: number) =>
    x > -room && y > -room && x < window.width + room && y < window.height + room;
  return shape.parts.flatMap((part) =>
    clipLine(part, own).flatMap(({ points }, piece) => {
      const line = points.map((value, i) =>
        i % 2 === 0 ? value * tile.scale + tile.originX : value * tile.scale + tile.originY,
      );
      return lettersAlong(line, {
        widths,
        everyPx: riverEveryPx,
        isNear: (x, y) => isNear(x, y, marginPx + riverEveryPx),
      })
        .filter((places) => places.some(({ x, y }) => isNear(x, y, marginPx)))
        .map((places, i): LabelCandidate<LabelDrawing> => {
          const [first] = points;
          return {
            key: `river ${name.name} ${tile.z} ${tile.column} ${tile.row} ${piece} ${first} ${i}`,
            rank: name.rank + 10,
            choices: [
              {
                boxes: places.map(({ x, y }) => boxAround(x, y, style.sizePx * 0.7, style.sizePx * 0.9)),
                drawing: {
                  shape: 'letters',
                  text,
                  style,
                  letters: places.map((place, at) => ({ ...place, letter: letters[at] ?? '' })),
                },
              },
            ],
            apart: { text, distancePx: riverApartPx },
          };
        });
    }),
  );
}

/** Returns the names of the tiles in a view, with all positions in which each could be written. */
export function labelCandidates(options: CandidatesOptions): LabelCandidate<LabelDrawing>[] {
  const { tiles, window, marginPx } = options;
  const zoom = zoomOf(window.resolution);
  const isShown = ({ fromZoom, toZoom }: TileName) => fromZoom <= zoom && zoom <= toZoom;
  return tiles.flatMap((tile) => {
    const points = tile.tile.names.filter((name) => {
      const x = tile.originX + name.x * tile.scale;
      const y = tile.originY + name.y * tile.scale;
      return (
        isShown(name) &&
        x > -marginPx &&
        y > -marginPx &&
        x < window.width + marginPx &&
        y < window.height + marginPx
      );
    });
    const rivers = tile.tile.shapes.rivers.flatMap((shape) =>
      shape.name !== null && shape.fromZoom <= zoom && shape.name.fromZoom <= zoom
        ? alongRiver(shape, shape.name, tile, zoom, options)
        : [],
    );
    return [...points.map((name) => ofPoint(name, tile, zoom, options)), ...rivers];
  });
}
