import { createBlockCache } from '../../viewer/raster/block-cache.ts';
import { type DecodedTile, decodeTile } from './decode-tile.ts';

/** A tile with its position on the map. */
export interface PlacedTile {
  tile: DecodedTile;
  z: number;
  /** May be outside of the main world, for tiles of other copies of the world. */
  column: number;
  row: number;
}

interface TileStoreOptions {
  /** Resolves with the bytes of a tile, or null if the map has no such tile. Rejects if they cannot be read. */
  read(z: number, x: number, y: number): Promise<Uint8Array | null>;
  /** Called for each tile that cannot be read. */
  onFailure(error: unknown): void;
}

const maxBytes = 48 * 2 ** 20;

/** Creates the store of decoded tiles of the embedded map. It replaces a tile that cannot be read by the next coarser one. */
export function createTileStore({ read, onFailure }: TileStoreOptions) {
  const cache = createBlockCache<DecodedTile>(maxBytes);

  const load = (z: number, x: number, y: number): Promise<DecodedTile> =>
    cache.get(`${z}/${x}/${y}`, async () => decodeTile(z, x, y, (await read(z, x, y)) ?? new Uint8Array()));

  /**
   * Resolves with the tile at a position, or with the nearest coarser one that can be read; the result has the column and row of
   * the latter. Rejects if none can be read.
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
/** The decoded tiles of the embedded map. */
export type TileStore = ReturnType<typeof createTileStore>;
