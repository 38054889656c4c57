import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { libraryFileIdSchema, librarySceneIdSchema, rasterStyleIdSchema } from './ids.ts';
import { indexPresets, maxExpressionLetters } from './plain-values.ts';

/** The colour ramps of a single value; those that are perceptually uniform come first. */
export const rampNames = [
  'viridis',
  'cividis',
  'magma',
  'inferno',
  'plasma',
  'grey',
  'brown-blue',
  'purple-green',
  'turbo',
] as const;

/** How a raster is drawn. The texts are in the catalogue under `map.preset`. */
export const rasterPresets = [
  'true-colour',
  'near-infrared',
  ...indexPresets,
  'bands',
  'band',
  'expression',
] as const;

/** `automatic` is the range of the preset: that of an index, else the one that was computed when the file arrived. */
export const stretchKinds = ['automatic', 'percentile', 'min-max', 'deviation', 'by-hand'] as const;
export const stretchScopes = ['scene', 'view'] as const;
export const resamplings = ['automatic', 'nearest', 'smooth'] as const;

/** The limit for the styles of one computer. */
export const mostRasterStyles = 500;

const expressionSchema = z.string().max(maxExpressionLetters, 'validation.tooLong');
const bound = z.number().min(-1e38).max(1e38);

export const rasterStretchSchema = z.object({
  kind: z.enum(stretchKinds),
  scope: z.enum(stretchScopes),
  /** True: all three channels have the same two values. */
  isTogether: z.boolean(),
  /** For `percentile`: how many percent of the values are below the dark and the bright end. */
  percent: z.tuple([z.number().min(0).max(49.9), z.number().min(50.1).max(100)]),
  /** For `deviation`: how many standard deviations around the mean. */
  deviations: z.number().min(0.1).max(10),
  /** For `by-hand`: the dark and the bright value of each channel. */
  bounds: z.array(z.tuple([bound, bound])).max(3),
});

export const rasterStyleSchema = z.object({
  preset: z.enum(rasterPresets),
  /** For `bands`: the names of bands, or expressions, for red, green and blue; empty until they are selected. */
  channels: z.array(expressionSchema).max(3),
  /** For `band`: the name of the band; empty for the first one. */
  band: expressionSchema,
  /** For `expression`. */
  expression: expressionSchema,
  ramp: z.enum(rampNames),
  isRampReversed: z.boolean(),
  stretch: rasterStretchSchema,
  gamma: z.number().min(0.1).max(10),
  resampling: z.enum(resamplings),
  /** True: pixels that are 0 in all bands which are read are transparent. */
  hidesZeros: z.boolean(),
});

/** True colour in the automatic range, one for all channels: what is shown where the user has set nothing. */
export const defaultRasterStyle: RasterStyle = {
  preset: 'true-colour',
  channels: [],
  band: '',
  expression: '',
  ramp: 'viridis',
  isRampReversed: false,
  stretch: {
    kind: 'automatic',
    scope: 'scene',
    isTogether: true,
    percent: [2, 98],
    deviations: 2,
    bounds: [],
  },
  gamma: 1,
  resampling: 'automatic',
  hidesZeros: false,
};

const styleNameSchema = z.string().trim().min(1, 'validation.required').max(100, 'validation.tooLong');
const productSchema = z.string().min(1).max(300);

export const savedRasterStyleSchema = z.object({
  styleId: rasterStyleIdSchema,
  name: styleNameSchema,
  style: rasterStyleSchema,
});

/** The style in which rasters of a product are first shown. */
export const productStyleSchema = z.object({ product: productSchema, style: rasterStyleSchema });

/** The limit for the offset of a raster from its place, in its own pixels. */
export const mostOffsetPx = 200;
const offsetSize = z.number().min(-mostOffsetPx).max(mostOffsetPx);
/** The offset of a raster from its place: to the right and down, in pixels at full size. */
export const pixelOffsetSchema = z.tuple([offsetSize, offsetSize]);
/** The limit for rasters whose offsets are requested at once. */
export const mostOffsetFiles = 200;

/** A raster of which an offset is asked or stored. All rasters of a scene are moved together. */
const offsetRasterSchema = z.object({ fileId: libraryFileIdSchema, librarySceneId: librarySceneIdSchema });
/** The height of a pixel in degrees, by which the offset of another raster of the scene is converted. */
const pixelDegrees = z.number().positive().max(180);
export const storedOffsetSchema = z.object({
  fileId: libraryFileIdSchema,
  offset: pixelOffsetSchema,
  /** The scene whose rasters are all moved; null for an offset of this raster alone, as earlier versions stored it. */
  librarySceneId: librarySceneIdSchema.nullable(),
  pixelDegrees: pixelDegrees.nullable(),
});

const procedures = {
  /** Returns the stored offsets of these rasters and of other rasters of their scenes; those without an offset are left out. */
  offsets: query('raster-styles')
    .input(z.object({ rasters: z.array(offsetRasterSchema).max(mostOffsetFiles) }))
    .output(z.array(storedOffsetSchema)),
  /** Stores the offset of the rasters of a scene, in pixels of the given one; `[0, 0]` removes it. */
  setOffset: procedure
    .input(offsetRasterSchema.extend({ offset: pixelOffsetSchema, pixelDegrees }))
    .output(z.null()),
  /** Returns the saved styles by name, and the default styles of products. Damaged ones are left out. */
  list: query('raster-styles').output(
    z.object({ styles: z.array(savedRasterStyleSchema), products: z.array(productStyleSchema) }),
  ),
  /** Stores a style; one of the same name is replaced. INVALID_INPUT if there are too many. */
  save: procedure
    .input(z.object({ name: styleNameSchema, style: rasterStyleSchema }))
    .output(savedRasterStyleSchema),
  remove: procedure.input(z.object({ styleId: rasterStyleIdSchema })).output(z.null()),
  /** Sets the style in which rasters of this product are first shown; null for true colour. */
  setDefault: procedure
    .input(z.object({ product: productSchema, style: rasterStyleSchema.nullable() }))
    .output(z.null()),
};

export const rasterStylesDomain = declareDomain({
  procedures,
  topics: [
    // Saved styles of rasters, and the defaults of products.
    'raster-styles',
  ],
});

/** How the values of a raster become colours. It names bands and no numbers, so that it fits every raster that has them. */
export type RasterStyle = z.infer<typeof rasterStyleSchema>;
/** Which values are drawn dark and bright. */
export type RasterStretch = z.infer<typeof rasterStretchSchema>;
/** The offset of a raster to the right and down, in its own pixels. */
export type PixelOffset = z.infer<typeof pixelOffsetSchema>;
/** The offset of a raster as it is stored, which counts for all rasters of its scene. */
export type StoredOffset = z.infer<typeof storedOffsetSchema>;
/** A raster of which an offset is asked. */
export type OffsetRaster = z.infer<typeof offsetRasterSchema>;
/** What is drawn: a composite of three bands, an index, a single band or an expression. */
export type RasterPreset = RasterStyle['preset'];
/** The name of a colour ramp. */
export type RampName = RasterStyle['ramp'];
/** A style that the user has named. */
export type SavedRasterStyle = z.infer<typeof savedRasterStyleSchema>;
