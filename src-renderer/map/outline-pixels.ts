import {
  clearPixels,
  createLinePen,
  type LineStyle,
  type PixelBox,
  type PixelSheet,
  scrollPixels,
} from './line-pen.ts';

/** A view in device pixels: the EPSG:3857 coordinate of its upper left corner, and the metres of a pixel. */
export interface PixelView {
  left: number;
  top: number;
  pixelSize: number;
}

/** The outlines of some areas, as this drawing needs them. */
export interface DrawnOutlines {
  /** Returns the areas whose box meets a box of EPSG:3857, each with the offset of its copy of the world in metres. */
  within(box: { west: number; south: number; east: number; north: number }): readonly OutlinesOfWorld[];
  /** Returns a flat ring of EPSG:3857. */
  ringOf(i: number): Float64Array | undefined;
  styleOf(i: number): LineStyle;
}

/** The areas of one copy of the world. */
export interface OutlinesOfWorld {
  world: number;
  areas: readonly number[];
}

/** A part of the picture that is not drawn yet, in pixels from the anchor. */
interface Missing {
  box: PixelBox;
  /** Found when it is its turn. */
  found: readonly OutlinesOfWorld[] | null;
  /** The copy of the world and the area within it that are next. */
  world: number;
  area: number;
}

/** Returns what two boxes have in common; null if that is nothing. */
function common(one: PixelBox, other: PixelBox): PixelBox | null {
  const box = {
    ...{ left: Math.max(one.left, other.left), top: Math.max(one.top, other.top) },
    ...{ right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) },
  };
  return box.left < box.right && box.top < box.bottom ? box : null;
}

/** More parts than this, and the whole picture is drawn again. */
const mostMissing = 24;
/** Lines reach beyond their ring by less than this. */
const reachPx = 3;
/** Outlines between two readings of the clock. */
const stride = 32;

/**
 * Creates a picture of outlines that moves with the view: what was drawn stays, and only what comes into view is drawn. Its grid of
 * pixels is that of the view it was begun for (the anchor), so a view that lies between pixels is shown at the nearest one.
 */
export function createOutlinePixels(sheet: PixelSheet, anchor: PixelView) {
  const { width, height } = sheet;
  const pen = createLinePen(sheet);
  const { pixelSize } = anchor;
  /** Pixels from the anchor to the upper left corner of the sheet. */
  let [x, y] = [0, 0];
  let missing: Missing[] = [];

  const part = (box: PixelBox): Missing => ({ box, found: null, world: 0, area: 0 });
  const everything = (): PixelBox => ({ left: x, top: y, right: x + width, bottom: y + height });

  function beginAgain() {
    sheet.words.fill(0);
    missing = [part(everything())];
  }

  /** Returns the part of a box that is on the sheet, in pixels of the sheet; null if nothing of it is. */
  function onSheet(box: PixelBox): PixelBox | null {
    const shown = common(box, everything());
    if (shown === null) return null;
    const { left, top, right, bottom } = shown;
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  }

  /** Moves the picture to a view of the same scale. Returns whether it has moved. */
  function moveTo({ left, top }: Pick<PixelView, 'left' | 'top'>): boolean {
    const byX = Math.round((left - anchor.left) / pixelSize) - x;
    const byY = Math.round((anchor.top - top) / pixelSize) - y;
    if (byX === 0 && byY === 0) return false;
    [x, y] = [x + byX, y + byY];
    if (Math.abs(byX) >= width || Math.abs(byY) >= height || missing.length > mostMissing) {
      beginAgain();
      return true;
    }
    scrollPixels(sheet, byX, byY);
    const all = everything();
    // What has left the sheet is a new part when it comes back: no pixel may belong to two parts, which would draw it twice.
    missing = missing.flatMap((each) => {
      const box = common(each.box, all);
      return box === null ? [] : [{ ...each, box }];
    });
    const edge = byX > 0 ? all.right - byX : all.left - byX;
    const columns = byX > 0 ? { ...all, left: edge } : { ...all, right: edge };
    const others = byX > 0 ? { ...all, right: edge } : { ...all, left: edge };
    const rows = byY > 0 ? { ...others, top: all.bottom - byY } : { ...others, bottom: all.top - byY };
    for (const box of [columns, rows]) {
      const shown = onSheet(box);
      if (shown === null) continue;
      clearPixels(sheet, shown);
      missing.push(part(box));
    }
    return true;
  }

  /** Draws the next outlines of a part; returns false if it has drawn them all. */
  function drawSome(next: Missing, outlines: DrawnOutlines): boolean {
    next.found ??= outlines.within({
      west: anchor.left + (next.box.left - reachPx) * pixelSize,
      east: anchor.left + (next.box.right + reachPx) * pixelSize,
      north: anchor.top - (next.box.top - reachPx) * pixelSize,
      south: anchor.top - (next.box.bottom + reachPx) * pixelSize,
    });
    const found = next.found[next.world];
    if (found === undefined) return false;
    const { world, areas } = found;
    const place = {
      left: anchor.left + x * pixelSize - world,
      top: anchor.top - y * pixelSize,
      pixelSize,
    };
    const end = Math.min(areas.length, next.area + stride);
    for (; next.area < end; next.area += 1) {
      const i = areas[next.area] ?? 0;
      const ring = outlines.ringOf(i);
      if (ring === undefined) continue;
      pen.setStyle(outlines.styleOf(i));
      pen.ring(ring, place);
    }
    if (next.area < areas.length) return true;
    next.world += 1;
    next.area = 0;
    return next.world < next.found.length;
  }

  beginAgain();
  return {
    moveTo,
    /** Returns how far a view lies from the grid of this picture, in pixels from 0 to 0.5. */
    offGrid({ left, top }: Pick<PixelView, 'left' | 'top'>): number {
      const off = (value: number) => Math.abs(value - Math.round(value));
      return Math.max(off((left - anchor.left) / pixelSize), off((anchor.top - top) / pixelSize));
    },
    /** Where the sheet is now. */
    place: (): PixelView => ({
      left: anchor.left + x * pixelSize,
      top: anchor.top - y * pixelSize,
      pixelSize,
    }),
    isWhole: () => missing.length === 0,
    /** Draws what is missing until `isTimeUp` says so; it is asked from time to time. */
    draw(outlines: DrawnOutlines, isTimeUp: () => boolean) {
      for (let next = missing[0]; next !== undefined; next = missing[0]) {
        const box = onSheet(next.box);
        if (box === null) {
          missing.shift();
          continue;
        }
        pen.setClip(box);
        if (!drawSome(next, outlines)) missing.shift();
        if (isTimeUp()) return;
      }
    },
  };
}
/** A picture of outlines that moves with the view. */
export type OutlinePixels = ReturnType<typeof createOutlinePixels>;
