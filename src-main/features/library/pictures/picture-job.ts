import { z } from 'zod';

const pictureJobSchema = z.object({
  path: z.string(),
  /** The path of the overviews or the display copy of the raster, which may not exist. */
  displayPath: z.string(),
  /** The names of the bands as the service lists them. */
  bands: z.array(z.string()),
  /** True if a person has entered them. */
  areBandsEntered: z.boolean().optional(),
  /** The stored record of the raster as JSON (`rasterRecordSchema`); null if the raster was never described. */
  record: z.string().nullable(),
});
/** A raster whose picture is wanted. */
export type PictureJob = z.infer<typeof pictureJobSchema>;

/** A message to the thread; the answer is the PNG, or null for a raster without a picture. */
export const pictureQuestionSchema = z.object({ id: z.number(), job: pictureJobSchema });
