import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import { type AppError, isAppError } from '../../core/app-error.ts';
import type { CachedTile } from './saved/saved-questions.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import { createServerRequests, type ServerRequestsOptions } from './server-requests.ts';
import {
  createSourcePace,
  type PaceState,
  type SourcePace,
  type SourcePaceOptions,
} from './servers/source-pace.ts';
import type { MapRow } from './source-table.ts';
import type { TilePlace } from './tile-grid.ts';

/** Creates the sums of the sizes of tiles that were fetched since the start, for estimates of areas. */
function createTileSizes() {
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

/** The options of `createServerTiles`. */
export interface ServerTilesOptions extends Omit<SourcePaceOptions, 'onChange'>, ServerRequestsOptions {
  saved: Pick<SavedTiles, 'cached' | 'cache'>;
  /** Called when the state of a server has changed. */
  onChange: (id: MapSourceId) => void;
  /** Receives errors of the cache, which only make maps slower. */
  onError: (error: unknown) => void;
}

/** A tile of a server; empty if it has none there. `isStale`: it was cached, and the server cannot be asked now. */
export interface ServerTile {
  bytes: Uint8Array;
  isStale: boolean;
}

/** Creates the tiles of servers: they come from the cache, or from the server at the pace that it can take. */
export function createServerTiles(options: ServerTilesOptions) {
  const { saved, onChange, onError, now } = options;
  const fetchTile = createServerRequests(options);
  const sizes = createTileSizes();
  const paces = new Map<MapSourceId, SourcePace>();

  function paceOf(id: MapSourceId): SourcePace {
    const existing = paces.get(id);
    if (existing) return existing;
    const pace = createSourcePace({ ...options, onChange: () => onChange(id) });
    paces.set(id, pace);
    return pace;
  }

  const loadCached = (row: MapRow, place: TilePlace): Promise<CachedTile | null> =>
    saved.cached(row.id, place).catch((error: unknown) => {
      onError(error);
      return null;
    });

  async function fetchAndCache(
    row: MapRow,
    place: TilePlace,
    request: { cached: CachedTile | null; signal: AbortSignal },
  ): Promise<Uint8Array> {
    const { bytes, cacheable } = await fetchTile(row, place, request);
    if (cacheable !== null) saved.cache(row.id, place, cacheable).catch(onError);
    sizes.add(row.id, bytes);
    return bytes;
  }

  return {
    state: (id: MapSourceId): PaceState =>
      paces.get(id)?.state() ?? { error: null, retryAt: null, attempt: 0 },
    /**
     * Returns a tile from the cache while it is fresh, else from the server, or else from the cache again. Rejects with an
     * `AppError` if neither has it.
     */
    async tile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<ServerTile> {
      const cached = await loadCached(row, place);
      if (cached !== null && cached.freshUntil > now()) {
        sizes.add(row.id, cached.bytes);
        return { bytes: cached.bytes, isStale: false };
      }
      try {
        const bytes = await paceOf(row.id).run(() => fetchAndCache(row, place, { cached, signal }), signal);
        return { bytes, isStale: false };
      } catch (error) {
        if (cached === null || !isAppError(error) || error.code === 'CANCELLED') throw error;
        return { bytes: cached.bytes, isStale: true };
      }
    },
    /** Resolves when the pause of a server ends; at once if there is none. */
    untilOpen: (id: MapSourceId, signal: AbortSignal) => paceOf(id).untilOpen(signal),
    retry: (id: MapSourceId) => paces.get(id)?.retry(),
    meanBytes: sizes.meanBytes,
    forget(id: MapSourceId) {
      paces.get(id)?.close();
      paces.delete(id);
      sizes.forget(id);
    },
    retryAll() {
      for (const pace of paces.values()) pace.retry();
    },
    close() {
      for (const pace of paces.values()) pace.close();
    },
  };
}

/** The tiles of servers. */
export type ServerTiles = ReturnType<typeof createServerTiles>;

/** Returns true for an error that says that the server cannot be reached from this computer. */
export const isUnreached = (error: AppError): boolean => ['OFFLINE', 'UNREACHABLE'].includes(error.code);
