import { z } from 'zod';
import { procedure, query } from './base.ts';
import { libraryFileIdSchema } from './ids.ts';

/**
 * How far the overviews, or the display copy, of a raster are. After `cancelled` and `failed` a raster that the page can read is drawn
 * without them, slowly. `path` is the folder in which they are built.
 */
export const overviewBuildSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** `share` is from 0 to 1. */
  z.object({ kind: z.literal('running'), share: z.number() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['disk-full', 'not-built']),
    path: z.string(),
  }),
]);

/** How far the overviews of a raster are. */
export type OverviewBuild = z.infer<typeof overviewBuildSchema>;

const byFile = z.object({ fileId: libraryFileIdSchema });

/** What a raster needs to be drawn fast is built in the background; these say how far it is, and end or begin it. */
export const overviewBuildProcedures = {
  overviewBuild: query('overviews').input(byFile).output(overviewBuildSchema),
  /** Ends the build and removes what it wrote. It does not begin again in this run of Nadir, unless it is asked for. */
  cancelOverviews: procedure.input(byFile).output(z.void()),
  /** Begins again what was cancelled or failed. */
  buildOverviews: procedure.input(byFile).output(z.void()),
};
