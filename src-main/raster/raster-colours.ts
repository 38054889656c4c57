import { photometrics, type RasterImage } from './raster-image.ts';

/** Returns the position of the alpha sample; null if there is none. TIFF 6, ExtraSamples: 1 is a premultiplied alpha, 2 one that is not. */
export function alphaOf(image: RasterImage): number | null {
  const first = image.samples - image.extraSamples.length;
  const at = image.extraSamples.findIndex((kind) => kind === 1 || kind === 2);
  return at < 0 || first + at < 1 ? null : first + at;
}

/** Returns true if the samples are entries of a palette. */
export const isPalette = (image: RasterImage) =>
  image.photometric === photometrics.palette && image.colourMap.length > 0;

/** Returns the red, green and blue of each entry of the palette, as GDAL reads them: eight bits, rounded down. */
export function paletteColours({ colourMap }: RasterImage): Uint8Array {
  const entries = colourMap.length / 3;
  // Some programs wrote bytes where the format requires 16 bits.
  const scale = colourMap.some((value) => value > 255) ? 257 : 1;
  return Uint8Array.from({ length: colourMap.length }, (_, i) =>
    Math.floor((colourMap[(i % 3) * entries + Math.floor(i / 3)] ?? 0) / scale),
  );
}

/** Returns true if the samples are inks. */
export const isCmyk = (image: RasterImage) =>
  image.photometric === photometrics.cmyk &&
  image.samples >= 4 &&
  image.sampleFormat === 1 &&
  image.bits === 8;

/** Returns true if the samples are not bands, but are converted to colours. */
export const isConverted = (image: RasterImage) => isPalette(image) || isCmyk(image);
