import type { RasterInfo, SceneFile } from '../../../src-preload/contract/library.ts';
import {
  defaultRasterStyle,
  type PixelOffset,
  type RasterPreset,
  type RasterStyle,
  rasterPresets,
} from '../../../src-preload/contract/raster-styles.ts';
import { scaledStretch } from '../../../src-shared/raster/band-scales.ts';
import type { RasterDisplay } from '../raster/raster-messages.ts';
import { bindExpression } from '../raster/style/band-names.ts';
import { expressionsOf, hasRamp, rangeOf, withPreset } from '../raster/style/presets.ts';
import type { ChannelStatistics } from '../raster/style/statistics.ts';
import { type Bounds, boundsOf, needsStatistics } from '../raster/style/stretch.ts';

type Named = Pick<SceneFile, 'bands' | 'bandsRead'>;
type Files = readonly (Named & Pick<SceneFile, 'kind' | 'state' | 'fileId'>)[];
/** The bits per sample of an analytic raster of the service (service §10.5). They matter only for the text of an index. */
const analyticBits = 16;

/** Returns the names of a raster's bands: those listed, else those read in the file; none if they are not known yet. */
export const knownBands = ({ bands, bandsRead }: Named): readonly string[] =>
  bands.length > 0 ? bands : (bandsRead ?? []);

/**
 * Returns true if a raster can be drawn in a style as far as its band names are known. Only reading the file tells it for one without
 * known names, as an imported one may be (`rasterInfo`).
 */
export const canDraw = (style: RasterStyle, raster: Named): boolean =>
  expressionsOf(style, { bands: [...knownBands(raster)], bitsPerSample: analyticBits, scales: [] }) !== null;

/** Returns another raster of the scene on disk that has the bands of a style; null if there is none. */
export function siblingFor(style: RasterStyle, files: Files, info: RasterInfo | null) {
  const found = files.find(
    (file) =>
      file.kind === 'raster' &&
      file.state === 'on-disk' &&
      file.fileId !== info?.fileId &&
      canDraw(style, file),
  );
  return found?.fileId ?? null;
}

/** Returns the available presets, of a raster or of another one of its scene. */
export function presetsOf(
  style: RasterStyle,
  files: Files,
  info: RasterInfo | null,
): readonly RasterPreset[] {
  return rasterPresets.filter((preset) => {
    // The user enters the bands of these presets, so every raster with a band can be drawn in them.
    if (preset === 'bands' || preset === 'band' || preset === 'expression')
      return (info?.bands.length ?? 0) > 0;
    const inPreset = withPreset(style, preset);
    return (
      (info !== null && expressionsOf(inPreset, info) !== null) || siblingFor(inPreset, files, info) !== null
    );
  });
}

/** A style with its bands in a raster. */
export interface StyledRaster {
  info: RasterInfo;
  /** The style that is drawn: true colour if the raster lacks a band of the wanted one. */
  style: RasterStyle;
  expressions: readonly string[];
  /** The bands of the expressions, from 0: three for a composite, else each once. */
  bands: readonly number[];
  /** The range of each expression without statistics; null where there is none. */
  automatic: readonly (Bounds | null)[];
}

function plainBand(text: string, bands: readonly string[]): number | null {
  const { expression, bandAt } = bindExpression(text, bands);
  return expression.kind === 'band' ? (bandAt.get(expression.at) ?? null) : null;
}

/** Returns a style applied to a raster, or true colour if the raster lacks a band of it; null if the raster has no band. */
export function styledRaster(wanted: RasterStyle, info: RasterInfo): StyledRaster | null {
  const fitting = expressionsOf(wanted, info);
  const style = fitting === null ? withPreset(defaultRasterStyle, 'true-colour') : wanted;
  const expressions = fitting ?? expressionsOf(style, info);
  if (expressions === null) return null;
  const plain = expressions.map((text) => plainBand(text, info.bands));
  const used = expressions.flatMap((text) => [...bindExpression(text, info.bands).bandAt.values()]);
  const range = rangeOf(style.preset);
  const automatic = plain.map(
    (band): Bounds | null => range ?? (band === null ? null : scaledStretch(info, band)),
  );
  return { info, style, expressions, bands: hasRamp(style.preset) ? [...new Set(used)] : used, automatic };
}

/** Returns true if statistics are needed to draw a raster. */
export const needsStatisticsToDraw = ({ style, automatic }: StyledRaster): boolean =>
  needsStatistics({ stretch: style.stretch, automatic });

/** Returns the bounds of a raster's channels; null until the statistics that they need are computed. */
export function channelBounds(
  { style, automatic }: StyledRaster,
  statistics: readonly (ChannelStatistics | null)[] | null,
): Bounds[] | null {
  return boundsOf({ stretch: style.stretch, automatic, statistics });
}

/** A raster of the library in the style that is drawn. */
export interface SceneDisplay extends RasterDisplay {
  info: RasterInfo;
}

/** Returns the display of a raster on the map, with an offset in its own pixels. */
export function displayOf(
  { info, style, expressions, bands }: StyledRaster,
  bounds: readonly Bounds[],
  offset: PixelOffset = [0, 0],
): SceneDisplay {
  const { gamma, resampling, hidesZeros, isRampReversed } = style;
  const ramp = hasRamp(style.preset) ? style.ramp : null;
  const paint = { expressions, bounds, ramp, isRampReversed, gamma, resampling, hidesZeros, offset };
  return { info, bands, paint };
}
