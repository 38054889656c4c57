import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../core/app-error.ts';
import type { Library } from '../features/library/library.ts';
import { boxOfTile, isTilePlace, type TilePlace } from '../raster/tiles/tile-grid-points.ts';
import type { TileSource } from '../raster/tiles/tile-job.ts';
import { createTileThread, TooManyTilesError } from '../raster/tiles/tile-thread.ts';
import type { Lists } from './list-reader.ts';

/** A tile of the whole library shows at most so many scenes, the newest ones. */
const maxScenes = 12;
/** After this time the program is told to ask for the tile again, while its rasters are still prepared. */
const prepareMs = 10_000;

/** After this time a raster that could not be drawn is tried again: it may have been repaired. */
const undrawableMs = 10 * 60_000;
/** How often rasters are looked for instead of those that turn out to be undrawable. */
const maxTurns = 5;

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

  /** When rasters that cannot be drawn were tried, in milliseconds of a monotonic clock. They are left out for a while. */
  const undrawable = new Map<LibraryFileId, number>();

  function listUndrawable(): LibraryFileId[] {
    const oldest = performance.now() - undrawableMs;
    for (const [fileId, at] of undrawable) if (at < oldest) undrawable.delete(fileId);
    return [...undrawable.keys()];
  }

  async function findSource(fileId: LibraryFileId): Promise<TileSource | null> {
    const raster = await library.rasterInfo(fileId);
    const path = library.resolve(raster.path)?.path;
    const overviews = raster.overviewsPath === undefined ? null : library.resolve(raster.overviewsPath);
    return path === undefined ? null : { path, overviewsPath: overviews?.path ?? null, raster };
  }

  /** Resolves with null for a raster that is missing or cannot be drawn, which is left out as on the map. */
  const trySource = (fileId: LibraryFileId): Promise<TileSource | null> =>
    findSource(fileId).catch((error: unknown) => {
      if (hasCode(error, 'RASTER_UNDRAWABLE')) undrawable.set(fileId, performance.now());
      return null;
    });

  async function findSources(fileIds: readonly LibraryFileId[]): Promise<TileSource[]> {
    const sources = await Promise.all(fileIds.map(trySource));
    return sources.filter((source) => source !== null);
  }

  /** Resolves with the rasters for a tile of the whole library. One that turns out to be undrawable gives its place to the next one. */
  async function findNewest(box: readonly number[]): Promise<TileSource[]> {
    for (let turn = 1; ; turn += 1) {
      const known = undrawable.size;
      const fileIds = await lists.sharing.newestRasters(box, maxScenes, listUndrawable());
      const sources = await findSources(fileIds);
      if (undrawable.size <= known || turn === maxTurns) return sources;
    }
  }

  return {
    /** Resolves with a tile of a scene, or of the whole library if `row` is null; null if there is no such tile or scene. */
    async tile(row: number | null, place: TilePlace, signal: AbortSignal): Promise<Uint8Array | null> {
      if (!isTilePlace(place)) return null;
      const fileIds = row === null ? [] : await lists.sharing.rasters(row);
      if (row !== null && fileIds.length === 0) return null;
      const finding = row === null ? findNewest(boxOfTile(place)) : findSources(fileIds);
      return thread.paint(place, await withinTime(finding), signal);
    },
    /** Returns true for the error of a tile that the program should ask for again. */
    isBusy: (error: unknown) => error instanceof TooManyTilesError,
    close: thread.close,
  };
}
