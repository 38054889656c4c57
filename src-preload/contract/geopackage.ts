import { z } from 'zod';
import { procedure } from './base.ts';
import { declareDomain } from './domain.ts';

/** A GeoPackage that is being written. */
export const geopackageIdSchema = z.string().min(1).max(64).brand<'GeopackageId'>();
const fieldNameSchema = z.string().min(1).max(200);

/** The largest number of rows in one call. */
export const mostGeopackageRows = 500;
/** The largest length of a geometry in Base64: some millions of vertices. */
const longestGeometry = 64_000_000;
/** The largest number of columns, and of the values of a row. */
const mostColumns = 1_000;
/** The largest length of a value: texts of places and of the service are shorter. */
const longestValue = 1_000_000;

export const geopackageColumnSchema = z.object({
  name: fieldNameSchema,
  type: z.enum(['text', 'integer', 'real', 'boolean', 'time']),
});

export const geopackageRowSchema = z.object({
  kind: z.enum(['point', 'line', 'area']),
  /** Well-known binary in Base64; null for an object without a place, which is with the points. */
  geometry: z.string().max(longestGeometry).nullable(),
  /** West, south, east, north of the geometry in degrees. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** One value for each column. */
  values: z
    .array(z.union([z.string().max(longestValue), z.number(), z.boolean(), z.null()]))
    .max(mostColumns),
});

const byId = z.object({ id: geopackageIdSchema });

/**
 * Writes a GeoPackage, which is an SQLite database, for the page: it sends the rows of the file and reads the file back
 * in pieces. The file is deleted when it has been read, discarded, or forgotten by the page.
 */
const procedures = {
  /** Begins a file with a table of points, one of lines and one of areas, each made when its first row arrives. */
  begin: procedure
    .input(
      z.object({
        /** The names of the tables begin with it. */
        layer: fieldNameSchema,
        title: z.string().max(1_000),
        columns: z.array(geopackageColumnSchema).max(mostColumns),
      }),
    )
    .output(byId),
  /** Adds rows and returns how many values were not times and are therefore left out. */
  add: procedure
    .input(byId.extend({ rows: z.array(geopackageRowSchema).max(mostGeopackageRows) }))
    .output(z.object({ otherType: z.number() })),
  /** Ends the file and returns its size. */
  finish: procedure.input(byId).output(z.object({ sizeBytes: z.number() })),
  /** Returns a piece of the finished file, some hundred kilobytes in Base64; an empty text at its end. */
  read: procedure
    .input(byId.extend({ offset: z.number().int().min(0) }))
    .output(z.object({ base64: z.string() })),
  /** Deletes the file; does nothing if it is gone. */
  discard: procedure.input(byId).output(z.object({})),
};

export const geopackageDomain = declareDomain({
  procedures,
});

/** Identifies a GeoPackage that is being written. */
export type GeopackageId = z.infer<typeof geopackageIdSchema>;
/** A column of the tables of a GeoPackage; a `time` is ISO 8601 in UTC. */
export type GeopackageColumn = z.infer<typeof geopackageColumnSchema>;
/** A row of a GeoPackage. */
export type GeopackageRow = z.infer<typeof geopackageRowSchema>;
