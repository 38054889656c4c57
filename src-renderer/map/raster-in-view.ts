import type { RasterInfo } from '../../src-preload/contract/library.ts';
import { type DegreeBox, doBoxesMeet } from '../../src-shared/geometry/box-of-places.ts';
import { latitudeOf, longitudeOf } from '../../src-shared/geometry/mercator.ts';
import type { PictureView } from './basemap-picture.ts';

/** Returns the box of a view in degrees. */
export function boxOfView({ x, y, resolution, widthPx, heightPx }: PictureView): DegreeBox {
  const [across, up] = [(widthPx / 2) * resolution, (heightPx / 2) * resolution];
  return [longitudeOf(x - across), latitudeOf(y - up), longitudeOf(x + across), latitudeOf(y + up)];
}

/**
 * Returns true if a view shows ground of a raster, so that its caption and legend say something of the picture. A raster that is not read
 * yet counts as shown, and so does one without a place, which covers the map.
 */
export function isRasterInView(info: Pick<RasterInfo, 'placement'> | null, view: DegreeBox | null): boolean {
  if (info === null || view === null || info.placement.kind === 'unplaced') return true;
  return doBoxesMeet(info.placement.box, view);
}
