import Lerc from 'lerc';
import { inflateBounded } from './inflate-bounded.ts';
import { bytesPerSample, type RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';

// lerc 3.0.0 calls this method by a misspelt name for unsigned 32-bit integers.
if (!('getUInt32' in DataView.prototype))
  Object.defineProperty(DataView.prototype, 'getUInt32', { value: DataView.prototype.getUint32 });

const magic = 'Lerc2 ';
/** The space for header, masks and tables beside the samples. */
const overheadBytes = 1_024 * 1_024;

/** Checks the header of the blob before any memory is allocated for it. */
function checkHeader(image: RasterImage, blob: Uint8Array, rows: number): void {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  if (bytes.length < 40 || bytes.toString('latin1', 0, 6) !== magic)
    throw new UndrawableError('not-readable');
  const version = bytes.readInt32LE(6);
  const at = version >= 3 ? 14 : 10;
  const [height, width] = [bytes.readInt32LE(at), bytes.readInt32LE(at + 4)];
  const depth = version >= 4 ? bytes.readInt32LE(at + 8) : 1;
  const due = image.planar ? 1 : image.samples;
  const isOk =
    width === image.blockWidth &&
    height >= rows &&
    height <= image.blockHeight &&
    (depth === due || depth === 1);
  if (!isOk) throw new UndrawableError('not-readable');
}

/** Unpacks one LERC block to samples in this machine's byte order. Masked pixels become 0, as in libtiff. */
export function decodeLercBlock(
  image: RasterImage,
  packed: Uint8Array,
  { dueBytes, rows }: { dueBytes: number; rows: number },
): Uint8Array {
  const blob =
    image.lercPacking === 0
      ? packed
      : inflateBounded(image.lercPacking === 1 ? 'deflate' : 'zstd', packed, dueBytes + overheadBytes);
  checkHeader(image, blob, rows);
  const copy = new Uint8Array(blob);
  const { pixels, mask } = Lerc.decode(copy.buffer, { returnPixelInterleavedDims: true });
  const [first] = pixels;
  if (!first) throw new UndrawableError('not-readable');
  const perPixel = image.planar ? 1 : image.samples;
  const sampleBytes = bytesPerSample(image);
  const bytes = new Uint8Array(first.buffer, first.byteOffset, first.byteLength);
  if (pixels.length === 1 || perPixel === 1) return maskedOut(image, bytes, mask, perPixel * sampleBytes);
  // The decoded bands follow each other; they are interleaved by pixel, as in other compressions.
  const count = first.byteLength / sampleBytes;
  const woven = new Uint8Array(count * perPixel * sampleBytes);
  for (const [band, each] of pixels.entries()) {
    const from = new Uint8Array(each.buffer, each.byteOffset, each.byteLength);
    for (let i = 0; i < count; i += 1)
      woven.set(from.subarray(i * sampleBytes, (i + 1) * sampleBytes), (i * perPixel + band) * sampleBytes);
  }
  return maskedOut(image, woven, mask, perPixel * sampleBytes);
}

function maskedOut(
  image: RasterImage,
  bytes: Uint8Array,
  mask: Uint8Array | null | undefined,
  pixelBytes: number,
): Uint8Array {
  if (!mask) return bytes;
  const samples = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < mask.length; i += 1) {
    if (mask[i]) continue;
    bytes.fill(0, i * pixelBytes, (i + 1) * pixelBytes);
    if (image.sampleFormat !== 3) continue;
    // libtiff writes NaN for masked pixels in floating point.
    for (let at = i * pixelBytes; at < (i + 1) * pixelBytes; at += image.bits / 8)
      if (image.bits === 64) samples.setFloat64(at, Number.NaN, true);
      else samples.setFloat32(at, Number.NaN, true);
  }
  return bytes;
}
