import { z } from 'zod';
import { rasterInfoSchema } from '../../src-preload/contract/library.ts';

/** What is kept of a raster beside its file. `display`: a display copy was built. */
export const rasterRecordSchema = rasterInfoSchema
  .omit({ fileId: true, librarySceneId: true, fileName: true, path: true })
  .extend({ display: z.boolean() });

export type RasterRecord = z.infer<typeof rasterRecordSchema>;

export const rasterJobSchema = z.object({
  id: z.number(),
  path: z.string(),
  displayPath: z.string(),
  bands: z.array(z.string()),
});
export const rasterAnswerSchema = z.object({
  id: z.number(),
  /** Parsed by the desk, so that an odd one fails its own job only. */
  record: z.unknown(),
  failure: z.string().nullable(),
});
