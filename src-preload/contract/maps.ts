import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { mapAreaIdSchema, mapSourceIdSchema } from './ids.ts';
import { rasterInfoSchema } from './library.ts';

/** The limit for the zoom of a map; at 24 a tile is two metres wide. */
export const closestMapZoom = 24;
/** The limit for the address of a map, with its placeholders. */
const longestAddress = 4_096;

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const zoom = z.number().int().min(0).max(closestMapZoom);

/** West, south, east, north in degrees; west is greater than east in a box that crosses the antimeridian. */
export const mapBoxSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .refine(([, south, , north]) => south < north, 'validation.invalid');

export const addressKindSchema = z.enum(['xyz', 'tms', 'wmts', 'wms']);
export const mapKindSchema = z.enum([
  'mbtiles',
  'pmtiles',
  'geotiff',
  'reference',
  ...addressKindSchema.options,
]);

/** The content of a map: tiles as pictures, vector tiles, or one raster that the page reads by ranges. */
export const mapContentSchema = z.enum(['picture', 'vector', 'raster']);

/** `mercator` has one tile at zoom 0 (EPSG:3857), `degrees` has two (EPSG:4326, CRS84). */
export const mapGridSchema = z.enum(['mercator', 'degrees']);

/**
 * `idle`: nothing was requested yet; `nothing-here`: the map has no tile at the last requested place; `failing`: see `error`,
 * and nothing is requested before `retryAt`; `saved-only`: the server cannot be reached, and saved tiles are shown.
 */
export const mapStateSchema = z.enum(['idle', 'ok', 'nothing-here', 'saved-only', 'failing']);

export const mapAreaSchema = z.object({
  id: mapAreaIdSchema,
  name: z.string(),
  box: mapBoxSchema,
  minZoom: zoom,
  maxZoom: zoom,
  tileCount: z.number(),
  /** The number of saved tiles, including those that the server does not have. */
  doneCount: z.number(),
  missingCount: z.number(),
  bytes: z.number(),
  state: z.enum(['saving', 'paused', 'complete', 'failed']),
  /** Why saving has stopped; it continues at the user's request. */
  error: storedErrorSchema.nullable(),
});

export const mapSourceSchema = z.object({
  id: mapSourceIdSchema,
  kind: mapKindSchema,
  content: mapContentSchema,
  name: z.string(),
  /** The path of a file, or an address with placeholders. It never contains a key: `{key}` stands in its place. */
  address: z.string(),
  /** The layer of a WMTS or WMS. */
  layer: z.string().nullable(),
  attribution: z.string(),
  minZoom: zoom,
  maxZoom: zoom,
  bounds: mapBoxSchema.nullable(),
  grid: mapGridSchema,
  /** The side of a tile in pixels. */
  tileSize: z.number(),
  /** 0 to 1. */
  opacity: z.number(),
  visible: z.boolean(),
  /** True if its file is a copy in the data folder, which is deleted with the map. */
  isCopied: z.boolean(),
  /** True if its server has a legend. */
  hasLegend: z.boolean(),
  /** The only hosts from which its tiles are requested; empty for a file. */
  hosts: z.array(z.string()),
  needsKey: z.boolean(),
  /** True if the user has stated that the provider's terms allow to save it for offline use. */
  offlineAllowed: z.boolean(),
  /** A version of its tiles, contained in their addresses: it changes when the tiles may have changed. */
  revision: z.number(),
  state: mapStateSchema,
  error: storedErrorSchema.nullable(),
  /** The time of the next attempt, ISO 8601; null if none is planned. */
  retryAt: z.string().nullable(),
  /** Changes when missing tiles may be available now. */
  attempt: z.number(),
  areas: z.array(mapAreaSchema),
});

const nameSchema = z.string().trim().min(1, 'validation.required').max(120, 'validation.tooLong');
const attributionSchema = z.string().trim().max(500, 'validation.tooLong');

export const mapAddressSchema = z.object({
  kind: addressKindSchema,
  address: z.string().trim().min(1, 'validation.required').max(longestAddress, 'validation.tooLong'),
  /** The values of `{s}`, separated by commas: `a,b,c`. */
  subdomains: z.string().trim().max(200, 'validation.tooLong'),
  /** The layer of a WMTS or WMS; null for the first one that can be drawn. */
  layer: z.string().max(500).nullable(),
  /** The value of `{key}`, which is stored in the keychain. */
  key: z.string().trim().max(2_000, 'validation.tooLong').nullable(),
});

export const mapProbeSchema = z.object({
  name: z.string(),
  attribution: z.string(),
  minZoom: zoom,
  maxZoom: zoom,
  bounds: mapBoxSchema.nullable(),
  grid: mapGridSchema,
  hosts: z.array(z.string()),
  /** The layers that can be drawn, at most 500; empty for XYZ and TMS. */
  layers: z.array(z.object({ name: z.string(), title: z.string() })),
  layer: z.string().nullable(),
  /** True if the address has a key, which will be kept in the keychain. */
  needsKey: z.boolean(),
  /** The requested tile; null if the server has none there, which is no failure. */
  tile: z.object({ contentType: z.string(), sizeBytes: z.number() }).nullable(),
});

export const newMapSchema = mapAddressSchema.extend({
  name: nameSchema,
  attribution: attributionSchema,
  minZoom: zoom,
  maxZoom: zoom,
  /** True to keep the key only until Nadir closes, for computers without a keychain. */
  keyForSession: z.boolean(),
});

export const mapPatchSchema = z
  .object({
    name: nameSchema,
    attribution: attributionSchema,
    opacity: z.number().min(0).max(1),
    visible: z.boolean(),
    offlineAllowed: z.boolean(),
  })
  .partial();

const areaRequest = z.object({
  sourceId: mapSourceIdSchema,
  box: mapBoxSchema,
  minZoom: zoom,
  maxZoom: zoom,
});

export const areaEstimateSchema = z.object({
  tileCount: z.number(),
  /** Estimated from the size of received tiles. */
  bytes: z.number(),
  /** More tiles than this are not saved at once. */
  mostTiles: z.number(),
});

/** The data for drawing one of the user's own rasters. */
export const mapRasterSchema = rasterInfoSchema.omit({ fileId: true, librarySceneId: true, fileName: true });

/** A file that is copied into the data folder, because the host does not know its path. */
export const mapCopyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'MapCopyId'>();
/** The limit for the bytes of a copy in one call. */
export const mostCopiedBytes = 768 * 1_024;

/** The limits for the features of a reference layer in one call, and for their positions. */
export const mostReferenceFeatures = 500;
export const mostReferencePositions = 250_000;
const attributeValue = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()]);

export const referenceFeatureSchema = z.object({
  kind: z.enum(['point', 'line', 'area']),
  /**
   * Longitude and latitude of each position in degrees, as 64-bit floats (little-endian) in Base64. Longitudes continue over the
   * antimeridian.
   */
  positions: z.string().max(22 * mostReferencePositions),
  /** The number of positions of each ring of an area; for other kinds of the only part. */
  lengths: z.array(z.number().int().min(1)).min(1).max(20_000),
  text: z.object({
    name: z.string().max(1_000).nullable(),
    notes: z.string().max(20_000).nullable(),
    /** The layer, the sheet or the folder of its file. */
    layer: z.string().max(1_000).nullable(),
    attributes: z.record(z.string().max(1_000), attributeValue),
  }),
});

const bySource = z.object({ id: mapSourceIdSchema });
const byArea = z.object({ id: mapAreaIdSchema });
const byCopy = z.object({ copyId: mapCopyIdSchema });
const path = z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong');

const procedures = {
  /** Returns the user's own maps, the highest first. */
  list: query('maps').output(z.array(mapSourceSchema)),
  /**
   * Reads an MBTiles, PMTiles or GeoTIFF file where it is and adds it on top. MAP_UNUSABLE or RASTER_UNDRAWABLE says what is wrong with
   * it.
   */
  addFile: procedure.input(z.object({ path })).output(mapSourceSchema),
  /** Starts to copy a file into the data folder. DISK_FULL if there is no room for it. */
  beginCopy: procedure
    .input(z.object({ name: nameSchema, sizeBytes: z.number().int().min(0) }))
    .output(z.object({ copyId: mapCopyIdSchema })),
  /** Adds the next bytes, in Base64. */
  addCopy: procedure
    .input(byCopy.extend({ base64: z.string().max(Math.ceil(mostCopiedBytes / 3) * 4) }))
    .output(z.void()),
  /** Ends the copy and adds it as a map, like `addFile`; if it cannot be used, the copy is deleted. */
  finishCopy: procedure.input(byCopy).output(mapSourceSchema),
  discardCopy: procedure.input(byCopy).output(z.void()),
  /** Starts a reference layer, which is listed once it is finished. */
  beginReference: procedure.input(z.object({ name: nameSchema })).output(z.object({ id: mapSourceIdSchema })),
  addReference: procedure
    .input(bySource.extend({ features: z.array(referenceFeatureSchema).max(mostReferenceFeatures) }))
    .output(z.void()),
  /** Ends a reference layer and adds it on top. */
  finishReference: procedure.input(bySource).output(mapSourceSchema),
  discardReference: procedure.input(bySource).output(z.void()),
  /** Returns what the file said of a feature of a reference layer. */
  feature: query('maps')
    .input(bySource.extend({ featureId: z.number().int().min(0) }))
    .output(referenceFeatureSchema.shape.text),
  /** Returns what is needed to draw a GeoTIFF. MAP_UNUSABLE if its file is gone, RASTER_UNDRAWABLE if it cannot be drawn. */
  raster: query('maps').input(bySource).output(mapRasterSchema),
  /** Reads the layers of a server and one tile, and stores nothing. MAP_UNUSABLE or an error of the network if it fails. */
  probe: procedure.input(mapAddressSchema).output(mapProbeSchema),
  /** Does the same and adds the map on top. KEYCHAIN_UNAVAILABLE if its key cannot be stored. */
  addAddress: procedure.input(newMapSchema).output(mapSourceSchema),
  update: procedure.input(bySource.extend({ patch: mapPatchSchema })).output(mapSourceSchema),
  /** Moves a map to this place of the list, counted from the highest. */
  move: procedure.input(bySource.extend({ to: z.number().int().min(0).max(1_000) })).output(z.void()),
  /** Removes a map with its areas and its key. The file of a map stays where it is. */
  remove: procedure.input(bySource).output(z.void()),
  /** Retries at once, without waiting; a file is read again. */
  retry: procedure.input(bySource).output(z.void()),
  estimateArea: query('maps').input(areaRequest).output(areaEstimateSchema),
  /** Starts to save an area. MAP_UNUSABLE if the provider's terms do not allow it, or if it has too many tiles. */
  saveArea: procedure.input(areaRequest.extend({ name: nameSchema })).output(mapAreaSchema),
  pauseArea: procedure.input(byArea).output(z.void()),
  resumeArea: procedure.input(byArea).output(z.void()),
  /** Stops saving an area and deletes its saved tiles. */
  removeArea: procedure.input(byArea).output(z.void()),
};

export const mapsDomain = declareDomain({
  procedures,
  topics: [
    // The user's own maps, with the state of each.
    'maps',
  ],
});

/** West, south, east, north in degrees; west is greater than east in a box that crosses the antimeridian. */
export type MapBox = z.infer<typeof mapBoxSchema>;
/** The protocol of a map server. */
export type AddressKind = z.infer<typeof addressKindSchema>;
/** The grid of a map's tiles. */
export type MapGrid = z.infer<typeof mapGridSchema>;
/** An area of a map that is saved on this computer. */
export type MapArea = z.infer<typeof mapAreaSchema>;
/** A map of the user's own: a file or a server. */
export type MapSource = z.infer<typeof mapSourceSchema>;
/** The address of a map as the user types it. */
export type MapAddress = z.infer<typeof mapAddressSchema>;
/** What a server said about a map before it is added. */
export type MapProbe = z.infer<typeof mapProbeSchema>;
/** A map of a server that the user adds. */
export type NewMap = z.infer<typeof newMapSchema>;
/** The changes of a map; omitted fields stay. */
export type MapPatch = z.infer<typeof mapPatchSchema>;
/** A request to save an area. */
export type AreaRequest = z.infer<typeof areaRequest>;
/** The number of tiles of an area and their estimated size. */
export type AreaEstimate = z.infer<typeof areaEstimateSchema>;
/** Identifies a file that is being copied. */
export type MapCopyId = z.infer<typeof mapCopyIdSchema>;
/** The data for drawing one of the user's own rasters. */
export type MapRaster = z.infer<typeof mapRasterSchema>;
/** A feature of a reference layer on its way to main. */
export type ReferenceFeature = z.infer<typeof referenceFeatureSchema>;
/** What the file said of a feature of a reference layer. */
export type ReferenceText = ReferenceFeature['text'];
