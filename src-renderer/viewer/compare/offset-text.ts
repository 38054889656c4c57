import type { TFunction } from 'i18next';
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { noOffset } from './offsets.ts';
import type { StyledShownRaster } from './shown-rasters.ts';

/** Returns by how many of its pixels a raster is nudged, as on its panel. */
export function formatOffset(t: TFunction, language: string, [right, down]: PixelOffset): string {
  const pixels = (value: number) => formatNumber(language, Math.abs(value), 2);
  return t('compare.offset.by', {
    across: t(right < 0 ? 'compare.offset.byLeft' : 'compare.offset.byRight', { pixels: pixels(right) }),
    along: t(down < 0 ? 'compare.offset.byUp' : 'compare.offset.byDown', { pixels: pixels(down) }),
  });
}

/** True if a raster is drawn elsewhere than its file lies. */
export const isNudged = (offset: PixelOffset): boolean => String(offset) !== String(noOffset);

/** The columns of a table that say by how many of its pixels the raster of a row was nudged. */
export const nudgeHeadings = ['nudge_right_px', 'nudge_down_px'] as const;

/** Returns a line for each raster of a picture that is drawn elsewhere than its file lies. */
export const nudgeLines = (
  t: TFunction,
  language: string,
  rasters: readonly Pick<StyledShownRaster, 'styled' | 'offset'>[],
): string[] =>
  rasters
    .filter(({ offset }) => isNudged(offset))
    .map(({ styled, offset }) => `${styled.info.fileName} · ${formatOffset(t, language, offset)}`);
