import { clearPixels, createLinePen, type PixelBox, type PixelSheet, scrollPixels } from './line-pen.ts';
import {
  type DrawnOutlines,
  drawNextOutlines,
  type MissingOutlines,
  missingOutlines,
} from './missing-outlines.ts';

/** Returns the intersection of two boxes; null if it is empty. */
function commonBox(one: PixelBox, other: PixelBox): PixelBox | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return box.left < box.right && box.top < box.bottom ? box : null;
}

/**
 * Returns the columns and the rows of a view that came into view when it moved by so many pixels to the right and down. The two
 * boxes do not overlap; one of them is empty if the view moved along one axis.
 */
function exposedBoxes(view: PixelBox, byX: number, byY: number): readonly [PixelBox, PixelBox] {
  const edge = byX > 0 ? view.right - byX : view.left - byX;
  const columns = byX > 0 ? { ...view, left: edge } : { ...view, right: edge };
  const others = byX > 0 ? { ...view, right: edge } : { ...view, left: edge };
  const rows = byY > 0 ? { ...others, top: view.bottom - byY } : { ...others, bottom: view.top - byY };
  return [columns, rows];
}

/** A view in device pixels: the EPSG:3857 coordinate of its upper left corner, and the metres of a pixel. */
export interface PixelView {
  left: number;
  top: number;
  pixelSize: number;
}

/** If more parts than this are missing, the whole picture is drawn again. */
const maxMissing = 24;

/**
 * Creates a picture of outlines that moves with the view: drawn pixels are scrolled, and only outlines that come into view are
 * drawn. Its pixel grid is that of its first view (the anchor), so a view between pixels is shown at the nearest one.
 */
export function createOutlinePixels(sheet: PixelSheet, anchor: PixelView) {
  const { width, height } = sheet;
  const pen = createLinePen(sheet);
  const { pixelSize } = anchor;
  /** Pixels from the anchor to the upper left corner of the sheet. */
  let [x, y] = [0, 0];
  let missing: MissingOutlines[] = [];

  const everything = (): PixelBox => ({ left: x, top: y, right: x + width, bottom: y + height });
  const place = (): PixelView => ({
    left: anchor.left + x * pixelSize,
    top: anchor.top - y * pixelSize,
    pixelSize,
  });

  function restart() {
    sheet.words.fill(0);
    missing = [missingOutlines(everything())];
  }

  /** Returns the part of a box that is on the sheet, in pixels of the sheet; null if nothing of it is. */
  function onSheet(box: PixelBox): PixelBox | null {
    const shown = commonBox(box, everything());
    if (shown === null) return null;
    const { left, top, right, bottom } = shown;
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  }

  /** Scrolls the drawn pixels and adds the parts that came into view to `missing`. */
  function scroll(byX: number, byY: number) {
    scrollPixels(sheet, byX, byY);
    const all = everything();
    // A part that leaves the sheet becomes a new part when it returns. No pixel may be in two parts, or it would be drawn twice.
    missing = missing.flatMap((each) => {
      const box = commonBox(each.box, all);
      return box === null ? [] : [{ ...each, box }];
    });
    for (const box of exposedBoxes(all, byX, byY)) {
      const shown = onSheet(box);
      if (shown === null) continue;
      clearPixels(sheet, shown);
      missing.push(missingOutlines(box));
    }
  }

  restart();
  return {
    /** Moves the picture to a view of the same scale. Returns true if it has moved. */
    moveTo({ left, top }: Pick<PixelView, 'left' | 'top'>): boolean {
      const byX = Math.round((left - anchor.left) / pixelSize) - x;
      const byY = Math.round((anchor.top - top) / pixelSize) - y;
      if (byX === 0 && byY === 0) return false;
      [x, y] = [x + byX, y + byY];
      if (Math.abs(byX) >= width || Math.abs(byY) >= height || missing.length > maxMissing) restart();
      else scroll(byX, byY);
      return true;
    },
    /** Returns how far a view is from the grid of this picture, in pixels from 0 to 0.5. */
    offGrid({ left, top }: Pick<PixelView, 'left' | 'top'>): number {
      const off = (value: number) => Math.abs(value - Math.round(value));
      return Math.max(off((left - anchor.left) / pixelSize), off((anchor.top - top) / pixelSize));
    },
    /** Returns the view that the sheet shows now. */
    place,
    /** Returns true if no outline of the view is missing. */
    isWhole: () => missing.length === 0,
    /** Draws what is missing until `isTimeUp` returns true; it is called from time to time. */
    draw(outlines: DrawnOutlines, isTimeUp: () => boolean) {
      for (let next = missing[0]; next !== undefined; next = missing[0]) {
        const box = onSheet(next.box);
        if (box === null) {
          missing.shift();
          continue;
        }
        pen.setClip(box);
        if (!drawNextOutlines(next, { outlines, pen, anchor, sheet: place() })) missing.shift();
        if (isTimeUp()) return;
      }
    },
  };
}
/** A picture of outlines that moves with the view. */
export type OutlinePixels = ReturnType<typeof createOutlinePixels>;
