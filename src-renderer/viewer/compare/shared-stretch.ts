import type { StyledRaster } from '../raster-style/style-on-raster.ts';
import type { ShownRaster } from '../shown-raster.ts';

/** The raster whose stretch is shared: that of the selection, with the bounds of its channels. */
export type StretchSource = Pick<ShownRaster, 'styled' | 'bounds'>;

/**
 * Returns the bounds of the channels of another raster, so that the same value has the same colour in both; null if they show
 * different quantities, or if the bounds of the first raster are not computed yet.
 */
export function sharedBounds(styled: StyledRaster, { styled: first, bounds }: StretchSource) {
  const isSame =
    first !== null &&
    first.style.preset === styled.style.preset &&
    first.expressions.length === styled.expressions.length;
  return isSame ? bounds : null;
}
