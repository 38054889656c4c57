/** The size and subfile type of an image in a TIFF, as far as they show its relation to the first image. */
export interface ImageShape {
  widthPx: number;
  heightPx: number;
  samples: number;
  /** NewSubfileType, bit 0: the image is a reduction of another one. */
  isReduced: boolean;
  /** NewSubfileType, bit 2: the image is a transparency mask. */
  isMask: boolean;
}

/**
 * Returns the factor by which the image is a reduction of the first one; null if it is none: a second page, a mask,
 * or an image with other bands or proportions. Some writers round a half up and some down.
 */
export function reductionOf(full: ImageShape, image: ImageShape): number | null {
  if (!image.isReduced || image.isMask || image.samples !== full.samples) return null;
  const ratio = Math.max(full.widthPx / image.widthPx, full.heightPx / image.heightPx);
  for (const factor of [Math.floor(ratio), Math.round(ratio), Math.ceil(ratio)]) {
    const fits = (whole: number, part: number) => Math.abs(whole / factor - part) < 1;
    if (factor >= 2 && fits(full.widthPx, image.widthPx) && fits(full.heightPx, image.heightPx))
      return factor;
  }
  return null;
}
