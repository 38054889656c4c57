import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PNG } from 'pngjs';
import proj4 from 'proj4';
import type { KnownPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { createMapPlane } from '../../../src-shared/geometry/map-plane.ts';
import {
  applyAffine,
  applyPolynomial,
  applyRational,
  invertAffine,
} from '../../../src-shared/geometry/pixel-models.ts';
import { naturalSampleChannels } from '../../../src-shared/raster/natural-channels.ts';
import { nodataRange } from '../../../src-shared/raster/nodata.ts';
import { type RasterImage, readRasterImage } from '../raster-image.ts';
import { fullOf, type Samples } from '../samples.ts';
import { readTiffDirectories } from '../tiff-directory.ts';
import { createWindowRows } from '../window-rows.ts';
import {
  boxOfTile,
  eachPixel,
  type GridExtent,
  type GridPoints,
  gridExtent,
  gridPoints,
  type TilePlace,
  tilePx,
} from './tile-grid-points.ts';
import type { TileSource } from './tile-job.ts';

/** A part with more samples is not read, because a tile of a raster without overviews could take gigabytes. */
const maxSamples = 16 * 1_024 * 1_024;
/** The longitudes of a raster are compared with those of a tile with each of these offsets, because it may cross the antimeridian. */
const turns = [0, 360, -360];

type ToPixel = (longitude: number, latitude: number) => readonly [number, number];

/** Returns the function from degrees to pixels, null if there is none; `raster/place-pixels.ts` does the same for the page. */
function toPixelOf({ model, projection }: KnownPlacement): ToPixel | null {
  if (model.kind === 'rational') return (longitude, latitude) => applyRational(model, longitude, latitude);
  const plane = createMapPlane(projection, proj4(projection));
  if (model.kind === 'polynomial')
    return (longitude, latitude) => applyPolynomial(model, ...plane.toPlane(longitude, latitude));
  const inverse = invertAffine(model.geoTransform);
  return inverse && ((longitude, latitude) => applyAffine(inverse, ...plane.toPlane(longitude, latitude)));
}

/** An image of a raster, the raster itself or an overview of it. */
interface Level {
  file: FileHandle;
  image: RasterImage;
}

async function levelsIn(file: FileHandle): Promise<Level[]> {
  const levels: Level[] = [];
  for (const directory of await readTiffDirectories(file)) {
    const image = await readRasterImage(directory);
    if (!image.isMask) levels.push({ file, image });
  }
  return levels;
}

/** Returns the smallest image with at least one pixel for each pixel of the tile, else the largest one. */
function levelFor(levels: readonly Level[], widthPx: number, scale: number): Level | undefined {
  const bySize = levels.toSorted((a, b) => a.image.widthPx - b.image.widthPx);
  return bySize.find(({ image }) => widthPx / image.widthPx <= Math.max(1, scale)) ?? bySize.at(-1);
}

interface Window {
  column: number;
  row: number;
  widthPx: number;
  heightPx: number;
}

/** Returns the part of an image below the tile; null if it has none there. */
function windowOf(extent: GridExtent, image: RasterImage, factors: { x: number; y: number }): Window | null {
  const column = Math.max(0, Math.floor(extent.left / factors.x));
  const row = Math.max(0, Math.floor(extent.top / factors.y));
  const right = Math.min(image.widthPx, Math.ceil(extent.right / factors.x) + 1);
  const bottom = Math.min(image.heightPx, Math.ceil(extent.bottom / factors.y) + 1);
  if (right <= column || bottom <= row) return null;
  return { column, row, widthPx: right - column, heightPx: bottom - row };
}

/** Draws samples into the empty pixels of the tile; returns how many it drew. */
function draw(
  rgba: Uint8Array,
  samples: Samples,
  part: {
    source: TileSource;
    grid: GridPoints;
    window: Window;
    image: RasterImage;
    factors: { x: number; y: number };
  },
): number {
  const { source, grid, window, image, factors } = part;
  const { raster } = source;
  const shades = naturalSampleChannels(raster).map(({ band, ends: [low, high] }) => ({
    band,
    low,
    scale: high === low ? 0 : 255 / (high - low),
  }));
  const alphaAt = raster.hasAlpha ? raster.bands.length : -1;
  const full = fullOf(image);
  const [lowest, highest] = nodataRange(raster);
  let drawn = 0;
  eachPixel(grid, (index, fullColumn, fullRow) => {
    if (rgba[4 * index + 3] !== 0) return;
    const column = Math.floor(fullColumn / factors.x) - window.column;
    const row = Math.floor(fullRow / factors.y) - window.row;
    if (column < 0 || row < 0 || column >= window.widthPx || row >= window.heightPx) return;
    const at = (row * window.widthPx + column) * image.samples;
    let opacity = 255;
    if (alphaAt >= 0) opacity = Math.round(((samples[at + alphaAt] ?? 0) / full) * 255);
    if (opacity <= 0) return;
    let hasValue = false;
    for (const [channel, { band, low, scale }] of shades.entries()) {
      const value = samples[at + band] ?? Number.NaN;
      if (Number.isNaN(value) || (value >= lowest && value <= highest)) continue;
      hasValue = true;
      rgba[4 * index + channel] = Math.max(0, Math.min(255, Math.round((value - low) * scale)));
    }
    if (!hasValue) return;
    rgba[4 * index + 3] = Math.min(255, opacity);
    drawn += 1;
  });
  return drawn;
}

async function drawSource(rgba: Uint8Array, tile: TilePlace, source: TileSource): Promise<number> {
  const { raster, path, overviewsPath } = source;
  const { placement } = raster;
  const toPixel = placement.kind === 'placed' ? toPixelOf(placement) : null;
  if (placement.kind !== 'placed' || toPixel === null) return 0;
  const [west, south, east, north] = placement.box;
  const box = boxOfTile(tile);
  const files: FileHandle[] = [];
  try {
    let drawn = 0;
    for (const turn of turns) {
      const isUnder = box[0] + turn <= east && box[2] + turn >= west && box[1] <= north && box[3] >= south;
      if (!isUnder) continue;
      const grid = gridPoints(tile, toPixel, turn);
      const extent = gridExtent(grid);
      if (extent === null) continue;
      if (files.length === 0)
        for (const each of overviewsPath === null ? [path] : [path, overviewsPath])
          files.push(await open(each, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
      const levels = (await Promise.all(files.map(levelsIn))).flat();
      const level = levelFor(levels, raster.widthPx, extent.scale);
      if (level === undefined) continue;
      const { file, image } = level;
      const factors = { x: raster.widthPx / image.widthPx, y: raster.heightPx / image.heightPx };
      const window = windowOf(extent, image, factors);
      if (window === null || window.widthPx * window.heightPx * image.samples > maxSamples) continue;
      const rows = createWindowRows({ file, image, empty: raster.nodata ?? 0, window });
      try {
        const samples = await rows.read(0, window.heightPx);
        drawn += draw(rgba, samples, { source, grid, window, image, factors });
      } finally {
        await rows.close();
      }
    }
    return drawn;
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/**
 * Resolves with a tile of 256 × 256 pixels of rasters as a PNG, the first raster on top. The colours are those with which the viewer first
 * draws a raster: the natural bands, stretched as in its record; a pixel has the nearest value of the overview that fits. A raster that
 * cannot be read is left out.
 */
export async function paintTile(tile: TilePlace, sources: readonly TileSource[]): Promise<Buffer> {
  const png = new PNG({ width: tilePx, height: tilePx });
  png.data.fill(0);
  let left = tilePx * tilePx;
  for (const source of sources) {
    if (left <= 0) break;
    left -= await drawSource(png.data, tile, source).catch(() => 0);
  }
  return PNG.sync.write(png, { deflateLevel: 4 });
}
