import type { GeoTIFFImage } from 'geotiff';
import {
  type RowDifferences,
  undoDifferences,
  undoFloatPredictor,
  unpackBlock,
} from '../../../src-shared/raster/block-codec.ts';

const compressions = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32_946, zstd: 50_000 } as const;

/** How the blocks of an image are packed. */
interface Packing {
  compression: number;
  /** TIFF tag 317: 1 none, 2 differences, 3 floats. */
  predictor: number;
  /** The number of samples of one pixel of a block. */
  samples: number;
  sampleBytes: number;
  blockWidth: number;
  /** The last strip may have fewer rows. */
  blockHeight: number;
}

/** The code for zstd is loaded with the first file that needs it. */
let zstd: Promise<(packed: Uint8Array, dueBytes: number) => Uint8Array> | null = null;

async function loadZstd() {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  // It writes no more than it is given room for; for damaged data the result is shorter.
  return (packed: Uint8Array, dueBytes: number) => decoder.decode(packed, dueBytes);
}

/** Whole rows only: some programs write more behind the last row of a strip. */
function undoRows(unpacked: Uint8Array, rowBytes: number, { predictor, samples, sampleBytes }: Packing) {
  if (predictor === 2) return undoDifferences(unpacked, { rowBytes, samples, sampleBytes });
  for (let at = 0; at + rowBytes <= unpacked.length; at += rowBytes)
    undoFloatPredictor(unpacked.subarray(at, at + rowBytes), samples, sampleBytes);
  return unpacked;
}

/**
 * Unpacks a block into at most `rows` rows, and undoes its predictor. A block that ends early gives fewer bytes.
 * @throws if the data is damaged or the compression is none of those that are drawn here.
 */
export async function decodeBlock(
  packing: Packing,
  packed: Uint8Array<ArrayBuffer>,
  rows: number,
): Promise<Uint8Array<ArrayBufferLike>> {
  const { compression, predictor, samples, sampleBytes, blockWidth } = packing;
  const rowBytes = blockWidth * samples * sampleBytes;
  const dueBytes = rowBytes * rows;
  if (compression === compressions.none) {
    // The tag of the predictor says nothing here, as libtiff reads it.
    return packed.slice(0, dueBytes);
  }
  if (compression === compressions.zstd) {
    zstd ??= loadZstd();
    // Some programs fill up the last strip, and zstd gives all or nothing.
    const unpacked = (await zstd)(packed, rowBytes * packing.blockHeight).subarray(0, dueBytes);
    return predictor === 1 ? unpacked : undoRows(unpacked, rowBytes, packing);
  }
  const differences: RowDifferences | null = predictor === 2 ? { rowBytes, samples, sampleBytes } : null;
  const kind = compression === compressions.lzw ? 'lzw' : 'deflate';
  const unpacked = unpackBlock(kind, packed, { dueBytes, differences });
  return predictor === 3 ? undoRows(unpacked, rowBytes, packing) : unpacked;
}

/**
 * Returns how the blocks of an image are packed.
 * @throws for a compression that is not drawn here: the main process makes a copy of such a file.
 */
export async function packingOf(image: GeoTIFFImage): Promise<Packing> {
  const directory = image.fileDirectory;
  const compression = Number((await directory.loadValue('Compression')) ?? 1);
  if (!Object.values<number>(compressions).includes(compression))
    throw new Error(`compression ${compression} is not drawn here`);
  return {
    compression,
    predictor: Number((await directory.loadValue('Predictor')) ?? 1),
    samples: image.planarConfiguration === 2 ? 1 : image.getSamplesPerPixel(),
    sampleBytes: image.getBitsPerSample() / 8,
    blockWidth: image.getTileWidth(),
    blockHeight: image.getTileHeight(),
  };
}
