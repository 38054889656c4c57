import { z } from 'zod';

const place = z.object({ z: z.number(), x: z.number(), y: z.number() });
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A tile as the cache keeps it; empty bytes for a place where the server has none. */
export const cachedTileSchema = z.object({
  bytes,
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Milliseconds since 1970; afterwards the server is asked whether the tile is still current. */
  freshUntil: z.number(),
});

/** The questions to the thread of saved tiles. */
export const savedQuestionSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('cached'), place: place.extend({ source: z.string() }), now: z.number() }),
  z.object({
    ask: z.literal('cache'),
    place: place.extend({ source: z.string() }),
    tile: cachedTileSchema,
    now: z.number(),
  }),
  z.object({ ask: z.literal('forget'), source: z.string() }),
  z.object({ ask: z.literal('area-tile'), areas: z.array(z.string()), place }),
  z.object({ ask: z.literal('area-put'), area: z.string(), place, bytes }),
  z.object({ ask: z.literal('area-missing'), area: z.string(), places: z.array(place) }),
  z.object({ ask: z.literal('area-describe'), area: z.string(), facts: z.record(z.string(), z.string()) }),
  z.object({ ask: z.literal('area-sums'), area: z.string() }),
  z.object({ ask: z.literal('area-remove'), area: z.string() }),
]);

/** A tile as the cache keeps it; empty bytes for a place where the server has none. */
export type CachedTile = z.infer<typeof cachedTileSchema>;
/** A question to the thread of saved tiles. */
export type SavedQuestion = z.infer<typeof savedQuestionSchema>;
