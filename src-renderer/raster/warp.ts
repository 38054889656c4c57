import proj4 from 'proj4';
import { latitudeOf, longitudeOf, worldMetres, wrapLongitude } from '../geometry/mercator.ts';

/** Returns the raster pixel of a place in degrees; fractions are positions within the pixel. */
export type ToPixel = (longitude: number, latitude: number) => readonly [column: number, row: number];

/**
 * Returns proj4's definition of the reference systems of scenes: WGS 84 UTM (of the interface), geographic and Web
 * Mercator; null for others.
 */
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

/**
 * Returns a function from degrees to pixels of a north-up raster (GDAL geotransform); null if the projection is
 * unknown.
 */
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

/**
 * Returns the width of the world in units of the system, if one turn of the globe is the same distance everywhere;
 * null for other systems.
 */
function turnOf(epsg: number): number | null {
  if (epsg === 4_326) return 360;
  return epsg === 3_857 ? worldMetres : null;
}

/** Returns the number of columns after which the raster's plane repeats; null if it does not. */
export function columnPeriod(epsg: number, geoTransform: readonly number[]): number | null {
  const turn = turnOf(epsg);
  return turn === null ? null : turn / Math.abs(geoTransform[1] ?? 1);
}

/** Returns places in degrees along the four edges in one round, so that each is next to the one before. */
function edgePlaces(
  inverse: (at: [number, number]) => readonly number[],
  geoTransform: readonly number[],
  widthPx: number,
  heightPx: number,
): [longitude: number, latitude: number][] {
  const [originX = 0, pixelWidth = 1, , originY = 0, , pixelHeight = -1] = geoTransform;
  const steps = 16;
  const places: [number, number][] = [];
  for (let side = 0; side < 4; side += 1) {
    for (let step = 0; step < steps; step += 1) {
      const along = step / steps;
      const across = [along, 1, 1 - along, 0][side] ?? 0;
      const down = [0, along, 1, 1 - along][side] ?? 0;
      const [longitude = Number.NaN, latitude = Number.NaN] = inverse([
        originX + across * widthPx * pixelWidth,
        originY + down * heightPx * pixelHeight,
      ]);
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) continue;
      const before = places.at(-1)?.[0] ?? longitude;
      places.push([longitude + 360 * Math.round((before - longitude) / 360), latitude]);
    }
  }
  return places;
}

/**
 * Returns `west, south, east, north` in degrees of a north-up raster; east may exceed 180 but is never more than one
 * turn from west.
 */
export function boxOfRaster(
  epsg: number,
  geoTransform: readonly number[],
  widthPx: number,
  heightPx: number,
): [number, number, number, number] | null {
  const definition = projectionOf(epsg);
  if (definition === null) return null;
  const convert = proj4(definition);
  const places = edgePlaces((at) => convert.inverse(at), geoTransform, widthPx, heightPx);
  if (places.length === 0) return null;
  const latitudes = places.map(([, latitude]) => latitude);
  const turn = turnOf(epsg);
  const [originX = 0, pixelWidth = 1] = geoTransform;
  const edges = [originX, originX + widthPx * pixelWidth].map((x) =>
    turn === null ? Number.NaN : (x / turn) * 360,
  );
  const longitudes = turn === null ? places.map(([longitude]) => longitude) : edges;
  const width = Math.max(...longitudes) - Math.min(...longitudes);
  const west = width >= 360 ? -180 : wrapLongitude(Math.min(...longitudes));
  return [
    west,
    Math.max(-90, Math.min(...latitudes)),
    west + Math.min(360, width),
    Math.min(90, Math.max(...latitudes)),
  ];
}

const gridStep = 16;

/**
 * Returns the source pixel of each output pixel's centre of a square tile in EPSG:3857, as flat `column, row` pairs.
 * It is exact on a grid of 16 pixels and bilinear in between; over such a small area the error is far below one
 * pixel.
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
