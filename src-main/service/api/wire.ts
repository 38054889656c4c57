import { z } from 'zod';
import {
  captureIdSchema,
  contractIdSchema,
  sceneIdSchema,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { nameAttachment, nameRaster, withDistinctNames } from './scene-file-names.ts';

/**
 * Schemas that read tolerantly what the service sends (service §10): unknown fields are kept (loose objects); a missing or
 * malformed optional field becomes null and never fails the row; only the identifier is required.
 */
const numeric = z
  .string()
  .trim()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
  // A number of four hundred digits becomes Infinity, which could not be read back from a stored row.
  .pipe(z.number());
const looseNumber = z.union([z.number(), numeric]);
/** A name or an id; the service may send it as a number. */
export const looseText = z.union([z.string(), z.number().transform(String)]);

export const text = looseText
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const number = looseNumber
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
/** Null if the service does not say, which is something else than an empty list. */
const texts = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((values) => values?.filter((value) => typeof value === 'string') ?? null);

export const wireContractSchema = z.looseObject({
  contract_id: looseText.pipe(contractIdSchema),
  name: text,
  account: text,
  archive_configuration: z
    .looseObject({ restrictions: texts, collections: texts })
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  tasking_configuration: z
    .looseObject({ has_credentials: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  created_at: text,
  updated_at: text,
  status: text,
});

export const wireProductSchema = z.looseObject({ pk: looseNumber.pipe(z.number().int()), name: text });

export const wireTaskSchema = z.looseObject({
  task_id: looseNumber.pipe(taskIdSchema),
  task_name: text,
  project_name: text,
  product: number,
  start: text,
  end: text,
  priority: number,
  client: text,
  target: z
    .looseObject({ type: z.string(), coordinates: z.unknown().optional() })
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  created_time: text,
  status: text,
  expected_age: text,
  max_captures: number,
  max_simultaneous_captures: number,
});

export const wireCaptureSchema = z.looseObject({
  capture_id: looseText.pipe(captureIdSchema),
  start: text,
  satellite_name: text,
  status: text,
  fragment_id: text,
});

/** A file without a link is listed too, but cannot be downloaded. `name` is unique within the scene and need not be a file's name. */
const wireRasterSchema = z
  .looseObject({
    url: text,
    // All or none: if one band were left out, the bands after it would get the wrong meaning.
    bands: z.array(looseText).catch([]),
    file_name: text,
    source: text,
    scene: text,
  })
  .transform((raster) => ({ ...raster, name: nameRaster(raster), file_name: nameRaster(raster) }));

const wireAttachmentSchema = z
  .looseObject({ scene: text, url: text, file_name: text, name: text, edit_url: text })
  .transform((attachment) => ({ ...attachment, ...nameAttachment(attachment) }));

/** The limit for the files of one scene; files above it are dropped. */
export const maxFilesOfScene = 1_000;

/** Items that cannot be parsed are dropped from the list but stay in the scene's raw JSON. */
function tolerantList<S extends z.ZodType>(item: S) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, maxFilesOfScene).flatMap((raw): z.infer<S>[] => {
        const parsed = item.safeParse(raw);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

export const wireSceneSchema = z.looseObject({
  scene_id: looseText.pipe(sceneIdSchema),
  sceneset_id: text,
  timestamp: text,
  footprint: z.unknown().optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  supplier: text,
  satellite_class: text,
  satellite_name: text,
  productname: text,
  rasters: tolerantList(wireRasterSchema).transform((rasters) =>
    withDistinctNames(rasters, ({ bands, source, scene }) => JSON.stringify([bands, source, scene])),
  ),
  attachments: tolerantList(wireAttachmentSchema).transform((attachments) =>
    withDistinctNames(attachments, ({ file_name, scene }) => JSON.stringify([file_name, scene])),
  ),
  last_modified: text,
});

/** A contract as read from the service (service §2.4). */
export type WireContract = z.infer<typeof wireContractSchema>;
/** A product as read from the service (service §2.5). */
export type WireProduct = z.infer<typeof wireProductSchema>;
/** A V1 task as read from the service (service §2.6). Unknown fields are kept; known ones of a wrong type are null. */
export type WireTask = z.infer<typeof wireTaskSchema>;
/** A capture of a V1 task as read from the service (service §2.7). */
export type WireCapture = z.infer<typeof wireCaptureSchema>;
/**
 * A scene as read from the service (service §2.9). A raster or an attachment needs no field at all; an item that is not an object is
 * left out here and stays in the raw JSON.
 */
export type WireScene = z.infer<typeof wireSceneSchema>;
