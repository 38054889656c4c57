import { blended } from './stamp-sheet.ts';

/** Pixels in the format of `ImageData`: `0xaabbggrr` when read as little-endian words. */
export interface PixelSheet {
  width: number;
  height: number;
  words: Uint32Array;
}

/** A box of pixels; `right` and `bottom` are excluded. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How a line is drawn. */
export interface LineStyle {
  /** A pixel as in `PixelSheet`. Its alpha is that of the middle of the line. */
  pixel: number;
  /** In pixels. */
  width: number;
}

/**
 * How coordinates of a ring become pixels: they are relative to `left` and `top`, which are those of the sheet, and divided by
 * `pixelSize`.
 */
export interface RingPlace {
  left: number;
  top: number;
  pixelSize: number;
}

/** Half of the width, in pixels, over which the coverage of a line falls from one to zero. */
const soft = 0.5;

/**
 * Creates a pen that writes lines with soft edges into pixels. Overlapping lines of one colour never become more opaque than one
 * line, so that many half-transparent ones do not look opaque. A canvas without a GPU takes four times as long for a hundred
 * thousand separate outlines, and minutes for all of them as one path.
 */
export function createLinePen({ width: sheetWidth, words }: PixelSheet) {
  let clip: PixelBox = { left: 0, top: 0, right: 0, bottom: 0 };
  let colour = 0;
  let alpha = 0;
  let reach = 0;

  function put(at: number, covered: number) {
    if (covered <= 0) return;
    const coverage = Math.min(covered, 1);
    const before = words[at] ?? 0;
    if (before !== 0 && (before & 0xffffff) !== colour)
      words[at] = blended(before, (Math.round(coverage * alpha) << 24) | colour);
    else {
      const from = before >>> 24;
      if (from < alpha) words[at] = (((from + (alpha - from) * coverage + 0.5) << 24) | colour) >>> 0;
    }
  }

  /** Draws a line that is wider than high: in each column the pixels above and below its middle. */
  function flat(ax: number, ay: number, bx: number, by: number) {
    const slope = (by - ay) / (bx - ax);
    const shrink = 1 / Math.sqrt(1 + slope * slope);
    const half = reach / shrink;
    const first = Math.max(clip.left, Math.round(ax - soft));
    const last = Math.min(clip.right - 1, Math.round(bx - soft));
    for (let x = first; x <= last; x += 1) {
      const middle = ay + slope * (x + soft - ax) - soft;
      const lowest = Math.min(clip.bottom - 1, Math.floor(middle + half));
      for (let y = Math.max(clip.top, Math.ceil(middle - half)); y <= lowest; y += 1)
        put(y * sheetWidth + x, reach - Math.abs(y - middle) * shrink);
    }
  }

  /** Draws a line that is higher than wide: in each row the pixels on both sides of its middle. */
  function steep(ax: number, ay: number, bx: number, by: number) {
    const slope = (bx - ax) / (by - ay);
    const shrink = 1 / Math.sqrt(1 + slope * slope);
    const half = reach / shrink;
    const first = Math.max(clip.top, Math.round(ay - soft));
    const last = Math.min(clip.bottom - 1, Math.round(by - soft));
    for (let y = first; y <= last; y += 1) {
      const middle = ax + slope * (y + soft - ay) - soft;
      const rightmost = Math.min(clip.right - 1, Math.floor(middle + half));
      for (let x = Math.max(clip.left, Math.ceil(middle - half)); x <= rightmost; x += 1)
        put(y * sheetWidth + x, reach - Math.abs(x - middle) * shrink);
    }
  }

  return {
    /** Limits the following lines to a part of the sheet. */
    setClip(box: PixelBox) {
      clip = box;
    },
    setStyle({ pixel, width }: LineStyle) {
      colour = pixel & 0xffffff;
      alpha = pixel >>> 24;
      reach = width / 2 + soft;
    },
    /** Draws a closed ring of flat `x, y, …`; y grows to the north. */
    ring(ring: Float64Array, { left, top, pixelSize }: RingPlace) {
      const end = ring.length - 2;
      let ax = ((ring[end] ?? 0) - left) / pixelSize;
      let ay = (top - (ring[end + 1] ?? 0)) / pixelSize;
      for (let at = 0; at <= end; at += 2) {
        const bx = ((ring[at] ?? 0) - left) / pixelSize;
        const by = (top - (ring[at + 1] ?? 0)) / pixelSize;
        const wide = Math.abs(bx - ax);
        const high = Math.abs(by - ay);
        if (wide >= high && wide > 0) bx > ax ? flat(ax, ay, bx, by) : flat(bx, by, ax, ay);
        else if (high > 0) by > ay ? steep(ax, ay, bx, by) : steep(bx, by, ax, ay);
        ax = bx;
        ay = by;
      }
    },
  };
}

/** Moves all pixels of a sheet to the left and up. The pixels that come into the sheet have undefined content. */
export function scrollPixels({ width, words }: PixelSheet, byX: number, byY: number) {
  const by = byY * width + byX;
  if (by > 0) words.copyWithin(0, by);
  else words.copyWithin(-by, 0, words.length + by);
}

/** Makes the pixels of a box transparent. */
export function clearPixels({ width, words }: PixelSheet, { left, top, right, bottom }: PixelBox) {
  for (let y = top; y < bottom; y += 1) words.fill(0, y * width + left, y * width + right);
}
