import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { MapAreaId, MapSourceId } from '../../../../src-preload/contract/ids.ts';
import { createAskThread } from '../ask-thread.ts';
import type { TilePlace } from '../tile-grid.ts';
import { type CachedTile, cachedTileSchema, type SavedQuestion } from './saved-questions.ts';

const bytesSchema = z.instanceof(Uint8Array).nullable();
const placesSchema = z.array(z.object({ z: z.number(), x: z.number(), y: z.number() }));
const sumsSchema = z.object({ done: z.number(), missing: z.number(), bytes: z.number() });

/** How much of the disk the cache of all servers may use, besides the areas that the user saves. */
const defaultCacheBytes = 256 * 1_024 * 1_024;
/** Enough for the removal of many tiles on a slow disk. */
const limitMs = 60_000;

/**
 * Creates the client of the thread that stores the tiles of servers below `maps` in the data folder. An error of the disk rejects only
 * the call that met it. The thread starts with the first question.
 */
export function createSavedTiles({
  folder,
  now,
  maxBytes = defaultCacheBytes,
}: {
  folder: string;
  /** Returns milliseconds since 1970. */
  now: () => number;
  maxBytes?: number;
}) {
  const thread = createAskThread({
    start: () =>
      new Worker(new URL(`./saved-tiles-worker${extname(import.meta.url)}`, import.meta.url), {
        workerData: { folder: join(folder, 'maps'), maxBytes },
      }),
    limitMs,
  });
  const ask = (question: SavedQuestion) => thread.ask(question);
  return {
    async cached(source: MapSourceId, place: TilePlace): Promise<CachedTile | null> {
      const answer = await ask({ ask: 'cached', place: { source, ...place }, now: now() });
      return cachedTileSchema.nullable().parse(answer);
    },
    async cache(source: MapSourceId, place: TilePlace, tile: CachedTile) {
      await ask({ ask: 'cache', place: { source, ...place }, tile, now: now() });
    },
    async forget(source: MapSourceId) {
      await ask({ ask: 'forget', source });
    },
    /** Returns the tile of the first area that has it; empty bytes if the server has none there; null if no area has it. */
    async areaTile(areas: readonly MapAreaId[], place: TilePlace): Promise<Uint8Array | null> {
      return bytesSchema.parse(await ask({ ask: 'area-tile', areas: [...areas], place }));
    },
    async areaPut(area: MapAreaId, place: TilePlace, bytes: Uint8Array) {
      await ask({ ask: 'area-put', area, place, bytes });
    },
    async areaMissing(area: MapAreaId, places: readonly TilePlace[]): Promise<TilePlace[]> {
      return placesSchema.parse(await ask({ ask: 'area-missing', area, places: [...places] }));
    },
    async areaDescribe(area: MapAreaId, facts: Readonly<Record<string, string>>) {
      await ask({ ask: 'area-describe', area, facts });
    },
    async areaSums(area: MapAreaId) {
      return sumsSchema.parse(await ask({ ask: 'area-sums', area }));
    },
    async areaRemove(area: MapAreaId) {
      await ask({ ask: 'area-remove', area });
    },
    close: thread.close,
  };
}

/** The client of the thread that stores the tiles of servers. */
export type SavedTiles = ReturnType<typeof createSavedTiles>;
