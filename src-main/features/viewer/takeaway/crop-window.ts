import proj4 from 'proj4';
import type { KnownPlacement, RasterPlacement } from '../../../../src-preload/contract/raster-placement.ts';
import type { CropArea, PixelWindow } from '../../../../src-preload/contract/takeaway.ts';
import { createMapPlane } from '../../../../src-shared/geometry/map-plane.ts';
import {
  applyAffine,
  applyPolynomial,
  applyRational,
  invertAffine,
} from '../../../../src-shared/geometry/pixel-models.ts';

interface PlacedRaster {
  widthPx: number;
  heightPx: number;
  placement: RasterPlacement;
}

/** The number of points between two corners, because a straight edge on the map is a curve in other planes. */
const stepsPerEdge = 16;
/** With more corners than this the edges are short, and need no points between them. */
const maxPoints = 20_000;
/** A border that is on the edge of a pixel, within this tolerance, does not add a pixel. */
const rounding = 1e-6;

function toPixelOf({
  model,
  projection,
}: KnownPlacement): (lon: number, lat: number) => readonly [number, number] {
  if (model.kind === 'rational') return (longitude, latitude) => applyRational(model, longitude, latitude);
  const plane = createMapPlane(projection, proj4(projection));
  if (model.kind === 'polynomial')
    return (longitude, latitude) => applyPolynomial(model, ...plane.toPlane(longitude, latitude));
  const inverse = invertAffine(model.geoTransform) ?? model.geoTransform;
  return (longitude, latitude) => applyAffine(inverse, ...plane.toPlane(longitude, latitude));
}

function edgePoints(ring: readonly (readonly [number, number])[]): [number, number][] {
  const steps = ring.length * stepsPerEdge > maxPoints ? 1 : stepsPerEdge;
  return ring.flatMap(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return Array.from({ length: steps }, (_, step): [number, number] => [
      x + ((nextX - x) * step) / steps,
      y + ((nextY - y) * step) / steps,
    ]);
  });
}

/**
 * Returns the smallest rectangle of pixels of the raster around an area; `outside` if the area does not touch the raster, `unplaced` if the
 * raster has no placement.
 */
export function cropWindow(
  { widthPx, heightPx, placement }: PlacedRaster,
  area: CropArea,
): PixelWindow | 'outside' | 'unplaced' {
  if (area.kind === 'whole') return { column: 0, row: 0, widthPx, heightPx };
  if (placement.kind === 'unplaced') return 'unplaced';
  const toPixel = toPixelOf(placement);
  const [west, , east] = placement.box;
  // The longitudes of the ring and of the raster may differ by 360 degrees.
  const middle = (west + east) / 2;
  const ringMiddle = area.ring.reduce((sum, [longitude]) => sum + longitude, 0) / area.ring.length;
  const turn = 360 * Math.round((middle - ringMiddle) / 360);
  const found = edgePoints(area.ring)
    .map(([longitude, latitude]) => toPixel(longitude + turn, latitude))
    .filter(([column, row]) => Number.isFinite(column) && Number.isFinite(row));
  if (found.length === 0) return 'outside';
  const low = (values: number[], most: number) =>
    Math.max(0, Math.min(most, Math.floor(values.reduce((a, b) => Math.min(a, b)) + rounding)));
  const high = (values: number[], most: number) =>
    Math.max(0, Math.min(most, Math.ceil(values.reduce((a, b) => Math.max(a, b)) - rounding)));
  const [columns, rows] = [found.map(([column]) => column), found.map(([, row]) => row)];
  const [column, row] = [low(columns, widthPx), low(rows, heightPx)];
  const window = {
    column,
    row,
    widthPx: high(columns, widthPx) - column,
    heightPx: high(rows, heightPx) - row,
  };
  return window.widthPx < 1 || window.heightPx < 1 ? 'outside' : window;
}
