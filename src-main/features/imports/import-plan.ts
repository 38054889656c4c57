import { z } from 'zod';
import { catalogFileSchema, catalogSceneSchema } from '../../core/catalog-scene.ts';

const originalSchema = z.object({ path: z.string(), sizeBytes: z.number() }).nullable();

const plannedFileSchema = z.object({
  kind: z.enum(['raster', 'attachment']),
  name: z.string().min(1).max(500),
  fileName: z.string().min(1).max(500),
  bands: catalogFileSchema.shape.bands,
  bandCount: z.number().int().nullable().default(null),
  from: z.string().max(20_000),
  isRemote: z.boolean(),
  /** True if the address is stored without its key; see `link-keys.ts`. */
  lacksKey: z.boolean().optional(),
  sizeBytes: z.number().nullable(),
  sha256: catalogFileSchema.shape.sha256,
  place: z.string().min(1).max(4_096),
  own: catalogFileSchema
    .pick({ savedAt: true, fetchedFrom: true, order: true, deliverable: true, originalPath: true })
    .nullable(),
  originalPath: catalogFileSchema.shape.originalPath,
  original: originalSchema.default(null),
});

/** The stored plan of a scene that is to be imported: the scene, its connection and its files. */
export const planSchema = z.object({
  scene: catalogSceneSchema.omit({ files: true }),
  /** The connection of this data folder to which the scene belongs. */
  connectionId: z.string().min(1).max(64),
  hasItem: z.boolean().default(false),
  files: z.array(plannedFileSchema).min(1).max(1_000),
});

/** Files that were placed in the folder of a scene, with their sizes and checksums. */
export const placedSchema = z.array(
  z.object({
    place: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    /** See `stampOf`; missing for files that an old version of Nadir placed. */
    stamp: z.string().optional(),
    /** See `FoundFile`; missing for files that an old version of Nadir placed. */
    original: originalSchema.optional(),
  }),
);

/** A file that is to be imported. */
export type PlannedFile = z.infer<typeof plannedFileSchema>;
/** A scene that is to be imported. */
export type ImportPlan = z.infer<typeof planSchema>;
/** A file that was placed in the folder of a scene. */
export type PlacedFile = z.infer<typeof placedSchema>[number];
