import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Library } from '../library/library.ts';
import { boxOfTile, isTilePlace, type TilePlace } from '../library/tiles/tile-grid-points.ts';
import type { TileSource } from '../library/tiles/tile-job.ts';
import { createTileThread, TooManyTilesError } from '../library/tiles/tile-thread.ts';
import type { Lists } from './list-reader.ts';

/** A tile of the whole library shows at most so many scenes, the newest ones. */
const maxScenes = 12;
/** After this time the program is told to ask for the tile again, while its rasters are still prepared. */
const prepareMs = 10_000;

/** Resolves as the promise does, or rejects with `TooManyTilesError` after `prepareMs`. */
function withinTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooManyTilesError()), prepareMs).unref();
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Creates the functions that paint tiles of scenes and of the whole library for other programs. */
export function createSharedTiles({
  library,
  lists,
}: {
  library: Pick<Library, 'rasterInfo' | 'resolve'>;
  lists: Pick<Lists, 'sharing'>;
}) {
  const thread = createTileThread();

  async function sourceOf(fileId: LibraryFileId): Promise<TileSource[]> {
    const raster = await library.rasterInfo(fileId);
    const path = library.resolve(raster.path)?.path;
    const overviews = raster.overviewsPath === undefined ? null : library.resolve(raster.overviewsPath);
    return path === undefined ? [] : [{ path, overviewsPath: overviews?.path ?? null, raster }];
  }

  return {
    /** Resolves with a tile of a scene, or of the whole library if `row` is null; null if there is no such tile or scene. */
    async tile(row: number | null, place: TilePlace, signal: AbortSignal): Promise<Uint8Array | null> {
      if (!isTilePlace(place)) return null;
      const fileIds =
        row === null
          ? await lists.sharing.newestRasters(boxOfTile(place), maxScenes)
          : await lists.sharing.rasters(row);
      if (row !== null && fileIds.length === 0) return null;
      // A raster that is missing or cannot be drawn is left out, as on the map.
      const searches = fileIds.map((fileId) => sourceOf(fileId).catch((): TileSource[] => []));
      const sources = (await withinTime(Promise.all(searches))).flat();
      return thread.paint(place, sources, signal);
    },
    /** Returns true for the error of a tile that the program should ask for again. */
    isBusy: (error: unknown) => error instanceof TooManyTilesError,
    close: thread.close,
  };
}
