import type { RasterInfo } from '../../../../src-preload/contract/library.ts';
import { type IndexPreset, indexPresets } from '../../../../src-preload/contract/plain-values.ts';
import type { RampName, RasterPreset, RasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import { bandOfColour, type Colour, naturalBands } from '../../../../src-shared/raster/raster-bands.ts';
import { bandText, problemOf } from './band-names.ts';

interface Index {
  needs: readonly Colour[];
  /** `one` is the value that is a reflectance of 1. */
  text: (one: number) => string;
  range: readonly [number, number];
  ramp: RampName;
}

/**
 * NDVI: Rouse 1974. NDWI: McFeeters 1996, of open water. EVI: Huete 2002. SAVI: Huete 1988, with the soil factor of one
 * half.
 */
const indexOf: Record<IndexPreset, Index> = {
  ndvi: {
    needs: ['nir', 'red'],
    text: () => '(nir - red) / (nir + red)',
    range: [-0.2, 1],
    ramp: 'viridis',
  },
  ndwi: {
    needs: ['nir', 'green'],
    text: () => '(green - nir) / (green + nir)',
    range: [-1, 1],
    ramp: 'brown-blue',
  },
  evi: {
    needs: ['nir', 'red', 'blue'],
    text: (one) => `2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + ${one})`,
    range: [-0.2, 1],
    ramp: 'viridis',
  },
  savi: {
    needs: ['nir', 'red'],
    text: (one) => `1.5 * (nir - red) / (nir + red + ${one / 2})`,
    range: [-0.2, 1],
    ramp: 'viridis',
  },
};

/** Whether a preset is an index. */
export const isIndex = (preset: RasterPreset): preset is IndexPreset =>
  indexPresets.some((each) => each === preset);

/** Whether a preset is drawn with a colour ramp. */
export const hasRamp = (preset: RasterPreset): boolean =>
  isIndex(preset) || preset === 'band' || preset === 'expression';

type Raster = Pick<RasterInfo, 'bands' | 'bitsPerSample' | 'scales'>;

/**
 * Returns the value that is a reflectance of 1: scaled values are taken as reflectance itself, as those of more than 16 bits are; samples
 * of 16 bits of the service are reflectance × 10,000 (service §10.5).
 */
function unitReflectance({ bitsPerSample, scales }: Raster): number {
  if (scales.some((scale) => scale !== null)) return 1;
  if (bitsPerSample <= 8) return 255;
  return bitsPerSample <= 16 ? 10_000 : 1;
}

/**
 * Returns the expressions that a style draws of a raster: three for red, green and blue, or one for a ramp; null if the
 * raster lacks a band of it.
 */
export function expressionsOf(style: RasterStyle, raster: Raster): string[] | null {
  const { bands } = raster;
  const { preset } = style;
  const named = (wanted: readonly Colour[]) => {
    const found = wanted.map((colour) => bandOfColour(bands, colour));
    return found.every((band) => band !== null) ? found.map((band) => `#${band + 1}`) : null;
  };
  const readable = (texts: readonly string[]) =>
    texts.every((text) => problemOf(text, bands) === null) ? [...texts] : null;
  if (isIndex(preset)) return named(indexOf[preset].needs) && [indexOf[preset].text(unitReflectance(raster))];
  switch (preset) {
    case 'near-infrared':
      return named(['nir', 'red', 'green']);
    case 'band':
      if (style.band === '') return bands.length > 0 ? [bandText(bands, 0)] : null;
      return readable([style.band]);
    case 'expression':
      return readable([style.expression]);
    case 'bands':
      if (style.channels.length === 3) return readable(style.channels);
      break;
    case 'true-colour':
  }
  return naturalBands(bands)?.bands.map((band) => `#${band + 1}`) ?? null;
}

/** Returns the range in which the values of a preset are drawn where the user has set none; null for that of its bands. */
export const rangeOf = (preset: RasterPreset): readonly [number, number] | null =>
  isIndex(preset) ? indexOf[preset].range : null;

/**
 * Returns a style in another preset, with the ramp of that preset and its automatic range. Only the channels of true colour share one
 * range: in infrared, vegetation is several times as bright as in red and green, which one range would leave dark.
 */
export function withPreset(style: RasterStyle, preset: RasterPreset): RasterStyle {
  const ramp = isIndex(preset) ? { ramp: indexOf[preset].ramp, isRampReversed: false } : {};
  return {
    ...style,
    preset,
    ...ramp,
    gamma: 1,
    stretch: { ...style.stretch, kind: 'automatic', isTogether: preset === 'true-colour', bounds: [] },
  };
}
