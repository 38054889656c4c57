import type { createLinePen, LineStyle, PixelBox, RingPlace } from './line-pen.ts';

/** The outlines of some areas, in the form that a picture of them needs. */
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

/** A part of a picture that is not drawn yet, in pixels from the anchor of the picture. */
export interface MissingOutlines {
  box: PixelBox;
  /** The areas that meet the box; null until the part is being drawn. */
  found: readonly OutlinesOfWorld[] | null;
  /** The index of the next copy of the world in `found`, and of the next of its areas. */
  world: number;
  area: number;
}

/** Lines extend beyond their ring by less than this. */
const reachPx = 3;
/** The number of outlines between two checks of the time. */
const stride = 32;

/** Returns a part of which nothing is drawn yet. */
export const missingOutlines = (box: PixelBox): MissingOutlines => ({ box, found: null, world: 0, area: 0 });

interface MissingOptions {
  outlines: DrawnOutlines;
  /** The pen of the sheet, already limited to the part. */
  pen: ReturnType<typeof createLinePen>;
  /** Where the anchor of the picture is, in EPSG:3857. */
  anchor: { left: number; top: number };
  /** Where the sheet of the pen is. */
  sheet: RingPlace;
}

/** Draws the next outlines of a part; returns false if it has drawn them all. */
export function drawNextOutlines(
  part: MissingOutlines,
  { outlines, pen, anchor, sheet: { left, top, pixelSize } }: MissingOptions,
): boolean {
  part.found ??= outlines.within({
    west: anchor.left + (part.box.left - reachPx) * pixelSize,
    east: anchor.left + (part.box.right + reachPx) * pixelSize,
    north: anchor.top - (part.box.top - reachPx) * pixelSize,
    south: anchor.top - (part.box.bottom + reachPx) * pixelSize,
  });
  const found = part.found[part.world];
  if (found === undefined) return false;
  const { world, areas } = found;
  const place = { left: left - world, top, pixelSize };
  const end = Math.min(areas.length, part.area + stride);
  for (; part.area < end; part.area += 1) {
    const i = areas[part.area] ?? 0;
    const ring = outlines.ringOf(i);
    if (ring === undefined) continue;
    pen.setStyle(outlines.styleOf(i));
    pen.ring(ring, place);
  }
  if (part.area < areas.length) return true;
  part.world += 1;
  part.area = 0;
  return part.world < part.found.length;
}
