import { z } from 'zod';
import { undrawableReasons } from '../../src-preload/contract/errors.ts';
import { rasterInfoSchema } from '../../src-preload/contract/library.ts';

/** The number of the present reading of rasters. It rises when a file that has not changed may get another description. */
export const presentReading = 6;

/**
 * The stored description of a raster. `display`: a display copy was built; `overviews`: only overviews were built, and the pixels are read
 * from the file; `isEarly`: it describes the file before either is built, and is not stored; `source` is the file that was read, which is
 * missing in records of older versions; `reading` is the number of the reading that made it.
 */
export const rasterRecordSchema = rasterInfoSchema
  .omit({
    fileId: true,
    librarySceneId: true,
    fileName: true,
    path: true,
    overviewsPath: true,
    isServiceAnalytic: true,
  })
  .extend({
    display: z.boolean(),
    overviews: z.boolean().default(false),
    isEarly: z.boolean().default(false),
    reading: z.number().default(1),
    source: z.object({ sizeBytes: z.number(), modifiedMs: z.number() }).optional(),
  });

/** The description of a raster on disk: size, place, bands and stretch, and whether a display copy was built. */
export type RasterRecord = z.infer<typeof rasterRecordSchema>;

export const rasterJobSchema = z.object({
  path: z.string(),
  displayPath: z.string(),
  bands: z.array(z.string()),
  /** True if a person has entered them. */
  areBandsEntered: z.boolean().optional(),
  mayBuild: z.boolean(),
  mayBeOverviews: z.boolean(),
});
/** A raster to be described by the thread. With `mayBuild` it may build a display copy at `displayPath`, which takes long. `mayBeOverviews`: see `describeRaster`. */
export type RasterJob = z.infer<typeof rasterJobSchema>;

export const rasterAnswerSchema = z.discriminatedUnion('kind', [
  /** The fraction of the display copy that is built, from 0 to 1. */
  z.object({ kind: z.literal('progress'), share: z.number().min(0).max(1) }),
  /** The client parses `record`, so that a malformed one fails only its own job; null if nothing can be drawn before a display copy is built. */
  z.object({ kind: z.literal('record'), record: z.unknown() }),
  z.object({ kind: z.literal('undrawable'), reason: z.enum(undrawableReasons), detail: z.string() }),
  z.object({ kind: z.literal('disk-full') }),
]);
/**
 * A report of the raster thread about a job. `progress` also shows that the thread works, so that a slow job is not ended.
 */
export type RasterAnswer = z.infer<typeof rasterAnswerSchema>;
