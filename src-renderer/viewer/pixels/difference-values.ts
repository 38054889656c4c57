import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import type { ShownDifference } from '../compare/shown-rasters.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import { expressionsOf, withPreset } from '../raster/style/presets.ts';
import { computedAt } from './pixel-values.ts';
import type { ReadableRaster } from './readable-rasters.ts';

type Side = 'later' | 'earlier';

/** Returns the index of the difference as an expression of the bands of a raster; null if it lacks one of them. */
export function indexOn({ info }: Pick<ReadableRaster, 'info'>, { index }: ShownDifference): string | null {
  return expressionsOf(withPreset(defaultRasterStyle, index), info)?.[0] ?? null;
}

/**
 * Returns the difference that the map draws at a place, from the values of the shown rasters there; NaN if a side has none. Where a scene has
 * the bands of the index in another raster than the shown one, nothing is read of it.
 */
export function differenceAt(
  difference: ShownDifference,
  rasters: readonly ReadableRaster[],
  values: readonly (PointValues | null)[],
): number {
  const indexAt = (side: Side): number => {
    const at = rasters.findIndex(({ info }) => info.librarySceneId === difference[side]?.librarySceneId);
    const [raster, read] = [rasters[at], values[at]];
    const text = raster && indexOn(raster, difference);
    if (!raster || !read || !text) return Number.NaN;
    return computedAt(raster, text, read)[0] ?? Number.NaN;
  };
  return indexAt('later') - indexAt('earlier');
}
