import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder } from 'geotiff';

/** Deflate as Adobe numbered it, and its older number. */
const deflateCompressions = [8, 32_946];

/** The library unpacks without end: a few megabytes of a hostile file become gigabytes. Twice what is due is enough. */
class BoundedInflate extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    const { tileWidth, tileHeight, bitsPerSample, samplesPerPixel = 1 } = this.parameters;
    const bits =
      typeof bitsPerSample === 'number'
        ? bitsPerSample * samplesPerPixel
        : Array.from(bitsPerSample, Number).reduce((sum, each) => sum + each, 0);
    const maxOutputLength = 65_536 + 2 * Math.ceil((tileWidth * tileHeight * bits) / 8);
    const unpacked = inflateSync(new Uint8Array(buffer), { maxOutputLength });
    // A copy of a large one would be another gigabyte; small ones share the buffer of a pool.
    return unpacked.byteLength === unpacked.buffer.byteLength
      ? unpacked.buffer
      : new Uint8Array(unpacked).buffer;
  }
}

export function registerBoundedInflate(): void {
  addDecoder(deflateCompressions, async () => BoundedInflate);
}
