import type { Redactor } from '../../service/redaction/redact.ts';
import type { MapKeys } from './map-keys.ts';
import type { CachedTile } from './saved/saved-questions.ts';
import type { BoundedAnswer, BoundedFetch } from './servers/fetch-bounded.ts';
import { freshUntil } from './servers/freshness.ts';
import { type JudgedAnswer, judgeAnswer } from './servers/judge-answer.ts';
import { addressOfTile, originsOf } from './servers/recipe.ts';
import type { MapRow } from './source-table.ts';
import type { TilePlace } from './tile-grid.ts';
import { maxTileBytes } from './tile-picture.ts';
import { unusable, withoutKeyIn } from './unusable.ts';

/** The options of `createServerRequests`. */
export interface ServerRequestsOptions {
  fetch: BoundedFetch;
  keys: Pick<MapKeys, 'get'>;
  redactor: Pick<Redactor, 'remember'>;
  /** Returns milliseconds since 1970. */
  now: () => number;
}

/** A tile that a server has sent; `cacheable` is null if the server forbids to keep it. */
export interface FetchedTile {
  bytes: Uint8Array;
  cacheable: CachedTile | null;
}

const emptyTile = new Uint8Array();

/** Returns the bytes of an answer: none where the server has no tile, and the cached ones for `304`. */
function bytesOf(judged: JudgedAnswer, cached: CachedTile | null): Uint8Array {
  if (judged.kind === 'tile') return judged.bytes;
  if (judged.kind === 'none') return emptyTile;
  // The request had no validator, so `304` is no answer to it.
  if (cached === null) throw unusable('answer-status', 304);
  return cached.bytes;
}

/**
 * Creates the function that asks a server for a tile. It rejects with MAP_UNUSABLE if the key of the server is missing or its answer
 * is no tile, and as `BoundedFetch` does. A cached tile is named to the server, which may answer that it is still current.
 */
export function createServerRequests({ fetch, keys, redactor, now }: ServerRequestsOptions) {
  async function loadKey(row: MapRow): Promise<string | null> {
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

  return async (
    row: MapRow,
    place: TilePlace,
    { cached, signal }: { cached: CachedTile | null; signal: AbortSignal },
  ): Promise<FetchedTile> => {
    const { recipe, grid } = row;
    if (recipe === null) throw new Error('a file has no server');
    const key = await loadKey(row);
    const answer = await fetch({
      url: addressOfTile(recipe, { grid, place, key }),
      origins: originsOf(recipe),
      reach: recipe.reach,
      maxBytes: maxTileBytes,
      headers: {
        accept: 'image/png,image/webp,image/jpeg,*/*;q=0.5',
        ...(cached?.etag ? { 'if-none-match': cached.etag } : {}),
        ...(cached?.lastModified ? { 'if-modified-since': cached.lastModified } : {}),
      },
      signal,
    });
    const bytes = bytesOf(judge(answer, key), cached);
    const until = freshUntil(answer.headers, { now: now(), isMissing: bytes.byteLength === 0 });
    const { etag = null, 'last-modified': lastModified = null } = answer.headers;
    return { bytes, cacheable: until === null ? null : { bytes, etag, lastModified, freshUntil: until } };
  };
}
