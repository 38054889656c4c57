import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { allocateSamples, type Samples, type SampleType } from '../samples.ts';
import { directoryBytes, headerBytes, type TiffEntry } from './tiff-entries.ts';

interface TiledTiffOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  samplesPerPixel: number;
  /** The type of the samples; odd numbers of bits are stored in the next larger type. */
  type: SampleType;
  /** Tags about colours, place and metadata, besides those of the layout. */
  tags: readonly TiffEntry[];
  /** A file that could become larger than this is a BigTIFF. */
  mostClassicBytes?: number;
}

const tileWidth = 256;
/** Rows of tiles that are held at a time take at most this, unless the lowest tiles already take more. */
const bandBytes = 32 * 1_024 * 1_024;
/** TIFF 6: the sides of tiles are multiples of 16. */
const lowestTile = 16;
const largestHeader = 16;
/** Offsets of the classic form have 32 bits. Deflate can make noise slightly larger, and the tags need room. */
const classicBytes = 0.97 * 2 ** 32;

/**
 * Creates the writer of a GeoTIFF in deflated tiles, row of tiles by row of tiles; only one row of tiles is held in
 * memory. It runs outside of the main loop. Throws the error of the system if the disk is full.
 */
export function createTiledTiff(options: TiledTiffOptions) {
  const { widthPx, heightPx, samplesPerPixel, type, tags, mostClassicBytes = classicBytes } = options;
  const sampleBytes = allocateSamples(type, 1).BYTES_PER_ELEMENT;
  const rowBytes = widthPx * samplesPerPixel * sampleBytes;
  let tileHeight = 256;
  while (tileHeight > lowestTile && tileHeight * rowBytes > bandBytes) tileHeight /= 2;
  const across = Math.ceil(widthPx / tileWidth);
  const down = Math.ceil(heightPx / tileHeight);
  const isBig = across * tileWidth * down * tileHeight * samplesPerPixel * sampleBytes > mostClassicBytes;
  const file = openSync(options.path, 'wx');
  const offsets: number[] = [];
  const byteCounts: number[] = [];
  let position = largestHeader;

  /** A disk that is nearly full takes a part of the bytes before it refuses the rest. */
  function writeAt(bytes: Uint8Array, at: number) {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }

  function entries(): TiffEntry[] {
    const each = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
    const offsetType = isBig ? 16 : 4;
    return [
      { tag: 256, type: 4, values: [widthPx] },
      { tag: 257, type: 4, values: [heightPx] },
      { tag: 258, type: 3, values: each(sampleBytes * 8) },
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
    /** Writes the next row of tiles; `samples` has `rows` rows of the image, all samples of a pixel together. */
    writeTiles(samples: Samples, rows: number) {
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
        const bytes = deflateSync(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength), {
          level: 6,
        });
        writeAt(bytes, position);
        offsets.push(position);
        byteCounts.push(bytes.length);
        position += bytes.length;
      }
    },
    /** Writes the directory, then the header, without which no program would open the file. */
    finish() {
      const directoryAt = position + (position % 8 === 0 ? 0 : 8 - (position % 8));
      writeAt(directoryBytes(directoryAt, entries(), isBig), directoryAt);
      writeAt(headerBytes(directoryAt, isBig), 0);
      fdatasyncSync(file);
      closeSync(file);
    },
    abandon: () => closeSync(file),
  };
}
