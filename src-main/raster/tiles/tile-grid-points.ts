/** The width and height of a tile, in pixels. */
export const tilePx = 256;
/** Pixels of the raster are computed at the corners of squares of this size, and interpolated between them. */
const squarePx = 16;
const corners = tilePx / squarePx + 1;

/** The place of a tile in the usual grid of web maps: `y` counts from the north. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** The largest zoom of tiles, about two centimetres for a pixel. */
export const closestTileZoom = 22;

/** Returns true if the grid has a tile at this place. */
export const isTilePlace = ({ z, x, y }: TilePlace): boolean =>
  [z, x, y].every(Number.isInteger) &&
  z >= 0 &&
  z <= closestTileZoom &&
  x >= 0 &&
  y >= 0 &&
  x < 2 ** z &&
  y < 2 ** z;

const longitudeAt = (z: number, column: number) => (column / 2 ** z) * 360 - 180;
const latitudeAt = (z: number, row: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;

/** Returns west, south, east and north of a tile in degrees. */
export const boxOfTile = ({ z, x, y }: TilePlace): [number, number, number, number] => [
  longitudeAt(z, x),
  latitudeAt(z, y + 1),
  longitudeAt(z, x + 1),
  latitudeAt(z, y),
];

/** The pixels of a raster below the corners of the squares of a tile: columns and rows, NaN where there are none. */
export interface GridPoints {
  columns: Float64Array;
  rows: Float64Array;
}

/** Returns the pixels of a raster below a tile; `toPixel` turns degrees into them, and `turn` is added to longitudes. */
export function gridPoints(
  { z, x, y }: TilePlace,
  toPixel: (longitude: number, latitude: number) => readonly [number, number],
  turn: number,
): GridPoints {
  const columns = new Float64Array(corners * corners);
  const rows = new Float64Array(corners * corners);
  for (let down = 0; down < corners; down += 1) {
    const latitude = latitudeAt(z, y + down / (corners - 1));
    for (let across = 0; across < corners; across += 1) {
      const longitude = longitudeAt(z, x + across / (corners - 1)) + turn;
      const [column, row] = toPixel(longitude, latitude);
      columns[down * corners + across] = column;
      rows[down * corners + across] = row;
    }
  }
  return { columns, rows };
}

/** The extent of the pixels of a raster below a tile. */
export interface GridExtent {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The number of pixels of the raster for one pixel of the tile, in the direction with fewer. */
  scale: number;
}

/** Returns the extent of the grid in pixels of the raster; null if no point of it has a pixel. */
export function gridExtent({ columns, rows }: GridPoints): GridExtent | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < columns.length; i += 1) {
    const [column = Number.NaN, row = Number.NaN] = [columns[i], rows[i]];
    if (!Number.isFinite(column) || !Number.isFinite(row)) continue;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  if (!(right > left) || !(bottom > top)) return null;
  return { left, top, right, bottom, scale: Math.min(right - left, bottom - top) / tilePx };
}

/**
 * Calls back with the position in the raster of the centre of each pixel of the tile. Squares whose corners have no pixels are left out.
 */
export function eachPixel(
  { columns, rows }: GridPoints,
  visit: (index: number, column: number, row: number) => void,
): void {
  for (let y = 0; y < tilePx; y += 1) {
    const down = Math.floor(y / squarePx);
    const v = (y + 0.5 - down * squarePx) / squarePx;
    for (let x = 0; x < tilePx; x += 1) {
      const across = Math.floor(x / squarePx);
      const u = (x + 0.5 - across * squarePx) / squarePx;
      const at = down * corners + across;
      const between = (values: Float64Array) => {
        const upper = (values[at] ?? Number.NaN) * (1 - u) + (values[at + 1] ?? Number.NaN) * u;
        const lower =
          (values[at + corners] ?? Number.NaN) * (1 - u) + (values[at + corners + 1] ?? Number.NaN) * u;
        return upper * (1 - v) + lower * v;
      };
      const [column, row] = [between(columns), between(rows)];
      if (!Number.isNaN(column + row)) visit(y * tilePx + x, column, row);
    }
  }
}
