import { z } from 'zod';
import { captureIdSchema, sceneIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { reviewBounds, reviewStateSchema, verdictSchema } from '../../src-preload/contract/reviews.ts';

const shortText = z.string().max(500);
const time = z.string().max(40).nullable();
/** Metres, degrees or percent; finite, so that a foreign file cannot bring in nonsense. */
const finite = z.number().finite();

/** The most files of a scene; the scene query drops those beyond it too. */
export const maxCatalogFiles = 1_000;

/** The most bands of a file of which an item says something. */
export const maxCatalogBands = 1_000;

/** The most characters of the path at which an imported file was found. */
export const maxOriginalPath = 1_000;

/** What is known of the pixels of a raster. */
export const catalogRasterSchema = z.object({
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  bitsPerSample: z.number().int().positive(),
  epsg: z.number().int().positive().nullable(),
  /** GDAL's six numbers; null if the raster is placed in another way. */
  geoTransform: z.array(finite).length(6).nullable(),
  nodata: finite.nullable(),
  /** For each band what the file declares of its values: value = sample × scale + offset. Empty in items of an earlier Nadir. */
  scales: z
    .array(z.object({ scale: finite, offset: finite }).nullable())
    .max(maxCatalogBands)
    .default([]),
});

/** A file of a scene that is in the library folder. */
export const catalogFileSchema = z.object({
  kind: z.enum(['raster', 'attachment']),
  name: z.string().min(1).max(500),
  fileName: z.string().min(1).max(500),
  position: z.number().int().min(0).max(1_000_000),
  bands: z.array(z.string().max(200)).max(maxCatalogBands),
  /** Below the library folder, with `/` between its parts. */
  path: z.string().min(1).max(4_096),
  sizeBytes: z.number().int().min(0).nullable(),
  /** In lower-case hex digits. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  savedAt: time,
  /** The host of the link that it came from. */
  fetchedFrom: z.string().max(300).nullable(),
  /** The order and the deliverable that it came with; null for a file of the scene query. */
  order: z.string().min(1).max(200).nullable(),
  deliverable: z.string().min(1).max(500).nullable(),
  /** The path at which an imported file was found, below what the person selected; null for other files. With `/` between its parts. */
  originalPath: z.string().min(1).max(maxOriginalPath).nullable().default(null),
  raster: catalogRasterSchema.nullable(),
});

/** Where a scene came from, so that it can be fetched again and assigned again. */
export const catalogSourceSchema = z.object({
  connectionId: z.string().min(1).max(64),
  connectionName: shortText.nullable(),
  /** The origin of the service's catalogue, `https://host`. */
  service: z.string().max(300).nullable(),
  contractId: z.string().max(200).nullable(),
  sceneId: sceneIdSchema,
  captureId: captureIdSchema.nullable(),
  taskId: taskIdSchema.nullable(),
  taskName: shortText.nullable(),
  project: shortText.nullable(),
});

/** The most verdicts of one scene that an item has. */
export const maxCatalogVerdicts = 200;

/** What the reviewers of a scene say of it. */
export const catalogReviewSchema = z.object({
  state: reviewStateSchema,
  verdicts: z
    .array(
      z.object({
        reviewer: z.string().max(reviewBounds.name),
        verdict: verdictSchema,
        /** Empty if none was given. */
        reason: z.string().max(reviewBounds.reason),
        at: z.string().max(40),
      }),
    )
    .max(maxCatalogVerdicts),
});

/** A scene with its files as the library folder holds it: what a STAC Item is written from, and what is read from one. */
export const catalogSceneSchema = z.object({
  source: catalogSourceSchema,
  timestamp: time,
  satelliteName: shortText.nullable(),
  productName: shortText.nullable(),
  cloudCover: finite.nullable(),
  lastModified: time,
  /** GeoJSON as the service sent it; `readFootprint` of it is not null. */
  footprint: z.unknown(),
  /** The scene as the service sent it, without links. */
  raw: z.record(z.string(), z.unknown()),
  files: z.array(catalogFileSchema).max(maxCatalogFiles),
  /** Null without a verdict. Only for other programs: Nadir reads reviews from their own files. */
  review: catalogReviewSchema.nullable().default(null),
});

/** What the reviewers of a scene say of it. */
export type CatalogReview = z.infer<typeof catalogReviewSchema>;
/** What is known of the pixels of a raster. */
export type CatalogRaster = z.infer<typeof catalogRasterSchema>;
/** A file of a scene that is in the library folder. */
export type CatalogFile = z.infer<typeof catalogFileSchema>;
/** Where a scene came from. */
export type CatalogSource = z.infer<typeof catalogSourceSchema>;
/** A scene with its files as the library folder holds it. */
export type CatalogScene = z.infer<typeof catalogSceneSchema>;
