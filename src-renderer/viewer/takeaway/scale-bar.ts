import { segmentOf } from '../../../src-shared/geometry/geodesic.ts';
import { latitudeOf, longitudeOf } from '../../../src-shared/geometry/mercator.ts';
import type { PictureView } from '../../map/basemap-picture.ts';

/** A length on the ground, and its length in the picture. */
export interface ScaleBar {
  metres: number;
  /** In CSS pixels of the view. */
  lengthPx: number;
}

const measuredPx = 100;

/** Returns the width of a pixel in the middle of a view, in metres on the WGS 84 ellipsoid. */
export function groundMetresPerPixel({ x, y, resolution }: PictureView): number {
  const half = (measuredPx / 2) * resolution;
  const latitude = latitudeOf(y);
  const { lengthMetres } = segmentOf([longitudeOf(x - half), latitude], [longitudeOf(x + half), latitude]);
  return lengthMetres / measuredPx;
}

/** Returns the longest bar of 1, 2 or 5 times a power of ten that is at most `maxPx` long. */
export function groundScaleBar(view: PictureView, maxPx: number): ScaleBar {
  const perPixel = groundMetresPerPixel(view);
  const max = perPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(max));
  const factor = [5, 2, 1].find((each) => each * power <= max) ?? 1;
  const metres = factor * power;
  return { metres, lengthPx: metres / perPixel };
}
