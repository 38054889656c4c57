import { z } from 'zod';
import { procedure, query } from './base.ts';
import { libraryFileIdSchema } from './ids.ts';

/**
 * The progress of building the overviews or the display copy of a raster. After `cancelled` and `failed`, a raster that the
 * page can read is drawn without them, slowly. `path` is the folder in which they are built.
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

/** The progress of building the overviews of a raster. */
export type OverviewBuild = z.infer<typeof overviewBuildSchema>;

const byFile = z.object({ fileId: libraryFileIdSchema });

/** The procedures for the overviews that are built in the background: their progress, cancelling and retrying. */
export const overviewBuildProcedures = {
  overviewBuild: query('overviews').input(byFile).output(overviewBuildSchema),
  /** Cancels the build and deletes its files. It does not start again in this session, unless `retry` asks for it. */
  cancelOverviews: procedure.input(byFile).output(z.void()),
  /** Starts a cancelled or failed build again. */
  buildOverviews: procedure.input(byFile).output(z.void()),
};
