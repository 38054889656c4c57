import proj4 from 'proj4';
import { latitudeOf, longitudeOf } from '../map/mercator.ts';

/** Raster pixel of a place in degrees; fractions are within the pixel. */
export type ToPixel = (longitude: number, latitude: number) => readonly [column: number, row: number];

/** proj4's definition of the systems that scenes come in: WGS 84 UTM (the interface's), geographic, Web Mercator. Null for others. */
export function projectionOf(epsg: number): string | null {
  if (epsg === 4_326) return '+proj=longlat +datum=WGS84 +no_defs';
  if (epsg === 3_857)
    return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
  const zone = epsg % 100;
  const series = Math.floor(epsg / 100);
  if ((series === 326 || series === 327) && zone >= 1 && zone <= 60) {
    return `+proj=utm +zone=${zone}${series === 327 ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
  }
  return null;
}

/** From degrees to pixels of a north-up raster (GDAL geotransform). */
export function toPixelOf(epsg: number, geoTransform: readonly number[]): ToPixel | null {
  const definition = projectionOf(epsg);
  if (definition === null) return null;
  const convert = proj4(definition);
  const [originX = 0, pixelWidth = 1, , originY = 0, , pixelHeight = -1] = geoTransform;
  return (longitude, latitude) => {
    const [x, y] = convert.forward([longitude, latitude]);
    return [(x - originX) / pixelWidth, (y - originY) / pixelHeight];
  };
}

/** `west, south, east, north` in degrees of a north-up raster, from its edges; east may exceed 180. */
export function boxOfRaster(
  epsg: number,
  geoTransform: readonly number[],
  widthPx: number,
  heightPx: number,
): [number, number, number, number] | null {
  const definition = projectionOf(epsg);
  if (definition === null) return null;
  const convert = proj4(definition);
  const [originX = 0, pixelWidth = 1, , originY = 0, , pixelHeight = -1] = geoTransform;
  const box: [number, number, number, number] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  let first = Number.NaN;
  for (let step = 0; step <= 8; step += 1) {
    for (const [across, down] of [
      [step / 8, 0],
      [step / 8, 1],
      [0, step / 8],
      [1, step / 8],
    ] as const) {
      const [rawLongitude, latitude] = convert.inverse([
        originX + across * widthPx * pixelWidth,
        originY + down * heightPx * pixelHeight,
      ]);
      if (Number.isNaN(first)) first = rawLongitude;
      const longitude =
        rawLongitude - first > 180
          ? rawLongitude - 360
          : first - rawLongitude > 180
            ? rawLongitude + 360
            : rawLongitude;
      box[0] = Math.min(box[0], longitude);
      box[1] = Math.min(box[1], latitude);
      box[2] = Math.max(box[2], longitude);
      box[3] = Math.max(box[3], latitude);
    }
  }
  if (box[0] < -180) {
    box[0] += 360;
    box[2] += 360;
  }
  return box;
}

const gridStep = 16;

/**
 * Source pixels of every output pixel's centre of a square tile in EPSG:3857: exact on a grid of 16 pixels, bilinear
 * between; over so little ground the projections differ from that by far less than a pixel. Flat `column, row` pairs.
 */
export function warpTile(
  extent: readonly [number, number, number, number],
  sizePx: number,
  toPixel: ToPixel,
): Float64Array {
  const [west, , east, north] = extent;
  const metres = (east - west) / sizePx;
  const nodes = Math.ceil(sizePx / gridStep) + 1;
  const grid = new Float64Array(nodes * nodes * 2);
  for (let j = 0; j < nodes; j += 1) {
    const latitude = latitudeOf(north - (j * gridStep + 0.5) * metres);
    for (let i = 0; i < nodes; i += 1) {
      const [column, row] = toPixel(longitudeOf(west + (i * gridStep + 0.5) * metres), latitude);
      grid[2 * (j * nodes + i)] = column;
      grid[2 * (j * nodes + i) + 1] = row;
    }
  }
  const pixels = new Float64Array(sizePx * sizePx * 2);
  for (let y = 0; y < sizePx; y += 1) {
    const j = Math.floor(y / gridStep);
    const v = (y - j * gridStep) / gridStep;
    for (let x = 0; x < sizePx; x += 1) {
      const i = Math.floor(x / gridStep);
      const u = (x - i * gridStep) / gridStep;
      const a = 2 * (j * nodes + i);
      const b = a + 2;
      const c = a + 2 * nodes;
      const d = c + 2;
      const at = 2 * (y * sizePx + x);
      for (let axis = 0; axis < 2; axis += 1) {
        const upper = (grid[a + axis] ?? 0) * (1 - u) + (grid[b + axis] ?? 0) * u;
        const lower = (grid[c + axis] ?? 0) * (1 - u) + (grid[d + axis] ?? 0) * u;
        pixels[at + axis] = upper * (1 - v) + lower * v;
      }
    }
  }
  return pixels;
}
