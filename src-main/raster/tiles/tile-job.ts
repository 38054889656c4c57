import { z } from 'zod';
import { rasterInfoSchema } from '../../../src-preload/contract/library.ts';

/** A raster of a tile: the files with its pixels, and how they are drawn. */
export const tileSourceSchema = z.object({
  /** The file whose first image has the pixels. */
  path: z.string(),
  /** The separate file with the overviews; null if there is none. */
  overviewsPath: z.string().nullable(),
  raster: rasterInfoSchema.pick({
    widthPx: true,
    heightPx: true,
    placement: true,
    bands: true,
    stretch: true,
    scales: true,
    nodata: true,
    isFloat: true,
    hasAlpha: true,
  }),
});

const tileJobSchema = z.object({
  tile: z.object({ z: z.number(), x: z.number(), y: z.number() }),
  /** The rasters, the topmost first. */
  sources: z.array(tileSourceSchema),
});

/** A message to the thread; the answer is the PNG, without rasters that cannot be read. */
export const tileQuestionSchema = z.object({ id: z.number(), job: tileJobSchema });

/** A raster of a tile. */
export type TileSource = z.infer<typeof tileSourceSchema>;
/** A tile to be painted. */
export type TileJob = z.infer<typeof tileJobSchema>;
