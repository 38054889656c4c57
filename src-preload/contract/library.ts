import { z } from 'zod';
import { acquisitionPeriodSchema } from './acquired.ts';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { footprintSchema, geometryTextsSchema, mostGeometries } from './geometry.ts';
import { badFileReasons } from './holdings.ts';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  libraryFileIdSchema,
  librarySceneIdSchema,
  mostChosen,
  mostNamed,
  orderIdSchema,
  sceneIdSchema,
  scopeSchema,
  taskIdSchema,
} from './ids.ts';
import { overviewBuildProcedures } from './overview-builds.ts';
import { rasterPlacementSchema } from './raster-placement.ts';

import { reviewSummarySchema } from './reviews.ts';

import { placeGroupsSchema, sceneFacetsSchema, sceneFilterSchema, sceneSortSchema } from './scene-filter.ts';

/** The connection of scenes that belong to none: they were imported. No connection of the user has this id. */
export const importedConnectionId = connectionIdSchema.parse('imported');
/** The names of rasters that were unpacked from a delivery archive begin with this; no file of the service has a slash. */
export const unpackedPrefix = 'delivery_zip/';

/** True for a file that no service can send again: it was imported, or unpacked from an archive. */
export const isWithoutSource = (connectionId: string, fileName: string): boolean =>
  connectionId === importedConnectionId || fileName.startsWith(unpackedPrefix);

/** `away`: the file is in a library folder that is not there now; `missing`: its folder is there, and the file is not. */
export const fileStateSchema = z.enum(['remote', 'transferring', 'on-disk', 'away', 'missing']);

/** The limit for the files that are named as equal to another one. */
export const mostSameFiles = 5;
/** A file of the library with the same content as another one. */
const sameFileSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneId: z.string(),
  fileName: z.string(),
});

/** A raster or attachment of a scene. It is never identified by an address. */
export const sceneFileSchema = z.object({
  fileId: libraryFileIdSchema,
  kind: z.enum(['raster', 'attachment']),
  /** `delivery_zip`, `footprint`, `thumbnail`, `preview` or any other name of the service; the file name for rasters. */
  name: z.string(),
  fileName: z.string(),
  /** The band names in file order as the service lists them; empty if it does not. */
  bands: z.array(z.string()),
  /** The band names that were read in the raster itself; missing if names are listed, or if it was never read. */
  bandsRead: z.array(z.string()).optional(),
  state: fileStateSchema,
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  savedAt: z.string().nullable(),
  /** The first other files on the disk with the same content as this raster. */
  sameFiles: z.array(sameFileSchema).max(mostSameFiles).default([]),
  /** What the last check of the files has found wrong with it; missing if nothing. */
  badReason: z.enum(badFileReasons).optional(),
});

/** Where a file of a scene is on the disk, and its checksum. */
const filePlaceSchema = z.object({
  kind: z.enum(['raster', 'attachment']),
  fileName: z.string(),
  /** Below the library folder with `/` between its parts, or absolute for a file of another folder. */
  path: z.string(),
  sizeBytes: z.number().nullable(),
  /** SHA-256 in lower-case hex digits. */
  sha256: z.string().nullable(),
  /** What the last check of the files has found wrong with it; missing if nothing. */
  badReason: z.enum(badFileReasons).optional(),
});

/** A further library folder that cannot be read now; see `folderStates`. */
export const awayFolderSchema = z.object({ path: z.string(), state: z.enum(['away', 'sleeping']) });

export const sceneRowSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  connectionId: connectionIdSchema,
  contractId: contractIdSchema.nullable(),
  sceneId: sceneIdSchema,
  captureId: captureIdSchema.nullable(),
  taskId: taskIdSchema.nullable(),
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  timestamp: z.string().nullable(),
  /** The period in which the scene was acquired, if no moment is known; null also if nothing is. */
  period: acquisitionPeriodSchema.nullable().default(null),
  satelliteName: z.string().nullable(),
  productName: z.string().nullable(),
  cloudCover: z.number().nullable(),
  /** In degrees; likewise the elevation of the sun. */
  offNadir: z.number().nullable(),
  sunElevation: z.number().nullable(),
  /** In metres. */
  gsd: z.number().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** `[west, south, east, north]`; east may exceed 180 if the footprint crosses the antimeridian. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** True if `/files/thumbnail/<id>` may have a picture: a thumbnail is on the disk, or a raster from which one is painted. */
  hasThumbnail: z.boolean(),
  filesOnDisk: z.number(),
  bytesOnDisk: z.number(),
  /** The folder with files of the scene that cannot be read now; null if all can. */
  awayFolder: awayFolderSchema.nullable().default(null),
  /** What all reviews of the scene say; null if nobody has opened or reviewed it. */
  review: reviewSummarySchema.nullable(),
});

export const sceneDetailsSchema = sceneRowSchema.extend({
  footprint: footprintSchema.nullable(),
  files: z.array(sceneFileSchema),
  lastModified: z.string().nullable(),
  /** The scene as the service sent it, without the addresses of links. */
  raw: z.record(z.string(), z.unknown()),
});

/** The limit for the scenes of one call of `enterFacts`. */
export const mostEntered = 500;
/** A raster with more bands is not named by hand. */
export const mostNamedBands = 64;
/** What a person says of scenes. */
export const enteredFactsSchema = z.object({
  librarySceneIds: z.array(librarySceneIdSchema).min(1).max(mostEntered),
  /** A time, a day, a month, a year or `start/end` in ISO 8601, UTC without a zone; empty if it is not known. */
  acquired: z.string().max(100).optional(),
  satelliteName: z.string().max(200).optional(),
});
/** What a person says of the bands of rasters. */
export const enteredBandsSchema = z.object({
  fileIds: z.array(libraryFileIdSchema).min(1).max(mostEntered),
  /** In file order, a name such as `red` or `B8 (nir)` for each band; none for what the source of the raster says. */
  bands: z.array(z.string().trim().min(1).max(100)).max(mostNamedBands),
});
export const enteredResultSchema = z.object({
  /** False if the time cannot be read; then nothing was changed. */
  isTimeRead: z.boolean(),
  changed: z.number(),
  ofService: z.number(),
});

/**
 * The result of a deletion: the scene and, for a file that stays because something else has it too, the name of that scene or
 * the path of the item that names it.
 */
export const deletedFileSchema = sceneDetailsSchema.extend({ keptFor: z.string().nullable() });

/** The limit for outlines that the map draws at once; of a longer list it draws the first ones by their ids. */
export const mostFootprints = 100_000;

/** Footprints in columns for the map, packed (`packed-places.ts`): entry i of each is one outer ring of a scene. */
export const sceneFootprintsSchema = z.object({
  /** By `packSteps`. */
  librarySceneIds: z.string(),
  /** By `packOutline`, with semicolons between them; unwrapped over the antimeridian. */
  rings: z.string(),
  /** For each ring `1` if files of its scene are on the disk, else `0`. */
  onDisk: z.string(),
  /** The number of scenes that match, and of how many of them the footprints were read. */
  total: z.number(),
  read: z.number(),
});

/**
 * The data that the renderer needs to draw a raster; it reads the pixels by Range requests from
 * `/files/raster/<fileId>`.
 */
/** A raster with more values than this is a picture with a palette, not a map of classes. */
export const mostClasses = 1_024;

const colourValue = z.number().min(0).max(255);
/** What a value of a raster of classes stands for. */
export const rasterClassSchema = z.object({
  value: z.number(),
  /** Null if nothing beside the raster names it. */
  name: z.string().max(4_000).nullable(),
  /** The red, green and blue in which it is drawn; null if the raster has no palette. */
  colour: z.tuple([colourValue, colourValue, colourValue]).nullable(),
});

export const rasterInfoSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  fileName: z.string(),
  /** A path below the app's own origin: a display copy with overviews if one was built, else the file. */
  path: z.string(),
  /** A path below the app's own origin: the overviews of the file, if they are in a file of their own. */
  overviewsPath: z.string().optional(),
  /** True if the file has another size than the one that was saved: its time, checksum and reviews are those of the file before. */
  isReplaced: z.boolean().optional(),
  /** The name of a file of overviews beside the raster in whose place Nadir builds its own; missing if there is none. */
  unusedOverviews: z.string().optional(),
  widthPx: z.number(),
  heightPx: z.number(),
  placement: rasterPlacementSchema,
  bitsPerSample: z.number(),
  /**
   * The band names in file order: the file's own descriptions, else the service's list, else the colours that the file
   * declares, else `band 1` …
   */
  bands: z.array(z.string()),
  /**
   * For each band what the file declares of its values: value = sample × scale + offset. Null if it declares nothing;
   * empty in a record of before this was read.
   */
  scales: z.array(z.object({ scale: z.number(), offset: z.number() }).nullable()).default([]),
  /**
   * True for a raster that the service delivered as `analytic`, or as it documents its analytic rasters: four bands of 16 bits with near
   * infrared, whose samples are reflectance (service §10.5). Never true for an imported one.
   */
  isServiceAnalytic: z.boolean().optional(),
  /**
   * For each band the stored samples that are drawn dark and bright: the whole range up to eight bits, else the values at 2 %
   * and 98 % of the valid pixels. The first is larger than the second if the smallest value is white.
   */
  stretch: z.array(z.tuple([z.number(), z.number()])),
  nodata: z.number().nullable(),
  /** True if the samples of the file are floats, of which some that differ from `nodata` in the seventh digit mean it too. */
  isFloat: z.boolean().default(false),
  /** True if one more sample follows the bands: the opacity of the pixel. */
  hasAlpha: z.boolean(),
  /** The samples of a pixel in the file where they are not the bands and the opacity: one of a palette, four of inks. */
  samples: z.number().int().positive().optional(),
  /**
   * What the values of the raster stand for: the entries of its palette that occur, whose bands are their red, green and blue, else the
   * values of the first band that have names. Missing if it has no classes.
   */
  classes: z.array(rasterClassSchema).max(mostClasses).optional(),
});

/** The scene of the library that contains the assets of a deliverable as files. */
export const deliveredSceneSchema = z.object({ deliverableId: z.string(), scene: sceneDetailsSchema });

/** The limit for listed captures of one place. */
export const mostPlaceScenes = 200;

/** A scene with at least one raster on the disk, and these rasters in the service's order. */
export const placeSceneSchema = sceneRowSchema.extend({
  rasters: z
    .array(sceneFileSchema.pick({ fileId: true, fileName: true, bands: true, bandsRead: true }))
    .min(1),
});

/** The place whose captures are requested: the ground of a scene, or a box in degrees, which may be a point. */
export const groundSchema = z.union([
  z.object({ librarySceneId: librarySceneIdSchema }),
  z.object({
    /** West, south, east, north; east may exceed 180. */
    box: z
      .tuple([
        z.number().min(-540).max(540),
        z.number().min(-90).max(90),
        z.number().min(-540).max(540),
        z.number().min(-90).max(90),
      ])
      .refine(([west, south, east, north]) => west <= east && south <= north, 'validation.invalid'),
  }),
]);

const byOrder = z.object({ scope: scopeSchema, orderId: orderIdSchema });
const byScene = z.object({ librarySceneId: librarySceneIdSchema });
const listed = z.object({ filter: sceneFilterSchema, sort: sceneSortSchema, descending: z.boolean() });

/** The largest number of scenes whose files are downloaded or deleted together. */
export const mostHandled = 10_000;

/** What would be done with the files of many scenes. File ids are packed (`packed-places.ts`). */
const filesOfManySchema = z.object({
  /** The number of these scenes that the library has. */
  scenes: z.number(),
  onDisk: z.object({
    fileIds: z.string(),
    files: z.number(),
    /** The scenes that have them. */
    scenes: z.number(),
    bytes: z.number(),
    /** The files that no service can send again. */
    withoutSource: z.number(),
    /** The scenes that would leave the library with these files: imported ones without a review and without another file. */
    leaving: z.number(),
  }),
  /** The files in library folders that are not there now. */
  away: z.number(),
  /** What downloads whole scenes; see `wholeScene`. */
  wanted: z.object({
    fileIds: z.string(),
    files: z.number(),
    scenes: z.number(),
    /** The sum of the sizes that are known, and the number of files whose size is not. */
    bytes: z.number(),
    unknownSizes: z.number(),
    /** The largest number of archive orders that they count as: one for each scene with imagery (service §10.4). */
    orders: z.number(),
    /** The scenes whose delivery archive is left out, because their files are downloaded one by one. */
    withoutArchive: z.number(),
  }),
});

const scoped = z.object({ scope: scopeSchema });
const unreadScenesSchema = z.object({
  /** Published captures without a scene here. */
  captures: z.number(),
  /** The reading that is under way, in captures; null for none. */
  reading: z.object({ done: z.number(), total: z.number(), failed: z.number() }).nullable(),
  /** Why the last reading has ended early; null if it has not. */
  error: storedErrorSchema.nullable(),
});

const procedures = {
  list: query('scenes', 'library', 'tracking', 'reviews')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), rows: z.array(sceneRowSchema) })),
  /** Returns the ids of the same list, packed (`packed-places.ts`), to select many at once. */
  ids: query('scenes', 'library', 'tracking', 'reviews')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostChosen),
      }),
    )
    .output(z.string()),
  /** Returns what the scenes of a filter can be filtered by; the histogram is of `span`, or of all times. */
  facets: query('scenes', 'library', 'reviews')
    .input(
      z.object({
        filter: sceneFilterSchema,
        span: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
      }),
    )
    .output(sceneFacetsSchema),
  /** Returns the places of the same list in the order `place`; the first `mostPlaceGroups` of them. */
  placeGroups: query('scenes', 'library', 'reviews')
    .input(z.object({ filter: sceneFilterSchema, descending: z.boolean() }))
    .output(placeGroupsSchema),
  /**
   * Returns the fraction of scenes that are indexed, 0 to 1, while the index for finding scenes is built; null at all other
   * times. Until it is built, no other query of this list is answered.
   */
  indexShare: query('scenes').output(z.number().min(0).max(1).nullable()),
  footprints: query('scenes', 'library', 'reviews')
    .input(z.object({ filter: sceneFilterSchema }))
    .output(sceneFootprintsSchema),
  /** Returns the footprints of these scenes; see `geometryTextsSchema`. */
  geometries: query('scenes')
    .input(z.object({ librarySceneIds: z.array(librarySceneIdSchema).min(1).max(mostGeometries) }))
    .output(geometryTextsSchema),
  /**
   * Returns the scenes of a place that have a raster on the disk, from the oldest to the newest; the newest ones if there
   * are more than `mostPlaceScenes`. Two scenes show the same ground if the middle of one lies in the other's outline.
   */
  ofPlace: query('scenes', 'library')
    .input(groundSchema)
    .output(z.object({ scenes: z.array(placeSceneSchema), isMore: z.boolean() })),
  /** Returns the order that delivered the files of a scene; null if there is none. */
  orderOf: query('scenes', 'library').input(byScene).output(orderIdSchema.nullable()),
  get: query('scenes', 'library').input(byScene).output(sceneDetailsSchema),
  /** Returns the files of scenes that are on the disk, without thumbnails, in the order of the scenes; none for an unknown scene. */
  filePlaces: query('scenes', 'library')
    .input(z.object({ librarySceneIds: z.array(librarySceneIdSchema).max(mostNamed) }))
    .output(z.array(z.array(filePlaceSchema))),
  /** Returns what can be downloaded and deleted of many scenes; `ids` is packed. CONFLICT if there are more than `mostHandled`. */
  filesOfMany: procedure.input(z.object({ ids: z.string().max(200_000) })).output(filesOfManySchema),
  /**
   * Returns how many published captures have no scenes here: the service lists the scenes of one capture at a time, so that those of
   * captures that nobody has opened are unknown.
   */
  unread: query('scenes', 'tasks', 'unread-scenes').input(scoped).output(unreadScenesSchema),
  /** Starts to read the scenes of these captures in the background; `unread` tells the progress. */
  readUnread: procedure.input(scoped).output(z.void()),
  stopReading: procedure.input(scoped).output(z.void()),
  /** Queries the scenes of a published capture (service §4.10) and stores them. */
  refreshCapture: procedure
    .input(z.object({ scope: scopeSchema, captureId: captureIdSchema }))
    .output(z.array(sceneDetailsSchema)),
  /**
   * Does the same for known scenes, but only if they were not requested lately and none is being downloaded, because
   * each query invalidates the earlier links. Returns whether it sent a request.
   */
  checkCapture: procedure
    .input(z.object({ scope: scopeSchema, captureId: captureIdSchema }))
    .output(z.boolean()),
  /** Returns the stored scenes of a capture. */
  ofCapture: query('scenes', 'library')
    .input(z.object({ scope: scopeSchema, captureId: captureIdSchema }))
    .output(z.array(sceneDetailsSchema)),
  /** Returns the stored scenes of an order's deliverables whose assets have been requested. */
  ofOrder: query('scenes', 'library').input(byOrder).output(z.array(deliveredSceneSchema)),
  /** Requests the assets of these deliverables (service §10.4) and stores them, then returns the same as `ofOrder`. */
  refreshOrder: procedure
    .input(byOrder.extend({ deliverableIds: z.array(z.string().max(200)).min(1).max(200) }))
    .output(z.array(deliveredSceneSchema)),
  rasterInfo: query('scenes', 'library')
    .input(z.object({ fileId: libraryFileIdSchema }))
    .output(rasterInfoSchema),
  ...overviewBuildProcedures,
  /**
   * Returns what the library folder contains without a record, counted up to some thousands; `missing` is the number of
   * saved files that are not found.
   */
  folder: query('scenes', 'library').output(
    z.object({
      path: z.string(),
      files: z.number(),
      bytes: z.number(),
      isMore: z.boolean(),
      missing: z.number(),
    }),
  ),
  /**
   * Records when and by which satellite imported scenes were acquired, as a person knows it. A missing value stays as it is. Scenes of
   * a service are left alone and counted.
   */
  enterFacts: procedure.input(enteredFactsSchema).output(enteredResultSchema),
  /** Records the names of the bands of imported rasters, as a person knows them; returns how many were changed. */
  enterBands: procedure.input(enteredBandsSchema).output(z.number()),
  /**
   * Moves the file to the system's trash if there is one; TRASH_FAILED if that fails. With `permanently`, deletes it without
   * the trash. The scene and its record stay. A file that another scene has too stays on the disk; OWNER_UNKNOWN if its owner
   * cannot be determined.
   */
  deleteFile: procedure
    .input(z.object({ fileId: libraryFileIdSchema, permanently: z.boolean().optional() }))
    .output(deletedFileSchema),
};

export const libraryDomain = declareDomain({
  procedures,
  topics: [
    'scenes',
    'library',
    // The progress of overviews that are built.
    'overviews',
    // How many scenes of published captures were not read yet, and the progress of reading them.
    'unread-scenes',
  ],
  subjects: { scene: librarySceneIdSchema },
});

/**
 * A raster or attachment of a scene, on the disk or not. `sizeBytes`, `sha256` and `savedAt` are null until it has
 * been saved.
 */
export type SceneFile = z.infer<typeof sceneFileSchema>;
/** How many scenes of published captures are unknown, and the reading of them. */
export type UnreadScenes = z.infer<typeof unreadScenesSchema>;
/** A further library folder that cannot be read now. */
export type AwayFolder = z.infer<typeof awayFolderSchema>;
/**
 * A scene in the list of the library. `timestamp` is the acquisition time (ISO 8601, UTC), null if only a `period` is known or nothing, and
 * `cloudCover` is the service's value; a field that the service did not give is null.
 */
export type SceneRow = z.infer<typeof sceneRowSchema>;
/** A scene with its footprint, its files and the raw response of the service, without links. */
export type SceneDetails = z.infer<typeof sceneDetailsSchema>;
/** What would be done with the files of many scenes. */
export type FilesOfMany = z.infer<typeof filesOfManySchema>;
/** The result of the deletion of a file. */
export type DeletedFile = z.infer<typeof deletedFileSchema>;
/** A capture of a place whose pixels can be drawn. */
export type PlaceScene = z.infer<typeof placeSceneSchema>;
/** The place whose captures are requested. */
export type Ground = z.infer<typeof groundSchema>;
/** The footprints of all listed scenes for the map: index i of each array is one scene. */
export type SceneFootprints = z.infer<typeof sceneFootprintsSchema>;
/** A deliverable of an order together with the library scene that contains its files. */
export type DeliveredScene = z.infer<typeof deliveredSceneSchema>;
/** The size, position and values of a raster. `nodata` is null if no value of the raster means “no data”. */
export type RasterInfo = z.infer<typeof rasterInfoSchema>;
/** What a value of a raster stands for. */
export type RasterClass = z.infer<typeof rasterClassSchema>;
/** What a person knows of imported scenes. */
export type EnteredFacts = z.infer<typeof enteredFactsSchema>;
/** A file of the library with the same content as another one. */
export type SameFile = z.infer<typeof sameFileSchema>;
/** Where a file of a scene is on the disk, and its checksum. */
export type FilePlace = z.infer<typeof filePlaceSchema>;
/** What a person says of the bands of rasters. */
export type EnteredBands = z.infer<typeof enteredBandsSchema>;
/** The result of recording it. */
export type EnteredResult = z.infer<typeof enteredResultSchema>;
