import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { writeAllAt } from '../../../core/write-all-at.ts';
import { allocateSamples, type Samples, type SampleType } from '../../../raster/samples.ts';
import { directoriesBytes, headerBytes, type TiffEntry } from './tiff-entries.ts';

/** An image of a file: the raster, or its mask. */
interface TiledImage {
  samplesPerPixel: number;
  /** The type of the samples; see `storedBits`. */
  type: SampleType;
  /** The tags for colours, placement and metadata, besides those of the layout. */
  tags: readonly TiffEntry[];
}

interface TiledTiffOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  /** The images, which have the same size and are written one after the other. */
  images: readonly TiledImage[];
  /** A file that could become larger than this is a BigTIFF. */
  mostClassicBytes?: number;
}

/**
 * Returns the bits of a stored sample: whole numbers without a sign keep theirs, which say how bright the brightest can be; other odd numbers
 * of bits are stored in the next larger type.
 */
export function storedBits(type: SampleType): number {
  const largest = allocateSamples(type, 1).BYTES_PER_ELEMENT * 8;
  return type.sampleFormat === 1 && type.bits < 32 ? type.bits : largest;
}

/** Returns samples with so many bits each, the highest first, as TIFF packs them; the number of bits of a row must be a multiple of 8. */
function packBits(samples: Samples, bits: number): Uint8Array {
  const packed = new Uint8Array(Math.ceil((samples.length * bits) / 8));
  let at = 0;
  let held = 0;
  let heldBits = 0;
  for (const sample of samples) {
    // At most 7 + 31 bits are held, more than the integers of bitwise operators have.
    held = held * 2 ** bits + Number(sample);
    heldBits += bits;
    while (heldBits >= 8) {
      heldBits -= 8;
      const byte = Math.floor(held / 2 ** heldBits);
      packed[at] = byte;
      at += 1;
      held -= byte * 2 ** heldBits;
    }
  }
  return packed;
}

const tileWidth = 256;
/** The rows of tiles in memory take at most this, unless the lowest possible tiles take more. */
const bandBytes = 32 * 1_024 * 1_024;
/** The lowest height of tiles; their sides must be multiples of 16 (TIFF 6). */
const lowestTile = 16;
const largestHeader = 16;
/** The limit of the classic form, whose offsets have 32 bits. Deflate can enlarge noise slightly, and the tags need space. */
const classicBytes = 0.97 * 2 ** 32;

/**
 * Creates the writer of a GeoTIFF with deflated tiles; only one row of tiles is in memory. It runs outside of the main loop. Throws the
 * error of the system if the disk is full.
 */
export function createTiledTiff(options: TiledTiffOptions) {
  const { widthPx, heightPx, images, mostClassicBytes = classicBytes } = options;
  const bytesOf = ({ samplesPerPixel, type }: TiledImage) =>
    samplesPerPixel * allocateSamples(type, 1).BYTES_PER_ELEMENT;
  const pixelBytes = images.reduce((sum, image) => sum + bytesOf(image), 0);
  const rowBytes = widthPx * pixelBytes;
  let tileHeight = 256;
  while (tileHeight > lowestTile && tileHeight * rowBytes > bandBytes) tileHeight /= 2;
  const across = Math.ceil(widthPx / tileWidth);
  const down = Math.ceil(heightPx / tileHeight);
  const isBig = across * tileWidth * down * tileHeight * pixelBytes > mostClassicBytes;
  const file = openSync(options.path, 'wx');
  const blocks = images.map(() => ({ offsets: [] as number[], byteCounts: [] as number[] }));
  let position = largestHeader;

  const writeAt = (bytes: Uint8Array, at: number) => writeAllAt(file, bytes, at);

  function entriesOf(image: TiledImage, { offsets, byteCounts }: (typeof blocks)[number]): TiffEntry[] {
    const { samplesPerPixel, type, tags } = image;
    const each = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
    const offsetType = isBig ? 16 : 4;
    return [
      { tag: 256, type: 4, values: [widthPx] },
      { tag: 257, type: 4, values: [heightPx] },
      { tag: 258, type: 3, values: each(storedBits(image.type)) },
      { tag: 259, type: 3, values: [8] },
      { tag: 277, type: 3, values: [samplesPerPixel] },
      { tag: 284, type: 3, values: [1] },
      { tag: 322, type: 4, values: [tileWidth] },
      { tag: 323, type: 4, values: [tileHeight] },
      { tag: 324, type: offsetType, values: offsets },
      { tag: 325, type: offsetType, values: byteCounts },
      { tag: 339, type: 3, values: each(type.sampleFormat) },
      ...tags,
    ];
  }

  return {
    tileHeight,
    isBig,
    /** Writes the next row of tiles of an image; `samples` has `rows` rows of it, all samples of a pixel together. */
    writeTiles(index: number, samples: Samples, rows: number) {
      const [image, places] = [images[index], blocks[index]];
      if (!image || !places) throw new Error(`There is no image ${index}.`);
      const { samplesPerPixel, type } = image;
      const tile = allocateSamples(type, tileWidth * tileHeight * samplesPerPixel);
      for (let left = 0; left < widthPx; left += tileWidth) {
        tile.fill(0);
        const columns = Math.min(tileWidth, widthPx - left);
        for (let row = 0; row < rows; row += 1) {
          const from = (row * widthPx + left) * samplesPerPixel;
          tile.set(
            samples.subarray(from, from + columns * samplesPerPixel),
            row * tileWidth * samplesPerPixel,
          );
        }
        const bits = storedBits(type);
        const isPacked = bits !== tile.BYTES_PER_ELEMENT * 8;
        const whole = new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength);
        const bytes = deflateSync(isPacked ? packBits(tile, bits) : whole, { level: 6 });
        writeAt(bytes, position);
        places.offsets.push(position);
        places.byteCounts.push(bytes.length);
        position += bytes.length;
      }
    },
    /** Writes the directories, then the header, without which no program would open the file. */
    finish() {
      const entries = images.flatMap((image, i) => {
        const places = blocks[i];
        return places ? [entriesOf(image, places)] : [];
      });
      const { at, bytes } = directoriesBytes(position, entries, isBig);
      writeAt(bytes, at);
      writeAt(headerBytes(at, isBig), 0);
      fdatasyncSync(file);
      closeSync(file);
    },
    abandon: () => closeSync(file),
  };
}
