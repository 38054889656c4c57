import { z } from 'zod';
import { handedEventSchema, packageHeadSchema } from '../../../src-preload/contract/handover.ts';
import {
  mapSourceIdSchema,
  placeIdSchema,
  placeListIdSchema,
  preparedIdSchema,
  templateIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { mapBoxSchema, mapGridSchema, mapKindSchema } from '../../../src-preload/contract/maps.ts';
import { commandInputSchema } from '../../../src-preload/contract/outbox.ts';
import { placeGeometrySchema } from '../../../src-preload/contract/place-geometry.ts';
import {
  placeAttributesSchema,
  placeBounds,
  placeColourSchema,
  placeSourceSchema,
} from '../../../src-preload/contract/place-values.ts';
import { preparedKindSchema, preparedValuesSchema } from '../../../src-preload/contract/prepared.ts';
import { templateContentSchema } from '../../../src-preload/contract/templates.ts';

/**
 * The format and version that the manifest names. A package of a newer version is refused, because its fields may have another
 * meaning.
 */
export const packageFormat = 'nadir-package';
export const packageVersion = 1;

/** The limits of a package, which are also in docs/package-format.md. */
export const packageLimits = {
  entries: 80,
  /** Of all parts together, including maps, unpacked. */
  unpackedBytes: 8 * 1024 ** 3,
  /** Of all text parts together, unpacked. */
  textBytes: 192 * 1024 ** 2,
  manifestBytes: 256 * 1024,
  lineBytes: 4 * 1024 ** 2,
  depth: 32,
  /** A part larger than `ratioFromBytes` is a zip bomb if its unpacked size is more than `ratio` times its packed size. */
  ratio: 200,
  ratioFromBytes: 4 * 1024 ** 2,
  /** The events of a trail, and the revisions in the history of an item. */
  events: 100,
  history: 64,
} as const;

/** The name in the package of every part but the files of maps. */
export const partNames = {
  list: 'lists.ndjson',
  place: 'places.ndjson',
  template: 'templates.ndjson',
  prepared: 'prepared.ndjson',
  draft: 'drafts.ndjson',
  map: 'maps.ndjson',
  removed: 'removed.ndjson',
  sent: 'sent.ndjson',
} as const;
/** The kind of a part that has a line for each item. */
export type PartKind = keyof typeof partNames;
/** How many lines a part may have. */
export const maxItems: Readonly<Record<PartKind, number>> = {
  list: 500,
  place: 50_000,
  template: 500,
  prepared: 5_000,
  draft: 1_000,
  map: 50,
  removed: 50_000,
  sent: 5_000,
};
export const manifestName = 'manifest.json';
/** The pattern of the names that files of maps have in a package. */
export const mapFileName = /^maps\/[0-9a-f]{12}\.(mbtiles|pmtiles)$/;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** The schema of a revision: the hash of a content, or of a content and the revision before it (`classify.ts`). */
const hashSchema = z.string().regex(/^[\w-]{22}$/);
const historySchema = z.array(hashSchema).max(packageLimits.history);
const time = z.iso.datetime({ offset: true });
const text = (max: number) => z.string().max(max);
const uuid = z.uuid();

export const manifestSchema = z.strictObject({
  format: z.literal(packageFormat),
  version: z.number().int().min(1),
  ...packageHeadSchema.shape,
  packageId: uuid,
  madeAt: time,
  maker: text(100),
  note: text(2_000),
  instance: text(40),
  contractName: text(300).nullable(),
  /** The version of Nadir that made the package. */
  application: text(40),
  parts: z
    .array(
      z.strictObject({
        name: text(60),
        sizeBytes: z.number().int().min(0),
        sha256: sha256Schema,
        /** The number of lines; null for the file of a map. */
        count: z.number().int().min(0).nullable(),
      }),
    )
    .max(packageLimits.entries),
});
/** The manifest of a package. */
export type Manifest = z.infer<typeof manifestSchema>;

const marks = {
  version: z.number().int().min(0),
  updatedAt: text(40),
  updatedBy: text(100),
  /** The revision of this content, and the earlier revisions that were handed over, newest last. */
  revision: hashSchema,
  history: historySchema,
};
const trail = { trail: z.array(handedEventSchema).max(packageLimits.events) };

const listContent = z.strictObject({
  name: text(placeBounds.name).min(1),
  colour: placeColourSchema,
  notes: text(placeBounds.notes),
});
const placeContent = z.strictObject({
  listId: placeListIdSchema,
  geometry: placeGeometrySchema.nullable(),
  positionText: text(placeBounds.positionText).nullable(),
  name: text(placeBounds.name),
  notes: text(placeBounds.notes),
  tags: z.array(text(placeBounds.tag).min(1)).max(placeBounds.tags),
  attributes: placeAttributesSchema,
  source: placeSourceSchema.nullable(),
});
const preparedContent = z.strictObject({
  kind: preparedKindSchema,
  placeId: placeIdSchema,
  templateId: templateIdSchema,
  templateName: text(200),
  listName: text(placeBounds.name),
  missing: z.array(text(300)).max(100),
  values: preparedValuesSchema,
  base: preparedValuesSchema,
  geometry: placeGeometrySchema.nullable(),
  positionText: text(placeBounds.positionText).nullable(),
});
const draftContent = z.strictObject({
  input: z.discriminatedUnion('kind', [commandInputSchema.options[0], commandInputSchema.options[1]]),
});
const recipeContent = z.strictObject({
  template: text(4_096),
  subdomains: z.array(text(60)).max(20),
  flipY: z.boolean(),
  matrices: z.record(text(8), text(200)).nullable(),
  axes: z.enum(['xy', 'yx']),
  /** The address of the legend, with `{key}`; missing in packages of before maps had legends. */
  legend: text(4_096).nullable().optional(),
});
const mapContent = z.strictObject({
  kind: mapKindSchema,
  name: text(120).min(1),
  /** The address without a key; empty for a file. */
  address: text(4_096),
  layer: text(500).nullable(),
  attribution: text(500),
  minZoom: z.number().int().min(0).max(24),
  maxZoom: z.number().int().min(0).max(24),
  bounds: mapBoxSchema.nullable(),
  grid: mapGridSchema,
  /** The rules by which tiles of a server are requested; null for a file. */
  recipe: recipeContent.nullable(),
  needsKey: z.boolean(),
  /** The name of its file in the package; null for a map of a server. */
  file: z.string().regex(mapFileName).nullable(),
});

/** The schemas of the lines of each part. */
export const lineSchemas = {
  list: z.strictObject({ id: placeListIdSchema, ...marks, content: listContent }),
  place: z.strictObject({ id: placeIdSchema, ...marks, content: placeContent }),
  template: z.strictObject({ id: templateIdSchema, ...marks, content: templateContentSchema }),
  prepared: z.strictObject({ id: preparedIdSchema, ...marks, ...trail, content: preparedContent }),
  draft: z.strictObject({ id: uuid, ...marks, ...trail, content: draftContent }),
  map: z.strictObject({ id: mapSourceIdSchema, ...marks, content: mapContent }),
  removed: z.strictObject({
    kind: z.enum(['list', 'place', 'template']),
    id: uuid,
    name: text(300),
    revision: hashSchema,
    history: historySchema,
  }),
  sent: z.strictObject({
    id: uuid,
    kind: z.enum(['task', 'order']),
    name: text(300),
    remoteId: text(200).nullable(),
    at: text(40),
    by: text(100),
    instance: text(40),
  }),
} as const;

/** A line of a part, by the kind of the part. */
export type Line<K extends PartKind> = z.infer<(typeof lineSchemas)[K]>;
/** Returns the schema of the lines of a part. */
export function lineSchemaOf<K extends PartKind>(kind: K): z.ZodType<Line<K>>;
export function lineSchemaOf(kind: PartKind): z.ZodType {
  return lineSchemas[kind];
}
/** An item that was sent to the service from the data folder in which the package was made. */
export type SentLine = Line<'sent'>;
/** An item that the maker has removed after it was handed over. */
export type RemovedLine = Line<'removed'>;
