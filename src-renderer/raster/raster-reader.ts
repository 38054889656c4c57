import { addDecoder, BaseDecoder, fromUrl, type GeoTIFFImage, getDecoder } from 'geotiff';
import { decodeLzw } from '../../src-preload/contract/lzw.ts';
import { createBlockCache } from './block-cache.ts';
import { paint, type SampleWindow } from './paint.ts';
import type { RasterLook } from './raster-messages.ts';
import { toPixelOf, warpTile } from './warp.ts';

const lzwCompression = 5;
const blockCacheBytes = 96 * 1024 * 1024;
/** The most samples one tile may read; beyond it a coarser level is taken. */
const mostWindowPixels = 4_000_000;
/** A level is refused where one tile would take more than this: no overviews, or blocks of a few pixels. */
const largestWindow = { samples: 64_000_000, blocks: 4_096 };
const mostLevels = 64;

/** The library's own LZW is far slower than this one (field notes, Map and pixels). */
class FastLzw extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    const {
      tileWidth,
      tileHeight,
      bitsPerSample,
      samplesPerPixel = 1,
      planarConfiguration,
    } = this.parameters;
    const listed = typeof bitsPerSample === 'number' ? null : bitsPerSample;
    const bits = listed === null ? Number(bitsPerSample) : Number(listed[0] ?? 8);
    const samples = planarConfiguration === 2 ? 1 : (listed?.length ?? samplesPerPixel);
    const decoded = decodeLzw(
      new Uint8Array(buffer),
      Math.ceil((tileWidth * tileHeight * samples * bits) / 8),
    );
    return decoded.byteLength === decoded.buffer.byteLength ? decoded.buffer : decoded.slice().buffer;
  }
}

addDecoder(lzwCompression, async () => FastLzw);

interface Level {
  image: GeoTIFFImage;
  width: number;
  height: number;
  /** Pixels of the full image per pixel of this one. */
  scaleX: number;
  scaleY: number;
}

export interface RasterReader {
  /** RGBA of a square tile of EPSG:3857, or null where the raster is not. */
  tile(
    extent: readonly [number, number, number, number],
    sizePx: number,
    signal: AbortSignal,
  ): Promise<Uint8ClampedArray<ArrayBuffer> | null>;
  close(): void;
}

type Block = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

function isBlock(value: unknown): value is Block {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** The library chooses the decoder by these but does not export how it reads them. */
async function decoderOf(image: GeoTIFFImage, tileWidth: number) {
  const directory = image.fileDirectory;
  const compression = Number((await directory.loadValue('Compression')) ?? 1);
  const bitsPerSample = await directory.loadValue('BitsPerSample');
  return getDecoder(compression, {
    tileWidth,
    tileHeight: image.getTileHeight(),
    planarConfiguration: image.planarConfiguration,
    bitsPerSample: ArrayBuffer.isView(bitsPerSample) ? Array.from(bitsPerSample) : Number(bitsPerSample ?? 8),
    samplesPerPixel: image.getSamplesPerPixel(),
    predictor: Number((await directory.loadValue('Predictor')) ?? 1),
  });
}

async function imageAt(
  tiff: Awaited<ReturnType<typeof fromUrl>>,
  index: number,
): Promise<GeoTIFFImage | null> {
  try {
    return await tiff.getImage(index);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('No image at index')) return null;
    throw error;
  }
}

async function levelsOf(tiff: Awaited<ReturnType<typeof fromUrl>>): Promise<Level[]> {
  // Not all of them: in a damaged file the directories may run in a circle.
  const full = await tiff.getImage(0);
  const levels: Level[] = [];
  for (let index = 0; index < mostLevels; index += 1) {
    const image = index === 0 ? full : await imageAt(tiff, index);
    if (image === null) break;
    if (image.getSamplesPerPixel() !== full.getSamplesPerPixel()) continue;
    const width = image.getWidth();
    const height = image.getHeight();
    // Overviews halve and round up: the scale is the power of two, not the quotient.
    const power = 2 ** Math.round(Math.log2(full.getWidth() / width));
    const exact =
      Math.ceil(full.getWidth() / power) === width && Math.ceil(full.getHeight() / power) === height;
    levels.push({
      image,
      width,
      height,
      scaleX: exact ? power : full.getWidth() / width,
      scaleY: exact ? power : full.getHeight() / height,
    });
  }
  return levels.sort((a, b) => a.scaleX - b.scaleX);
}

/** Reads one raster over HTTP ranges and paints map tiles of it. */
export async function openRaster({ info, bands }: RasterLook, origin: string): Promise<RasterReader> {
  const toPixel = toPixelOf(info.epsg, info.geoTransform);
  if (!toPixel) throw new Error(`EPSG:${info.epsg}`);
  const tiff = await fromUrl(new URL(info.path, origin).href);
  const levels = await levelsOf(tiff);
  const cache = createBlockCache<Block>(blockCacheBytes);
  const byteRange: readonly [number, number] = [0, 255];
  const stretch = bands.map((band) =>
    info.bitsPerSample === 8 ? byteRange : (info.stretch[band] ?? byteRange),
  );

  async function block(level: Level, index: number, x: number, y: number, sample: number): Promise<Block> {
    return cache.get(`${index} ${x} ${y} ${sample}`, async () => {
      const { image } = level;
      const width = image.getTileWidth();
      const height = image.getBlockHeight(y);
      const decoder = await decoderOf(image, width);
      const { data } = await image.getTileOrStrip(x, y, sample, decoder);
      const typed: unknown = image.getArrayForSample(sample, data);
      if (!isBlock(typed)) throw new Error('samples of an unknown type');
      const due = width * height * (image.planarConfiguration === 2 ? 1 : image.getSamplesPerPixel());
      if (typed.length < due) throw new Error(`block ${x},${y} holds ${typed.length} of ${due} samples`);
      return typed;
    });
  }

  async function read(
    level: Level,
    index: number,
    box: { left: number; top: number; right: number; bottom: number },
    signal: AbortSignal,
  ): Promise<SampleWindow> {
    const { image } = level;
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const samplesPerPixel = image.getSamplesPerPixel();
    const planar = image.planarConfiguration === 2;
    const tileWidth = image.getTileWidth();
    const tileHeight = image.getTileHeight();
    const blocks = (width / tileWidth + 2) * (height / tileHeight + 2);
    if (width * height * samplesPerPixel > largestWindow.samples || blocks > largestWindow.blocks)
      throw new Error('too much to read for one tile');
    const data = new Float32Array(width * height * samplesPerPixel);
    const jobs: Promise<void>[] = [];
    for (let y = Math.floor(box.top / tileHeight); y * tileHeight < box.bottom; y += 1) {
      for (let x = Math.floor(box.left / tileWidth); x * tileWidth < box.right; x += 1) {
        for (const sample of planar ? [...new Set(bands)] : [0]) {
          const job = block(level, index, x, y, sample).then((samples) => {
            const perPixel = planar ? 1 : samplesPerPixel;
            const fromRow = Math.max(box.top, y * tileHeight);
            const toRow = Math.min(box.bottom, (y + 1) * tileHeight, level.height);
            const fromColumn = Math.max(box.left, x * tileWidth);
            const toColumn = Math.min(box.right, (x + 1) * tileWidth, level.width);
            for (let row = fromRow; row < toRow; row += 1) {
              let source = ((row - y * tileHeight) * tileWidth + fromColumn - x * tileWidth) * perPixel;
              let target = ((row - box.top) * width + fromColumn - box.left) * samplesPerPixel + sample;
              if (planar) {
                for (
                  let column = fromColumn;
                  column < toColumn;
                  column += 1, source += 1, target += samplesPerPixel
                )
                  data[target] = samples[source] ?? 0;
              } else {
                data.set(
                  samples.subarray(source, source + (toColumn - fromColumn) * samplesPerPixel),
                  target,
                );
              }
            }
          });
          jobs.push(job);
        }
      }
    }
    await Promise.all(jobs);
    signal.throwIfAborted();
    return { data, samplesPerPixel, left: box.left, top: box.top, width, height };
  }

  /** The level whose pixels are nearest below one output pixel. */
  function levelFor(step: number, spanX: number, spanY: number): number {
    let chosen = 0;
    for (const [index, level] of levels.entries()) {
      const tooMany =
        (spanX / (levels[chosen]?.scaleX ?? 1)) * (spanY / (levels[chosen]?.scaleY ?? 1)) > mostWindowPixels;
      if (level.scaleX <= step * 1.25 || tooMany) chosen = index;
    }
    return chosen;
  }

  return {
    async tile(extent, sizePx, signal) {
      const pixels = warpTile(extent, sizePx, toPixel);
      let left = Number.POSITIVE_INFINITY;
      let top = Number.POSITIVE_INFINITY;
      let right = Number.NEGATIVE_INFINITY;
      let bottom = Number.NEGATIVE_INFINITY;
      for (let at = 0; at < pixels.length; at += 2) {
        const column = pixels[at] ?? 0;
        const row = pixels[at + 1] ?? 0;
        if (!Number.isFinite(column) || !Number.isFinite(row)) continue;
        left = Math.min(left, column);
        right = Math.max(right, column);
        top = Math.min(top, row);
        bottom = Math.max(bottom, row);
      }
      if (!(right > 0 && bottom > 0 && left < info.widthPx && top < info.heightPx)) return null;
      // Full-resolution pixels per output pixel, along the tile's upper edge.
      const step = Math.hypot((pixels[2] ?? 0) - (pixels[0] ?? 0), (pixels[3] ?? 0) - (pixels[1] ?? 0));
      const spanX = Math.min(right, info.widthPx) - Math.max(left, 0);
      const spanY = Math.min(bottom, info.heightPx) - Math.max(top, 0);
      const index = levelFor(step, spanX, spanY);
      const level = levels[index];
      if (!level) return null;
      for (let at = 0; at < pixels.length; at += 2) {
        pixels[at] = (pixels[at] ?? 0) / level.scaleX;
        pixels[at + 1] = (pixels[at + 1] ?? 0) / level.scaleY;
      }
      const window = await read(
        level,
        index,
        {
          left: Math.max(0, Math.floor(left / level.scaleX) - 1),
          top: Math.max(0, Math.floor(top / level.scaleY) - 1),
          right: Math.min(level.width, Math.ceil(right / level.scaleX) + 2),
          bottom: Math.min(level.height, Math.ceil(bottom / level.scaleY) + 2),
        },
        signal,
      );
      return paint({
        pixels,
        window,
        levelWidth: level.width,
        levelHeight: level.height,
        bands,
        stretch,
        nodata: info.nodata,
        smooth: step / level.scaleX > 0.6,
      });
    },
    close: () => tiff.close(),
  };
}
