import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { reductionOf } from '../../src-preload/contract/overviews.ts';
import { createRangeSource, type RangeSource } from './range-source.ts';

/** The raster itself or one of its overviews. */
export interface Level {
  image: GeoTIFFImage;
  /** The file that it is in. */
  source: RangeSource;
  width: number;
  height: number;
  /** The number of pixels of the full image per pixel of this one. */
  scaleX: number;
  scaleY: number;
}

const mostLevels = 64;

async function imageAt(tiff: GeoTIFF, index: number): Promise<GeoTIFFImage | null> {
  try {
    return await tiff.getImage(index);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('No image at index')) return null;
    throw error;
  }
}

async function shapeOf(image: GeoTIFFImage) {
  const kind = Number((await image.fileDirectory.loadValue('NewSubfileType')) ?? 0);
  return {
    ...{ widthPx: image.getWidth(), heightPx: image.getHeight(), samples: image.getSamplesPerPixel() },
    ...{ isReduced: (kind & 1) === 1, isMask: (kind & 4) === 4 },
  };
}

/** Opens a file and returns its first image and those that are reductions of it, finest first. */
export async function openLevels(url: string): Promise<Level[]> {
  const source = createRangeSource(url);
  const tiff = await GeoTIFF.fromSource(source);
  const full = await tiff.getImage(0);
  const fullShape = await shapeOf(full);
  const { widthPx, heightPx } = fullShape;
  const levels: Level[] = [{ image: full, source, width: widthPx, height: heightPx, scaleX: 1, scaleY: 1 }];
  // The number is limited, because the directories of a damaged file may form a loop.
  for (let index = 1; index < mostLevels; index += 1) {
    const image = await imageAt(tiff, index);
    if (image === null) break;
    const shape = await shapeOf(image);
    const factor = reductionOf(fullShape, shape);
    if (factor === null || image.getBitsPerSample() !== full.getBitsPerSample()) continue;
    const { widthPx: width, heightPx: height } = shape;
    // Overviews mostly round up, so the scale is the factor and not the quotient of the sizes.
    const isExact = Math.ceil(widthPx / factor) === width && Math.ceil(heightPx / factor) === height;
    const scaleX = isExact ? factor : widthPx / width;
    levels.push({ image, source, width, height, scaleX, scaleY: isExact ? factor : heightPx / height });
  }
  return levels.sort((a, b) => a.scaleX - b.scaleX);
}
