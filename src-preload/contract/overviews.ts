/** Size and subfile type of an image in a TIFF, as far as it tells what it is of the first. */
export interface ImageShape {
  widthPx: number;
  heightPx: number;
  samples: number;
  /** NewSubfileType, bit 0: a reduction of another image. */
  isReduced: boolean;
  /** Bit 2: a transparency mask. */
  isMask: boolean;
}

/**
 * By how much the image is a reduction of the first one; null for what is none: a second page, a mask, an image of other bands or
 * proportions. Writers round a half up or down.
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
