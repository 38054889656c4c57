import type { StyledRaster } from '../raster-style/style-on-raster.ts';
import type { ShownRaster } from '../shown-raster.ts';

/** What is stretched: the raster of the selection with the ends of its channels. */
export type StretchSource = Pick<ShownRaster, 'styled' | 'bounds'>;

/**
 * Returns the ends of the channels of another raster, so that the same value has the same colour in both; null where they show
 * other things, or those of the first are not known yet.
 */
export function sharedBounds(styled: StyledRaster, { styled: first, bounds }: StretchSource) {
  const isSame =
    first !== null &&
    first.style.preset === styled.style.preset &&
    first.expressions.length === styled.expressions.length;
  return isSame ? bounds : null;
}
