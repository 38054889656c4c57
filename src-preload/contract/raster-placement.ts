import { z } from 'zod';

const numbers = z.array(z.number()).readonly();
const six = z.array(z.number()).length(6).readonly();

const modelSchema = z.discriminatedUnion('kind', [
  /** GDAL's six numbers: x = a + b × column + c × row, y = d + e × column + f × row. */
  z.object({ kind: z.literal('affine'), geoTransform: six }),
  /** Fitted to control points; from the plane to pixels. */
  z.object({
    kind: z.literal('polynomial'),
    order: z.number(),
    centre: numbers,
    scale: z.number(),
    column: numbers,
    row: numbers,
  }),
  /** Rational functions from places in degrees to pixels, at one height. */
  z.object({
    kind: z.literal('rational'),
    offsets: numbers,
    scales: numbers,
    lineNumerator: numbers,
    lineDenominator: numbers,
    sampleNumerator: numbers,
    sampleDenominator: numbers,
    heightMetres: z.number(),
  }),
]);

/** Why a raster is placed only approximately; the texts are in the catalogue under `map.placedBy`. */
export const roughPlacements = ['control-points', 'rational', 'datum'] as const;

/** Why a raster is not on the map; the texts are in the catalogue under `map.unplaced`. */
export const unplacedReasons = ['no-georeference', 'no-projection', 'unknown-projection'] as const;

const fileNames = z.array(z.string());

/** The placement of the pixels of a raster on the earth. */
export const rasterPlacementSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('placed'),
    /** The coordinate system for proj4: a definition or well-known text. */
    projection: z.string(),
    /** Null if the file describes the system by its own keys. */
    epsg: z.number().nullable(),
    model: modelSchema,
    /** Null if the placement is exact. */
    rough: z.enum(roughPlacements).nullable(),
    /**
     * West, south, east, north in degrees. Longitudes are those of the raster's own plane: from 0 to 360 in a file that
     * counts so.
     */
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    /** The names of the files beside the raster that place it; missing if it does that itself. */
    placeFiles: fileNames.optional(),
    /** The names of the files beside the raster that state a place and do not count, because another one does or they cannot be read. */
    unusedFiles: fileNames.optional(),
  }),
  /** It is shown in its own pixels. `detail` is the name of its coordinate system, or of the file that lacks one. */
  z.object({
    kind: z.literal('unplaced'),
    reason: z.enum(unplacedReasons),
    detail: z.string(),
    unusedFiles: fileNames.optional(),
  }),
]);

/** The placement of the pixels of a raster on the earth, or why it is unknown. */
export type RasterPlacement = z.infer<typeof rasterPlacementSchema>;
/** The placement of a raster whose place is known. */
export type KnownPlacement = Extract<RasterPlacement, { kind: 'placed' }>;
