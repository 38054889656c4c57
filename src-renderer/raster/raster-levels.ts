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

async function openFile(url: string) {
  const source = createRangeSource(url);
  return { source, tiff: await GeoTIFF.fromSource(source) };
}

/** Returns the images of a file from one on; their number is limited, because the directories of a damaged file may form a loop. */
async function imagesFrom(tiff: GeoTIFF, first: number): Promise<GeoTIFFImage[]> {
  const images: GeoTIFFImage[] = [];
  for (let index = first; index < mostLevels; index += 1) {
    const image = await imageAt(tiff, index);
    if (image === null) break;
    images.push(image);
  }
  return images;
}

/**
 * Opens a file and returns its first image and those that are reductions of it, finest first. If its overviews are in a file of their
 * own, the reductions are taken from that one.
 */
export async function openLevels(url: string, overviewsUrl: string | null = null): Promise<Level[]> {
  const [file, other] = await Promise.all([
    openFile(url),
    overviewsUrl === null ? null : openFile(overviewsUrl),
  ]);
  const full = await file.tiff.getImage(0);
  const fullShape = await shapeOf(full);
  const { widthPx, heightPx } = fullShape;
  const { source } = file;
  const levels: Level[] = [{ image: full, source, width: widthPx, height: heightPx, scaleX: 1, scaleY: 1 }];
  const images = await (other ? imagesFrom(other.tiff, 0) : imagesFrom(file.tiff, 1));
  for (const image of images) {
    const shape = await shapeOf(image);
    const factor = reductionOf(fullShape, shape);
    if (factor === null || image.getBitsPerSample() !== full.getBitsPerSample()) continue;
    const { widthPx: width, heightPx: height } = shape;
    // Overviews mostly round up, so the scale is the factor and not the quotient of the sizes.
    const isExact = Math.ceil(widthPx / factor) === width && Math.ceil(heightPx / factor) === height;
    const scaleX = isExact ? factor : widthPx / width;
    const scaleY = isExact ? factor : heightPx / height;
    levels.push({ image, source: other?.source ?? source, width, height, scaleX, scaleY });
  }
  return levels.sort((a, b) => a.scaleX - b.scaleX);
}
