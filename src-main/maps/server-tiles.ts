import type { MapSourceId } from '../../src-preload/contract/ids.ts';
import { type AppError, isAppError } from '../app-error.ts';
import type { Redactor } from '../service/redaction/redact.ts';
import type { MapKeys } from './map-keys.ts';
import type { CachedTile } from './saved/saved-questions.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import type { BoundedAnswer, BoundedFetch } from './servers/fetch-bounded.ts';
import { freshUntil } from './servers/freshness.ts';
import { type JudgedAnswer, judgeAnswer } from './servers/judge-answer.ts';
import { addressOfTile, originsOf } from './servers/recipe.ts';
import {
  createSourcePace,
  type PaceState,
  type SourcePace,
  type SourcePaceOptions,
} from './servers/source-pace.ts';
import type { MapRow } from './source-table.ts';
import type { TilePlace } from './tile-grid.ts';
import { mostTileBytes } from './tile-picture.ts';
import { unusable, withoutKeyIn } from './unusable.ts';

/** What `createServerTiles` needs. */
export interface ServerTilesOptions extends Omit<SourcePaceOptions, 'changed'> {
  fetch: BoundedFetch;
  saved: Pick<SavedTiles, 'cached' | 'cache'>;
  keys: Pick<MapKeys, 'get'>;
  redactor: Pick<Redactor, 'remember'>;
  /** Called when the state of a server has changed. */
  changed: (id: MapSourceId) => void;
  /** Called with an error that harms nothing but speed: of the cache. */
  onError: (error: unknown) => void;
}

/** A tile of a server; empty if it has none there. `isStale`: it was kept, and the server cannot be asked now. */
export interface ServerTile {
  bytes: Uint8Array;
  isStale: boolean;
}

const nothing = new Uint8Array();

/** Fetches the tiles of servers: through the cache, and at the pace that each server bears. */
export function createServerTiles(options: ServerTilesOptions) {
  const { fetch, saved, keys, redactor, changed, onError, now } = options;
  const paces = new Map<MapSourceId, SourcePace>();
  /** The sizes of tiles that were seen, for estimates. */
  const seen = new Map<MapSourceId, { count: number; bytes: number }>();

  function paceOf(id: MapSourceId): SourcePace {
    const known = paces.get(id);
    if (known) return known;
    const pace = createSourcePace({ ...options, changed: () => changed(id) });
    paces.set(id, pace);
    return pace;
  }

  function note(id: MapSourceId, bytes: Uint8Array) {
    if (bytes.byteLength === 0) return;
    const sums = seen.get(id) ?? { count: 0, bytes: 0 };
    seen.set(id, { count: sums.count + 1, bytes: sums.bytes + bytes.byteLength });
  }

  /** A cache that fails makes maps slow, and nothing else. */
  const cached = (row: MapRow, place: TilePlace) =>
    saved.cached(row.id, place).catch((error: unknown) => {
      onError(error);
      return null;
    });

  function keep(row: MapRow, place: TilePlace, tile: CachedTile | null) {
    if (tile !== null) saved.cache(row.id, place, tile).catch(onError);
  }

  async function keyOf(row: MapRow): Promise<string | null> {
    if (!row.needsKey) return null;
    const key = await keys.get(row.id);
    if (key === null) throw unusable('key-missing');
    redactor.remember(key);
    return key;
  }

  function judge(answer: BoundedAnswer, key: string | null): JudgedAnswer {
    try {
      return judgeAnswer(answer, now());
    } catch (error) {
      throw withoutKeyIn(error, key);
    }
  }

  async function ask(
    row: MapRow,
    place: TilePlace,
    known: CachedTile | null,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { recipe, grid } = row;
    if (recipe === null) throw new Error('a file has no server');
    const key = await keyOf(row);
    const url = addressOfTile(recipe, { grid, place, key });
    const answer = await fetch({
      url,
      origins: originsOf(recipe),
      reach: recipe.reach,
      mostBytes: mostTileBytes,
      headers: {
        accept: 'image/png,image/webp,image/jpeg,*/*;q=0.5',
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
      signal,
    });
    const judged = judge(answer, key);
    const bytes = bytesOf(judged, known);
    if (bytes === null) throw unusable('answer-status', 304);
    const until = freshUntil(answer.headers, { now: now(), isMissing: bytes.byteLength === 0 });
    const { etag = null, 'last-modified': lastModified = null } = answer.headers;
    keep(row, place, until === null ? null : { bytes, etag, lastModified, freshUntil: until });
    note(row.id, bytes);
    return bytes;
  }

  return {
    state: (id: MapSourceId): PaceState =>
      paces.get(id)?.state() ?? { error: null, retryAt: null, attempt: 0 },
    /** Returns a tile from the cache, or else from the server. Throws an AppError if there is neither. */
    async tile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<ServerTile> {
      const known = await cached(row, place);
      if (known !== null && known.freshUntil > now()) {
        note(row.id, known.bytes);
        return { bytes: known.bytes, isStale: false };
      }
      try {
        const bytes = await paceOf(row.id).run(() => ask(row, place, known, signal), signal);
        return { bytes, isStale: false };
      } catch (error) {
        if (known === null || !isAppError(error) || error.code === 'CANCELLED') throw error;
        return { bytes: known.bytes, isStale: true };
      }
    },
    untilOpen: (id: MapSourceId, signal: AbortSignal) => paceOf(id).untilOpen(signal),
    retry: (id: MapSourceId) => paces.get(id)?.retry(),
    /** Returns the mean size of the tiles that were seen; null if there were none. */
    meanBytes(id: MapSourceId): number | null {
      const sums = seen.get(id);
      return sums === undefined ? null : sums.bytes / sums.count;
    },
    forget(id: MapSourceId) {
      paces.get(id)?.close();
      paces.delete(id);
      seen.delete(id);
    },
    retryAll() {
      for (const pace of paces.values()) pace.retry();
    },
    close() {
      for (const pace of paces.values()) pace.close();
    },
  };
}

/** `304` without anything kept is no answer. */
function bytesOf(judged: JudgedAnswer, known: CachedTile | null): Uint8Array | null {
  if (judged.kind === 'tile') return judged.bytes;
  return judged.kind === 'none' ? nothing : (known?.bytes ?? null);
}

/** The tiles of servers. */
export type ServerTiles = ReturnType<typeof createServerTiles>;

/** True for an error that says that the server cannot be reached from here. */
export const isUnreached = (error: AppError): boolean => ['OFFLINE', 'UNREACHABLE'].includes(error.code);
