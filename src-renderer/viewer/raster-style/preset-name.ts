import type { TFunction } from 'i18next';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import { type BandStyle, naturalBands } from '../../../src-shared/raster/raster-bands.ts';
import type { StyledRaster } from './style-on-raster.ts';

/** True for a raster of classes in the colours of its palette: its red, green and blue are no light that was seen. */
export const isPaletteOfClasses = ({ classes }: Pick<RasterInfo, 'classes'>): boolean =>
  classes?.some(({ colour }) => colour !== null) === true;

/** Returns what the natural bands of a raster are called: only bands that are known as red, green and blue are true colour. */
export function naturalName(
  t: TFunction,
  natural: BandStyle,
  info: Pick<RasterInfo, 'classes'> | null = null,
): string {
  if (info !== null && isPaletteOfClasses(info)) return t('map.classesInColours');
  return {
    'true-colour': t('map.preset.true-colour'),
    'as-stored': t('map.asStored'),
    grey: t('map.grey'),
  }[natural];
}

/** Returns what a raster is drawn as, in the words of its panel: an expression is its own name. */
export function presetName(
  t: TFunction,
  { style, info }: { style: StyledRaster['style']; info: Pick<StyledRaster['info'], 'bands' | 'classes'> },
): string {
  if (style.preset === 'expression') return style.expression;
  if (style.preset === 'true-colour')
    return naturalName(t, naturalBands(info.bands)?.style ?? 'true-colour', info);
  return t(`map.preset.${style.preset}`);
}
