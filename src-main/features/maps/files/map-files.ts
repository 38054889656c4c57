import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { mapBoxSchema } from '../../../../src-preload/contract/maps.ts';
import { type AppError, hasCode } from '../../../core/app-error.ts';
import { type AskThread, createAskThread } from '../ask-thread.ts';
import type { TilePlace } from '../tile-grid.ts';
import type { MapFileFacts } from './map-file.ts';

/** The reader of the user's files of tiles, in a thread. */
export interface MapFiles {
  /** Returns the facts of a file about its map. @throws MAP_UNUSABLE */
  inspect(path: string): Promise<MapFileFacts>;
  /** Returns a tile, a picture or an unpacked vector tile; null if the file has none there. @throws MAP_UNUSABLE */
  tile(path: string, place: TilePlace): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

const factsSchema = z.object({
  kind: z.enum(['mbtiles', 'pmtiles']),
  content: z.enum(['picture', 'vector']),
  name: z.string(),
  attribution: z.string(),
  minZoom: z.number(),
  maxZoom: z.number(),
  bounds: mapBoxSchema.nullable(),
  tileSize: z.number(),
});
const tileSchema = z.instanceof(Uint8Array).nullable();

const defaultLimitMs = 10_000;
/** A hostile file can crash this thread only. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Returns true for an error that every tile of the file would cause again, with the same time or memory. */
const isHeavy = (error: unknown): error is AppError =>
  hasCode(error, 'MAP_UNUSABLE') && ['too-slow', 'too-much-memory'].includes(error.data.reason);

const startThread = (limitMs: number): AskThread =>
  createAskThread({
    start: () =>
      new Worker(new URL(`./map-file-worker${extname(import.meta.url)}`, import.meta.url), {
        resourceLimits,
      }),
    limitMs,
  });

/**
 * Creates the reader of files. Its thread starts with the first question. A file that has reached a limit of the thread is refused
 * until it is inspected again: otherwise the forty tiles of a view would block all other files for minutes.
 */
export function createMapFiles({
  limitMs = defaultLimitMs,
  thread = startThread(limitMs),
}: {
  limitMs?: number;
  thread?: AskThread;
} = {}): MapFiles {
  const heavyFiles = new Map<string, AppError>();

  function refuseHeavy(path: string) {
    const error = heavyFiles.get(path);
    if (error) throw error;
  }

  async function ask(path: string, place: TilePlace | null): Promise<unknown> {
    try {
      return await thread.ask({ path, place });
    } catch (error) {
      if (isHeavy(error)) heavyFiles.set(path, error);
      throw error;
    }
  }

  return {
    async inspect(path) {
      heavyFiles.delete(path);
      return factsSchema.parse(await ask(path, null));
    },
    async tile(path, place) {
      refuseHeavy(path);
      return tileSchema.parse(await ask(path, place));
    },
    close: thread.close,
  };
}
