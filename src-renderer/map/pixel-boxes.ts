import type { PixelBox } from './line-pen.ts';

/** Returns the intersection of two boxes; null if it is empty. */
export function commonBox(one: PixelBox, other: PixelBox): PixelBox | null {
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
export function exposedBoxes(view: PixelBox, byX: number, byY: number): readonly [PixelBox, PixelBox] {
  const edge = byX > 0 ? view.right - byX : view.left - byX;
  const columns = byX > 0 ? { ...view, left: edge } : { ...view, right: edge };
  const others = byX > 0 ? { ...view, right: edge } : { ...view, left: edge };
  const rows = byY > 0 ? { ...others, top: view.bottom - byY } : { ...others, bottom: view.top - byY };
  return [columns, rows];
}
