import { worldMetres } from '../../geometry/mercator.ts';

/** The last zoom of the tiles; nearer views are drawn from it. */
export const lastTileZoom = 7;
/** Half a step of zoom: a tile serves the views that are nearer to its zoom than to the next one. */
const reach = 0.5;

/** Returns the zoom of the view (tiles of 256 pixels, as the map counts) for metres of EPSG:3857 per CSS pixel. */
export function zoomOf(resolution: number): number {
  return Math.log2(worldMetres / 256 / resolution);
}

/** Returns the zoom of the tiles that a view is drawn from. */
export function tileZoomFor(viewZoom: number): number {
  return Math.max(0, Math.min(lastTileZoom, Math.round(viewZoom - 1)));
}

/** Returns the nearest view that is drawn from the tiles of a zoom: they must hold what such a view shows. */
export function nearestViewOf(tileZoom: number): number {
  return tileZoom >= lastTileZoom ? Number.POSITIVE_INFINITY : tileZoom + 1 + reach;
}

/** Returns the farthest view that is drawn from the tiles of a zoom. */
export function farthestViewOf(tileZoom: number): number {
  return tileZoom === 0 ? 0 : tileZoom + 1 - reach;
}
