import type { GeoTIFFImage } from 'geotiff';
import { readForeignNumber } from '../../../src-shared/raster/foreign-number.ts';
import { decodeBlock, packingOf } from './block-decoders.ts';
import type { RangeBatch } from './range-source.ts';

/** The samples of one block, those of a pixel together unless each sample has blocks of its own. */
export type Block =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The largest unpacked block; the main process makes a copy of a raster with larger ones. */
const largestBlockBytes = 20 * 1_024 * 1_024;
/** A packed block is hardly larger than an unpacked one; a larger one is not read at all. */
const packedSpareBytes = 1_024 * 1_024;

function isBlock(value: unknown): value is Block {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** The places of blocks are in a list, or in a number if there is only one. */
function isList(value: unknown): value is ArrayLike<number | bigint> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

async function listOf(image: GeoTIFFImage, tag: number): Promise<ArrayLike<number | bigint>> {
  const value: unknown = await image.fileDirectory.loadValue(tag);
  return isList(value) ? value : [Number(value ?? 0)];
}

/**
 * Opens the blocks of an image: reads where they are, once.
 * @throws if they are too large or packed in a way that is not read here.
 */
export async function openBlocks(image: GeoTIFFImage) {
  const packing = await packingOf(image);
  // TIFF 6: the places of tiles are in other tags than those of strips.
  const offsets = await listOf(image, image.isTiled ? 324 : 273);
  const byteCounts = await listOf(image, image.isTiled ? 325 : 279);
  const { blockWidth, samples, sampleBytes } = packing;
  const across = Math.ceil(image.getWidth() / blockWidth);
  const down = Math.ceil(image.getHeight() / image.getTileHeight());
  const rowBytes = blockWidth * samples * sampleBytes;
  if (!(rowBytes * image.getTileHeight() <= largestBlockBytes)) throw new Error('a block is too large');
  const nodata: unknown = await image.fileDirectory.loadValue(42_113);
  const empty = (typeof nodata === 'string' ? readForeignNumber(nodata) : null) ?? 0;
  const isPlanar = image.planarConfiguration === 2;

  return {
    /**
     * Reads and unpacks one block; the batch must be sent after it. A block that was never written is “no data”.
     * @throws if the block is damaged.
     */
    async read(batch: RangeBatch, x: number, y: number, sample: number): Promise<Block> {
      const index = ((isPlanar ? sample : 0) * down + y) * across + x;
      const rows = image.getBlockHeight(y);
      const due = blockWidth * rows * samples;
      const length = Number(byteCounts[index] ?? 0);
      if (length > 2 * rowBytes * rows + packedSpareBytes) throw new Error('a packed block is too large');
      const isEmpty = length === 0;
      const bytes = isEmpty
        ? new Uint8Array(rowBytes * rows)
        : await decodeBlock(packing, await batch.read(Number(offsets[index] ?? 0), length), rows);
      const whole = bytes.length - (bytes.length % sampleBytes);
      const data =
        bytes.byteOffset === 0 && whole === bytes.buffer.byteLength
          ? bytes.buffer
          : bytes.slice(0, whole).buffer;
      const typed: unknown = image.getArrayForSample(sample, data);
      if (!isBlock(typed)) throw new Error('samples of an unknown type');
      if (isEmpty) typed.fill(empty);
      if (typed.length < due) throw new Error(`block ${x},${y} holds ${typed.length} of ${due} samples`);
      return typed;
    },
  };
}

/** What `openBlocks` resolves with. */
export type Blocks = Awaited<ReturnType<typeof openBlocks>>;
