import type { TFunction } from 'i18next';
import { type BandStyle, naturalBands } from '../../../src-preload/codecs/raster-bands.ts';
import type { StyledRaster } from './style-on-raster.ts';

/** Returns what the natural bands of a raster are called: only bands that are known as red, green and blue are true colour. */
export const naturalName = (t: TFunction, natural: BandStyle): string =>
  ({
    'true-colour': t('map.preset.true-colour'),
    'as-stored': t('map.asStored'),
    grey: t('map.grey'),
  })[natural];

/** Returns what a raster is drawn as, in the words of its panel: an expression is its own name. */
export function presetName(
  t: TFunction,
  { style, info: { bands } }: { style: StyledRaster['style']; info: Pick<StyledRaster['info'], 'bands'> },
): string {
  if (style.preset === 'expression') return style.expression;
  if (style.preset === 'true-colour') return naturalName(t, naturalBands(bands)?.style ?? 'true-colour');
  return t(`map.preset.${style.preset}`);
}
