import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { mapBoxSchema } from '../../../src-preload/contract/maps.ts';
import { createAskThread } from '../ask-thread.ts';
import type { TilePlace } from '../tile-grid.ts';
import type { MapFileFacts } from './map-file.ts';

/** Reads the user's files of tiles in a thread. */
export interface MapFiles {
  /** Returns what a file says about its map. Throws MAP_UNUSABLE. */
  inspect(path: string): Promise<MapFileFacts>;
  /** Returns a tile, a picture or an unpacked vector tile; null if the file has none there. Throws MAP_UNUSABLE. */
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

const usualLimitMs = 10_000;
/** A hostile directory ends this thread alone. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Creates the reader of files. Its thread starts with the first question. */
export function createMapFiles({ limitMs = usualLimitMs }: { limitMs?: number } = {}): MapFiles {
  const thread = createAskThread({
    start: () =>
      new Worker(new URL(`./map-file-worker${extname(import.meta.url)}`, import.meta.url), {
        resourceLimits,
      }),
    limitMs,
  });
  return {
    inspect: async (path) => factsSchema.parse(await thread.ask({ path, place: null })),
    tile: async (path, place) => tileSchema.parse(await thread.ask({ path, place })),
    close: thread.close,
  };
}
