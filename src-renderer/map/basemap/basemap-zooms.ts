import { worldMetres } from '../../../src-shared/geometry/mercator.ts';

/** The highest zoom of the tiles. Closer views are drawn from it. */
export const lastTileZoom = 7;
/** Half a step of zoom, because each view is drawn from the tiles whose zoom is nearest to its own. */
const reach = 0.5;

/**
 * Returns the zoom of a view with tiles of 256 pixels, for a resolution in metres of EPSG:3857 per CSS pixel. It is at least 0: a small picture,
 * on which the world has fewer pixels than a tile, shows what the whole world shows.
 */
export function zoomOf(resolution: number): number {
  return Math.max(0, Math.log2(worldMetres / 256 / resolution));
}

/** Returns the zoom of the tiles from which a view is drawn. */
export function tileZoomFor(viewZoom: number): number {
  return Math.max(0, Math.min(lastTileZoom, Math.round(viewZoom - 1)));
}

/** Returns the highest view zoom that is drawn from the tiles of a zoom. These tiles must contain all that such a view shows. */
export function nearestViewOf(tileZoom: number): number {
  return tileZoom >= lastTileZoom ? Number.POSITIVE_INFINITY : tileZoom + 1 + reach;
}

/** Returns the lowest view zoom that is drawn from the tiles of a zoom. */
export function farthestViewOf(tileZoom: number): number {
  return tileZoom === 0 ? 0 : tileZoom + 1 - reach;
}
