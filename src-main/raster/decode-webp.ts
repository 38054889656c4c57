import type { RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';
import { createWasmDecoder } from './wasm-codec.ts';

const decode = createWasmDecoder({
  code: async () => (await import('./codec-wasm.ts')).webpWasm(),
  async create(options) {
    const { default: createModule } = await import('@jsquash/webp/codec/dec/webp_dec.js');
    const codec = await createModule(options);
    return (bytes) => codec.decode(bytes);
  },
});

interface Size {
  width: number;
  height: number;
}

/** Returns the size in the header (RFC 9649: `VP8 `, `VP8L` or `VP8X`), before the decoder allocates memory for it. */
function sizeOf(packed: Uint8Array): Size | null {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind !== 'VP8 ') return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Unpacks one WebP block of a raster with three or four samples of 8 bits. Throws UndrawableError. */
export async function decodeWebpBlock(
  image: RasterImage,
  packed: Uint8Array,
  rows: number,
): Promise<Uint8Array> {
  const { samples, bits, blockWidth, blockHeight } = image;
  const size = sizeOf(packed);
  const isOk =
    size !== null &&
    bits === 8 &&
    !image.planar &&
    (samples === 3 || samples === 4) &&
    size.width === blockWidth &&
    size.height >= rows &&
    size.height <= blockHeight;
  if (!isOk) throw new UndrawableError('not-readable');
  const decoded = await decode(packed);
  if (!decoded || decoded.width !== size.width || decoded.height !== size.height)
    throw new UndrawableError('not-readable');
  if (samples === 4) return new Uint8Array(decoded.data.buffer, decoded.data.byteOffset, decoded.data.length);
  const bytes = new Uint8Array(size.width * size.height * 3);
  for (let from = 0, to = 0; to < bytes.length; from += 4, to += 3)
    bytes.set(decoded.data.subarray(from, from + 3), to);
  return bytes;
}
