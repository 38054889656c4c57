/** The part of an opened map file that is needed here; `PMTiles` has it. */
interface TileArchive {
  getZxy(z: number, x: number, y: number): Promise<{ data: ArrayBuffer } | undefined>;
}

/**
 * Creates the reading of tiles. After a failure the file is opened anew and the tile is read once more: a read can fail for a
 * moment, and an archive would keep the failed part of its directory. Rejects if that fails too.
 */
export function createTileReader(open: () => TileArchive) {
  let archive = open();
  return async (z: number, x: number, y: number): Promise<Uint8Array | null> => {
    const used = archive;
    const found = await used.getZxy(z, x, y).catch(() => {
      // Several tiles may fail at once; the file is opened anew once for all of them.
      if (archive === used) archive = open();
      return archive.getZxy(z, x, y);
    });
    return found ? new Uint8Array(found.data) : null;
  };
}
