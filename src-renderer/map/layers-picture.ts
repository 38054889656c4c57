import type { RasterDisplay } from '../viewer/raster/raster-messages.ts';
import { drawRaster } from '../viewer/takeaway/draw-view.ts';
import type { PictureView } from './basemap-picture.ts';
import type { MapContent } from './map-content-store.ts';
import { createOwnMapsPicture } from './own-maps/own-maps-picture.ts';

/** What a picture shows of the map's content. */
export interface DrawnContent {
  /** The rasters that are in view, from the lowest. */
  rasters: readonly RasterDisplay[];
  /** False if parts of the user's own maps could not be loaded. */
  isComplete: boolean;
}

interface ContentDrawing {
  context: CanvasRenderingContext2D;
  view: PictureView;
  /** Pixels of the picture per pixel of the view. */
  ratio: number;
  signal: AbortSignal;
}

/**
 * Draws the user's own maps and the rasters into a picture, in the sequence of the map. Rejects if a raster cannot be read, or with
 * the reason of `signal` if it is aborted.
 */
export async function drawContent(content: MapContent, drawing: ContentDrawing): Promise<DrawnContent> {
  const { context, view, ratio, signal } = drawing;
  const own = content.maps.length === 0 ? null : createOwnMapsPicture(content.maps, view, ratio);
  try {
    let isComplete = (await own?.draw('ground', context, signal)) ?? true;
    const rasters: RasterDisplay[] = [];
    for (const raster of content.rasters)
      if (await drawRaster(raster, context, { view, scale: ratio, signal })) rasters.push(raster.display);
    if (own !== null) isComplete = (await own.draw('names', context, signal)) && isComplete;
    return { rasters, isComplete };
  } finally {
    own?.destroy();
  }
}
