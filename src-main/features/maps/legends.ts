import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import { safeAddress } from '../../service/http/addresses.ts';
import type { Redactor } from '../../service/redaction/redact.ts';
import type { MapKeys } from './map-keys.ts';
import type { BoundedFetch } from './servers/fetch-bounded.ts';
import { judgeAnswer } from './servers/judge-answer.ts';
import { originsOf } from './servers/recipe.ts';
import type { MapRow } from './source-table.ts';
import { maxTileBytes } from './tile-picture.ts';
import { unusable } from './unusable.ts';

interface LegendsOptions {
  fetch: BoundedFetch;
  keys: Pick<MapKeys, 'get'>;
  redactor: Pick<Redactor, 'remember'>;
  /** Returns milliseconds since 1970. */
  now: () => number;
}

const maxCached = 16;

/** Creates the legends of servers: pictures that explain the colours of their maps. The latest are kept in memory. */
export function createLegends({ fetch, keys, redactor, now }: LegendsOptions) {
  const cache = new Map<MapSourceId, Uint8Array>();

  async function fetchLegend({ id, recipe, needsKey }: MapRow, signal: AbortSignal): Promise<Uint8Array> {
    if (recipe === null || recipe.legend === null) throw unusable('legend-none');
    const key = needsKey ? await keys.get(id) : null;
    if (needsKey && key === null) throw unusable('key-missing');
    if (key !== null) redactor.remember(key);
    const url = safeAddress(recipe.legend.replaceAll('{key}', encodeURIComponent(key ?? '')));
    // The description of a server may name any address; only the hosts of its map may be asked.
    if (!originsOf(recipe).includes(url.origin)) throw unusable('legend-none');
    const { reach } = recipe;
    const answer = await fetch({ url, origins: [url.origin], reach, maxBytes: maxTileBytes, signal });
    const judged = judgeAnswer(answer, now());
    if (judged.kind !== 'tile') throw unusable('legend-none');
    return judged.bytes;
  }

  return {
    /** Returns the legend of a map. Rejects with an `AppError` that says why there is none. */
    async picture(row: MapRow, signal: AbortSignal): Promise<Uint8Array> {
      const cached = cache.get(row.id);
      if (cached) return cached;
      const bytes = await fetchLegend(row, signal);
      cache.set(row.id, bytes);
      const [oldest] = cache.keys();
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
      return bytes;
    },
    forget: (id: MapSourceId) => cache.delete(id),
  };
}

/** The legends of servers. */
export type Legends = ReturnType<typeof createLegends>;
