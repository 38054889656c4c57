import { z } from 'zod';
import { rasterInfoSchema } from '../../../src-preload/contract/library.ts';

/** A raster of a tile: where its pixels are, and how they are drawn. */
export const tileSourceSchema = z.object({
  /** The file whose first image has the pixels. */
  path: z.string(),
  /** The file with the overviews, where they are in a file of their own. */
  overviewsPath: z.string().nullable(),
  raster: rasterInfoSchema.pick({
    ...({ widthPx: true, heightPx: true, placement: true, bands: true } as const),
    ...({ stretch: true, nodata: true, hasAlpha: true } as const),
  }),
});

const tileJobSchema = z.object({
  tile: z.object({ z: z.number(), x: z.number(), y: z.number() }),
  /** From the topmost to the lowest. */
  sources: z.array(tileSourceSchema),
});

/** What the thread is asked; it answers with the PNG. A raster that cannot be read is left out of it. */
export const tileQuestionSchema = z.object({ id: z.number(), job: tileJobSchema });

/** A raster of a tile. */
export type TileSource = z.infer<typeof tileSourceSchema>;
/** A tile to be painted. */
export type TileJob = z.infer<typeof tileJobSchema>;
