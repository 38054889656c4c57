import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './base.ts';
import { declareDomain } from './domain.ts';
import { libraryFileIdSchema } from './ids.ts';

const longitude = z.number().min(-540).max(540);
const latitude = z.number().min(-90).max(90);

/** The limit for the corners of the area of a crop. */
export const mostCropCorners = 20_000;

/** The part of a raster to take: all of it, or the rectangle of its pixels around an area in degrees. */
export const cropAreaSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({
    kind: z.literal('area'),
    ring: z
      .array(z.tuple([longitude, latitude]))
      .min(3)
      .max(mostCropCorners),
  }),
]);

/** Why a raster cannot be cropped; the texts are in the catalogue under `takeaway.crop.refused`. */
export const cropRefusals = ['outside', 'unplaced', 'mask', 'wide-integers', 'place-beside'] as const;

/** The part of a file that a crop takes, in its own pixels. */
export const pixelWindowSchema = z.object({
  column: z.number().int().min(0),
  row: z.number().int().min(0),
  widthPx: z.number().int().min(1),
  heightPx: z.number().int().min(1),
});

/** A name of a file that Nadir has written for the user: one name, without folders. */
export const exportNameSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\\/:*?"<>|\p{Cc}]+$/u)
  .refine((name) => !name.startsWith('.'));

/** A file that was written to the folder of exports. */
export const exportedFileSchema = z.object({
  name: exportNameSchema,
  /** Its absolute path, for the user to read and copy. */
  path: z.string(),
  sizeBytes: z.number(),
});

/** A file of the library, or one that was exported. */
const fileSchema = z.union([
  z.object({ fileId: libraryFileIdSchema }),
  z.object({ exported: exportNameSchema }),
]);

const bandSchema = z.number().int().min(1).max(256);
const boundsSchema = z.tuple([z.number(), z.number()]);
const colourStopSchema = z.object({
  value: z.number(),
  /** Red, green and blue from 0 to 255. */
  colour: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
});

/** How QGIS draws a raster: bands as red, green and blue, or one band or formula with the colours of a ramp. */
export const qgisRendererSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('composite'),
    bands: z.tuple([bandSchema, bandSchema, bandSchema]),
    bounds: z.tuple([boundsSchema, boundsSchema, boundsSchema]),
    gamma: z.number().min(0.1).max(10),
  }),
  z.object({
    kind: z.literal('ramp'),
    /** A band, or a formula of the raster calculator of QGIS with bands as `"r@1"`. */
    of: z.union([z.object({ band: bandSchema }), z.object({ formula: z.string().min(1).max(4_000) })]),
    stops: z.array(colourStopSchema).min(2).max(256),
  }),
]);

export const qgisLayerSchema = z.object({
  renderer: qgisRendererSchema,
  resampling: z.enum(['nearest', 'smooth']),
  /** True: pixels that are 0 in all bands are transparent. */
  hidesZeros: z.boolean(),
  /** The name of the layer in QGIS. */
  title: z.string().max(300),
});

const procedures = {
  /** Returns what a crop would take, or why there is none. NOT_FOUND if the file is not on the disk. */
  cropWindow: procedure.input(z.object({ fileId: libraryFileIdSchema, area: cropAreaSchema })).output(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('window'),
        window: pixelWindowSchema,
        bands: z.number(),
        sizeBytes: z.number(),
      }),
      z.object({ kind: z.literal('refused'), reason: z.enum(cropRefusals) }),
    ]),
  ),
  /**
   * Writes a part of a raster to the folder of exports, as a GeoTIFF with the values, bands and georeference of the original.
   * Streams the written fraction; the last event names the file, or why there is none. Ending the stream cancels it, and
   * nothing stays on the disk. DISK_FULL, FOLDER_NOT_WRITABLE, RASTER_UNDRAWABLE.
   */
  crop: procedure
    .input(z.object({ fileId: libraryFileIdSchema, area: cropAreaSchema, name: exportNameSchema }))
    .output(
      eventIterator(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('progress'), share: z.number() }),
          z.object({ kind: z.literal('done'), file: exportedFileSchema }),
          z.object({ kind: z.literal('refused'), reason: z.enum(cropRefusals) }),
        ]),
      ),
    ),
  /** Writes a layer file of QGIS for a raster, or for a crop of it, and opens it with the system's program if `opens`. */
  writeQgisLayer: procedure
    .input(
      z.object({
        fileId: libraryFileIdSchema,
        /** The crop that is drawn; null for the raster. */
        crop: exportNameSchema.nullable(),
        layer: qgisLayerSchema,
        name: exportNameSchema,
        opens: z.boolean(),
      }),
    )
    .output(z.object({ file: exportedFileSchema, isOpened: z.boolean() })),
  /** Returns the absolute path of a file that is on the disk, for the user to copy. */
  pathOf: procedure.input(fileSchema).output(z.object({ path: z.string() })),
  /** Opens a file in the system's program for it, if there is one. INVALID_INPUT for a kind of file that is never opened. */
  open: procedure.input(fileSchema).output(z.object({ isOpened: z.boolean() })),
  /** Shows an exported file in the system's file manager; `app.revealFile` does so with files of the library. */
  reveal: procedure.input(z.object({ exported: exportNameSchema })).output(z.null()),
  /** Starts to drag a file out of the window; on a host that cannot do this, the page drags its address instead. */
  drag: procedure.input(z.object({ fileId: libraryFileIdSchema })).output(z.null()),
};

export const takeawayDomain = declareDomain({
  procedures,
});

/** The part of a raster to take. */
export type CropArea = z.infer<typeof cropAreaSchema>;
/** Why a raster cannot be cropped. */
export type CropRefusal = (typeof cropRefusals)[number];
/** A part of a raster in its own pixels. */
export type PixelWindow = z.infer<typeof pixelWindowSchema>;
/** A file that Nadir has written for the user. */
export type ExportedFile = z.infer<typeof exportedFileSchema>;
/** How QGIS draws a raster. */
export type QgisRenderer = z.infer<typeof qgisRendererSchema>;
/** A raster with its renderer for QGIS. */
export type QgisLayer = z.infer<typeof qgisLayerSchema>;

/** The system must never run an opened file, so only kinds that are viewed are allowed. */
const openedKinds =
  /\.(?:tiff?|jp2|png|jpe?g|webp|gif|bmp|qlr|pdf|txt|csv|xml|json|geojson|kml|kmz|gpkg|zip)$/i;

/** Whether a file of this name is of a kind that the system may open. */
export const isOpenedKind = (fileName: string): boolean => openedKinds.test(fileName);
