import { addDecoder, BaseDecoder } from 'geotiff';
import { decodeLzw } from '../../src-preload/codecs/lzw.ts';

const compressions = { lzw: 5, deflate: [8, 32_946] };

/**
 * The compressions that are drawn here. For others the main process makes a copy, because the library would unpack
 * them without a limit or load code that the page may not run.
 */
export const drawnCompressions: readonly number[] = [1, compressions.lzw, ...compressions.deflate];

/** Returns the number of bytes that one block must unpack to. */
function dueBytesOf({ parameters }: BaseDecoder): number {
  const { tileWidth, tileHeight, bitsPerSample, samplesPerPixel = 1, planarConfiguration } = parameters;
  const listed = typeof bitsPerSample === 'number' ? null : bitsPerSample;
  const bits = listed === null ? Number(bitsPerSample) : Number(listed[0] ?? 8);
  const samples = planarConfiguration === 2 ? 1 : (listed?.length ?? samplesPerPixel);
  return Math.ceil((tileWidth * tileHeight * samples * bits) / 8);
}

/**
 * Unpacks deflate up to `dueBytes` and no further, because a few megabytes of a hostile file can become gigabytes. It
 * uses the platform's code, which is far faster than JavaScript. It returns less if the data ends earlier.
 */
export async function inflateAtMost(packed: Uint8Array<ArrayBuffer>, dueBytes: number): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // Errors in the data are reported by the reading side too.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const unpacked = new Uint8Array(dueBytes);
  let filled = 0;
  while (filled < dueBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const length = Math.min(value.length, dueBytes - filled);
    unpacked.set(value.subarray(0, length), filled);
    filled += length;
  }
  reader.cancel().catch(() => undefined);
  return unpacked.subarray(0, filled);
}

/** Whole rows only: the library stops at the rest that some programs write behind the last row of a strip. */
function ownBuffer(bytes: Uint8Array, decoder: BaseDecoder): ArrayBufferLike {
  const rowBytes = dueBytesOf(decoder) / decoder.parameters.tileHeight;
  const whole = Number.isInteger(rowBytes) ? bytes.length - (bytes.length % rowBytes) : bytes.length;
  return whole === bytes.buffer.byteLength ? bytes.buffer : bytes.slice(0, whole).buffer;
}

class BoundedInflate extends BaseDecoder {
  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    return ownBuffer(await inflateAtMost(new Uint8Array(new Uint8Array(buffer)), dueBytesOf(this)), this);
  }
}

/** Uses Nadir's LZW reader, because the library's own is far slower (service §11.4). */
class BoundedLzw extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    return ownBuffer(decodeLzw(new Uint8Array(buffer), dueBytesOf(this)), this);
  }
}

/** Registers decoders that replace those of the GeoTIFF library: they are faster and their output is limited. */
export function registerBlockDecoders(): void {
  addDecoder(compressions.lzw, async () => BoundedLzw);
  addDecoder(compressions.deflate, async () => BoundedInflate);
}
