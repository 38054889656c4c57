import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { reductionOf } from '../../../src-preload/contract/overviews.ts';
import { createRangeSource, type RangeSource } from './range-source.ts';

/** The raster itself, one of its overviews, or every so many pixels of one of them. */
export interface Level {
  image: GeoTIFFImage;
  /** The file that it is in. */
  source: RangeSource;
  width: number;
  height: number;
  /** The number of pixels of the full image per pixel of this one. */
  scaleX: number;
  scaleY: number;
  /** Only every so many columns and rows of the image are read; 1 for all. */
  every: number;
  /** Where only every so many are read: the place in the list of the level that has all. */
  base?: number;
}

/** To show the whole of a level that is larger than this, every so many of its pixels are read. */
const coarsePx = 2_048;

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
    widthPx: image.getWidth(),
    heightPx: image.getHeight(),
    samples: image.getSamplesPerPixel(),
    isReduced: (kind & 1) === 1,
    isMask: (kind & 4) === 4,
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
 * Returns stand-ins for the overviews that a file lacks: its coarsest level with every second, fourth … pixel alone. Of strips only
 * those are read that have a wanted row, so a large raster can be seen while its overviews are being built.
 */
function sparseLevels(levels: readonly Level[]): Level[] {
  const coarsest = levels.at(-1);
  const sparse: Level[] = [];
  if (!coarsest) return sparse;
  const size = Math.max(coarsest.width, coarsest.height);
  if (size <= coarsePx) return sparse;
  for (let every = 2; size > (coarsePx / 4) * every; every *= 2)
    sparse.push({
      ...coarsest,
      width: Math.ceil(coarsest.width / every),
      height: Math.ceil(coarsest.height / every),
      scaleX: coarsest.scaleX * every,
      scaleY: coarsest.scaleY * every,
      every,
      base: levels.length - 1,
    });
  return sparse;
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
  const levels: Level[] = [
    { image: full, source, width: widthPx, height: heightPx, scaleX: 1, scaleY: 1, every: 1 },
  ];
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
    levels.push({ image, source: other?.source ?? source, width, height, scaleX, scaleY, every: 1 });
  }
  levels.sort((a, b) => a.scaleX - b.scaleX);
  return [...levels, ...sparseLevels(levels)];
}
