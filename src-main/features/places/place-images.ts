import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type PlaceId, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import { placeGeometrySchema, ringsSchema } from '../../../src-preload/contract/place-geometry.ts';
import { placeAttributesSchema, placeSourceSchema } from '../../../src-preload/contract/place-values.ts';
import { readJson } from '../../store/readable-rows.ts';
import { fold } from '../../store/search-words.ts';
import type { Store } from '../../store/store.ts';
import { drawnRings, inMainWorld, positionColumns } from './place-position.ts';

/** Numbers with up to so many digits are compared by value. */
const digits = 12;

/** Returns the sort key of a name: without case and accents, and with numbers in the order of their values (`P2` before `P10`). */
function naturalKey(name: string): string {
  return fold(name).replaceAll(/\d+/g, (number) => number.replace(/^0+(?=\d)/, '').padStart(digits, '0'));
}

/** The schema of `PlaceImage`. A damaged field reads as empty, so that the rest is not lost. */
const placeImageSchema = z.object({
  seq: z.number(),
  listId: placeListIdSchema,
  geometry: placeGeometrySchema.nullable().catch(null),
  positionText: z.string().nullable().catch(null),
  name: z.string(),
  notes: z.string(),
  tags: z.array(z.string()).catch([]),
  attributes: placeAttributesSchema.catch({}),
  source: placeSourceSchema.nullable().catch(null),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  version: z.number(),
});
/** A place as steps store it: everything but its id. */
export type PlaceImage = z.infer<typeof placeImageSchema>;

const lastRow = z.object({ seq: z.number() });
const storedRow = z
  .object({
    ...placeImageSchema.pick({ seq: true, name: true, notes: true }).shape,
    ...placeImageSchema.pick({ createdAt: true, updatedAt: true, updatedBy: true, version: true }).shape,
    listId: z.string(),
    tags: z.string(),
    attributes: z.string(),
    kind: z.string(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    altitude: z.number().nullable(),
    positionText: z.string().nullable(),
    rings: z.string().nullable(),
    sourceFile: z.string().nullable(),
    sourceLine: z.number().nullable(),
  })
  .transform(({ kind, longitude, latitude, altitude, rings, sourceFile, sourceLine, ...row }) => ({
    ...row,
    tags: readJson(row.tags),
    attributes: readJson(row.attributes),
    geometry:
      kind === 'none'
        ? null
        : kind === 'area'
          ? { kind, rings: ringsSchema.safeParse(readJson(rings)).data }
          : { kind, longitude, latitude, altitudeMetres: altitude },
    source: sourceFile === null ? null : { fileName: sourceFile, line: sourceLine },
  }))
  .pipe(placeImageSchema);

const selectImage = `SELECT place.seq AS seq, list_id AS listId, name, notes, tags, attributes, kind, longitude, latitude, altitude,
    position_text AS positionText, rings, source_file AS sourceFile, source_line AS sourceLine, created_at AS createdAt,
    updated_at AS updatedAt, updated_by AS updatedBy, version
  FROM place LEFT JOIN place_area ON place_area.seq = place.seq WHERE place_id = :placeId`;

const writePlace = `INSERT INTO place (seq, place_id, list_id, name, name_key, notes, tags, attributes, kind, longitude, latitude,
    altitude, vertices, position_text, west, south, east, north, source_file, source_line, folded, created_at, updated_at,
    updated_by, version)
  VALUES (:seq, :placeId, :listId, :name, :nameKey, :notes, :tags, :attributes, :kind, :longitude, :latitude, :altitude,
    :vertices, :positionText, :west, :south, :east, :north, :sourceFile, :sourceLine, :folded, :createdAt, :updatedAt,
    :updatedBy, :version)
  ON CONFLICT (place_id) DO UPDATE SET list_id = :listId, name = :name, name_key = :nameKey, notes = :notes, tags = :tags,
    attributes = :attributes, kind = :kind, longitude = :longitude, latitude = :latitude, altitude = :altitude,
    vertices = :vertices, position_text = :positionText, west = :west, south = :south, east = :east, north = :north,
    source_file = :sourceFile, source_line = :sourceLine, folded = :folded, updated_at = :updatedAt,
    updated_by = :updatedBy, version = :version`;

/** Returns the folded text in which a search looks for words. */
function foldedOf({ name, notes, tags, attributes, positionText }: PlaceImage): string {
  const values = Object.values(attributes).filter((value) => value !== null);
  return fold([name, positionText ?? '', ...tags, ...values, notes].join('\n'));
}

/** Returns the image that is stored as JSON. */
export const readPlaceImage = (text: string): PlaceImage => placeImageSchema.parse(JSON.parse(text));

/** Returns the content of a place as text: it is equal for two images that differ only in who wrote them and when. */
export function placeContent(image: PlaceImage): string {
  const { listId, geometry, positionText, name, notes, tags, attributes, source } = image;
  const sorted = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([listId, geometry, positionText, name, notes, tags, sorted, source]);
}

/** Returns a hash of 22 characters of a text. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Creates the table of places, which steps read and write as images. */
export function createPlaceImages({ store }: { store: Store }) {
  return {
    /** Returns the number of the last place; 0 without places. A place that is added later has a larger one. */
    last: (): number => store.get(lastRow, 'SELECT coalesce(max(seq), 0) AS seq FROM place')?.seq ?? 0,
    read: (placeId: PlaceId): PlaceImage | null => store.get(storedRow, selectImage, { placeId }) ?? null,
    /** Stores a place; a `seq` of 0 stands for a new place. */
    write(placeId: PlaceId, image: PlaceImage) {
      const geometry = inMainWorld(image.geometry);
      const position = positionColumns(geometry);
      const { lastInsertRowid } = store.run(writePlace, {
        ...position,
        placeId,
        seq: image.seq === 0 ? null : image.seq,
        listId: image.listId,
        name: image.name,
        nameKey: naturalKey(image.name),
        notes: image.notes,
        tags: JSON.stringify(image.tags),
        attributes: JSON.stringify(image.attributes),
        positionText: image.positionText,
        sourceFile: image.source?.fileName ?? null,
        sourceLine: image.source?.line ?? null,
        folded: foldedOf(image),
        createdAt: image.createdAt,
        updatedAt: image.updatedAt,
        updatedBy: image.updatedBy,
        version: image.version,
      });
      const seq = image.seq === 0 ? lastInsertRowid : image.seq;
      const { west, south, east, north } = position;
      if (west === null) store.run('DELETE FROM place_box WHERE seq = :seq', { seq });
      else
        store.run('INSERT OR REPLACE INTO place_box VALUES (:seq, :west, :east, :south, :north)', {
          seq,
          west,
          east,
          south,
          north,
        });
      if (geometry?.kind === 'area')
        store.run('INSERT OR REPLACE INTO place_area VALUES (:seq, :rings, :drawn)', {
          seq,
          rings: JSON.stringify(geometry.rings),
          drawn: drawnRings(geometry.rings),
        });
      else store.run('DELETE FROM place_area WHERE seq = :seq', { seq });
    },
    remove(placeId: PlaceId, { seq }: PlaceImage) {
      store.run('DELETE FROM place WHERE place_id = :placeId', { placeId });
      store.run('DELETE FROM place_box WHERE seq = :seq', { seq });
      store.run('DELETE FROM place_area WHERE seq = :seq', { seq });
    },
  };
}

/** The table of places. */
export type PlaceImages = ReturnType<typeof createPlaceImages>;
