import { z } from 'zod';

const pictureJobSchema = z.object({
  path: z.string(),
  /** Where the overviews or the display copy of the raster are, if they were built. */
  displayPath: z.string(),
  /** The names of the bands as the service lists them. */
  bands: z.array(z.string()),
  /** The stored record of the raster as text (`rasterRecordSchema`); null if nobody has looked at the raster yet. */
  record: z.string().nullable(),
});
/** A raster whose picture is wanted. */
export type PictureJob = z.infer<typeof pictureJobSchema>;

/** What the thread is asked; it answers with the PNG, or with null for a raster that has no picture. */
export const pictureQuestionSchema = z.object({ id: z.number(), job: pictureJobSchema });
