import { createBlockCache } from '../../raster/block-cache.ts';
import { type DecodedTile, decodeTile } from './decode-tile.ts';

/** A tile and where it is on the map. */
export interface PlacedTile {
  tile: DecodedTile;
  z: number;
  /** Columns beyond the first and the last are those of other copies of the world. */
  column: number;
  row: number;
}

interface TileStoreOptions {
  /** Returns the bytes of a tile, null where the map has none; throws if they cannot be read. */
  read(z: number, x: number, y: number): Promise<Uint8Array | null>;
  /** Called for each tile that cannot be read. */
  onFailure(error: unknown): void;
}

const maxBytes = 48 * 2 ** 20;

/** Reads and keeps decoded tiles of the embedded map. In place of a tile that cannot be read the next coarser one is given. */
export function createTileStore({ read, onFailure }: TileStoreOptions) {
  const cache = createBlockCache<DecodedTile>(maxBytes);

  const load = (z: number, x: number, y: number): Promise<DecodedTile> =>
    cache.get(`${z}/${x}/${y}`, async () => decodeTile(z, x, y, (await read(z, x, y)) ?? new Uint8Array()));

  /**
   * Returns the tile at a place, or the nearest coarser one that can be read, with the column and row of the one that
   * was found. Rejects if none can be read.
   */
  async function nearest(z: number, column: number, row: number): Promise<PlacedTile> {
    const count = 2 ** z;
    try {
      return { tile: await load(z, ((column % count) + count) % count, row), z, column, row };
    } catch (error) {
      onFailure(error);
      if (z === 0) throw error;
      return nearest(z - 1, Math.floor(column / 2), Math.floor(row / 2));
    }
  }

  return { nearest };
}
export type TileStore = ReturnType<typeof createTileStore>;
