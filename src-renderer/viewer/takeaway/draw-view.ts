import { drawBasemap, type PictureView, pictureCanvas } from '../../map/basemap-picture.ts';
import type { WidthRange } from '../compare/width-range.ts';
import type { RasterDisplay, TileExtent } from '../raster/raster-messages.ts';

/** A raster that is drawn on the map. */
export interface RasterPainter {
  /** What is painted. */
  display: RasterDisplay;
  /** Paints a square of EPSG:3857; resolves with null outside of the raster. Rejects if it cannot be read. */
  paint(extent: TileExtent, sizePx: number, signal: AbortSignal): Promise<ImageBitmap | null>;
  opacity: number;
  /** The part of the width in which it is drawn. */
  range: WidthRange;
}

const squarePx = 512;
/** The number of squares that are painted at the same time, which the workers of a raster can handle. */
const atOnce = 4;
/** The maximum number of pixels, which take a quarter of a gigabyte. */
const maxPixels = 64_000_000;
const longestSidePx = 16_384;

/** Returns true if a picture of a view can be drawn at a scale. */
export function isDrawable({ widthPx, heightPx }: PictureView, scale: number): boolean {
  const [width, height] = [widthPx * scale, heightPx * scale];
  return width > 0 && height > 0 && width * height <= maxPixels && Math.max(width, height) <= longestSidePx;
}

interface Square {
  column: number;
  row: number;
}

interface ViewDrawing {
  view: PictureView;
  /** Pixels of the picture per CSS pixel of the view. Rasters are read at that scale, not enlarged. */
  scale: number;
  /** True to draw the embedded map under the rasters; else the picture is transparent beside them. */
  hasMap: boolean;
  /** From the lowest to the highest. */
  rasters: readonly RasterPainter[];
  language: string;
  signal: AbortSignal;
}

/** Draws a raster into a picture of the view. Resolves with false if nothing of it is seen there, as of the raster below a difference. */
export async function drawRaster(
  { paint, opacity, range }: RasterPainter,
  context: CanvasRenderingContext2D,
  { view, scale, signal }: Pick<ViewDrawing, 'view' | 'scale' | 'signal'>,
): Promise<boolean> {
  if (opacity === 0) return false;
  let isInView = false;
  const resolution = view.resolution / scale;
  const { width, height } = context.canvas;
  const left = view.x - (width / 2) * resolution;
  const top = view.y + (height / 2) * resolution;
  const side = squarePx * resolution;
  const waiting: Square[] = [];
  for (let row = 0; row * squarePx < height; row += 1)
    for (let column = 0; column * squarePx < width; column += 1) waiting.push({ column, row });
  async function work() {
    for (let square = waiting.shift(); square; square = waiting.shift()) {
      const [west, north] = [left + square.column * side, top - square.row * side];
      const bitmap = await paint([west, north - side, west + side, north], squarePx, signal);
      if (bitmap === null) continue;
      isInView = true;
      context.save();
      context.beginPath();
      context.rect(range.from * width, 0, (range.until - range.from) * width, height);
      context.clip();
      context.globalAlpha = opacity;
      context.drawImage(bitmap, square.column * squarePx, square.row * squarePx);
      context.restore();
      bitmap.close();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return isInView;
}

/**
 * Resolves with a picture of the view: the rasters, and the embedded map below and its names above them. Each pixel of a raster
 * is computed for the picture, so that twice the scale shows twice the detail. Rejects if something cannot be read.
 */
export async function drawView(drawing: ViewDrawing): Promise<HTMLCanvasElement> {
  const { view, scale, hasMap, rasters, language, signal } = drawing;
  const { canvas, context } = pictureCanvas(view.widthPx * scale, view.heightPx * scale);
  const between = async () => {
    for (const raster of rasters) await drawRaster(raster, context, drawing);
  };
  if (hasMap)
    await drawBasemap({ context, view, ratio: scale, language, hasGraticule: false, signal, between });
  else await between();
  signal.throwIfAborted();
  return canvas;
}
