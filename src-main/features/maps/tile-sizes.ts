import type { MapSourceId } from '../../../src-preload/contract/ids.ts';

/** Creates the sums of the sizes of tiles that were fetched since the start, for estimates of areas. */
export function createTileSizes() {
  const sums = new Map<MapSourceId, { count: number; bytes: number }>();
  return {
    /** Adds the size of a tile; an empty one says nothing about the others. */
    add(id: MapSourceId, tile: Uint8Array) {
      if (tile.byteLength === 0) return;
      const { count, bytes } = sums.get(id) ?? { count: 0, bytes: 0 };
      sums.set(id, { count: count + 1, bytes: bytes + tile.byteLength });
    },
    /** Returns the mean size of the tiles of a map; null if none was fetched. */
    meanBytes(id: MapSourceId): number | null {
      const sum = sums.get(id);
      return sum === undefined ? null : sum.bytes / sum.count;
    },
    forget(id: MapSourceId) {
      sums.delete(id);
    },
  };
}
