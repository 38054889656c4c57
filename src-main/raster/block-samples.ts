import { bytesPerSample, type RasterImage } from './raster-image.ts';
import { allocateSamples, type Samples, samplesIn } from './samples.ts';
import { UndrawableError } from './undrawable.ts';

/** Reverses the bytes of samples with two, four or eight bytes, in place. */
function swapBytes(bytes: Uint8Array, size: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % size));
  if (size === 2) buffer.swap16();
  else if (size === 4) buffer.swap32();
  else if (size === 8) buffer.swap64();
}

/** Undoes TIFF 6's differencing predictor: each sample is the difference from the same sample of the pixel before. */
function undoDifferences(row: Samples, perPixel: number): void {
  for (let i = perPixel; i < row.length; i += 1) row[i] = (row[i] ?? 0) + (row[i - perPixel] ?? 0);
}

/** Undoes the floating-point predictor (TIFF technical note 3): differences of bytes, grouped by significance, the highest first. */
function undoFloatPredictor(row: Uint8Array, perPixel: number, size: number): void {
  for (let i = perPixel; i < row.length; i += 1) row[i] = (row[i] ?? 0) + (row[i - perPixel] ?? 0);
  const planes = row.slice();
  const count = row.length / size;
  for (let i = 0; i < count; i += 1)
    for (let byte = 0; byte < size; byte += 1)
      row[i * size + byte] = planes[(size - 1 - byte) * count + i] ?? 0;
}

/** Unpacks samples of any number of bits, the first in the highest bits; each row begins at a byte. */
function unpackOddBits(bytes: Uint8Array, bits: number, perRow: number, rows: number, into: Samples): void {
  const rowBytes = Math.ceil((perRow * bits) / 8);
  for (let row = 0; row < rows; row += 1) {
    let at = row * rowBytes;
    let accumulator = 0;
    let count = 0;
    for (let i = 0; i < perRow; i += 1) {
      // Numbers instead of bit operations: up to 31 bits plus the rest of a byte do not fit into 32 bits.
      while (count < bits) {
        accumulator = accumulator * 256 + (bytes[at] ?? 0);
        at += 1;
        count += 8;
      }
      const rest = 2 ** (count - bits);
      into[row * perRow + i] = Math.floor(accumulator / rest);
      accumulator %= rest;
      count -= bits;
    }
  }
}

function halfFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1_023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
}

/** Returns one of GDAL's floats of 24 bits: a sign, 7 bits of exponent, 16 bits of fraction. */
function floatOf24(bits: number): number {
  const sign = bits & 0x80_0000 ? -1 : 1;
  const exponent = (bits >> 16) & 127;
  const fraction = bits & 0xff_ff;
  if (exponent === 127) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -78 : sign * (1 + fraction / 65_536) * 2 ** (exponent - 63);
}

function floatsOf24(bytes: Uint8Array, length: number, little: boolean): Samples {
  const [high, low] = little ? [2, 0] : [0, 2];
  return Float32Array.from({ length }, (_, i) =>
    floatOf24(
      ((bytes[3 * i + high] ?? 0) << 16) | ((bytes[3 * i + 1] ?? 0) << 8) | (bytes[3 * i + low] ?? 0),
    ),
  );
}

function swappedTriples(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    swapped[at] = bytes[at + 2] ?? 0;
    swapped[at + 1] = bytes[at + 1] ?? 0;
    swapped[at + 2] = bytes[at] ?? 0;
  }
  return swapped;
}

/** Undoes the differences of whole numbers with 64 bits, each as its low and its high half. */
function undoLongDifferences(row: Uint32Array, perPixel: number): void {
  for (let i = 2 * perPixel; i + 1 < row.length; i += 2) {
    const low = (row[i] ?? 0) + (row[i - 2 * perPixel] ?? 0);
    row[i] = low;
    row[i + 1] = (row[i + 1] ?? 0) + (row[i + 1 - 2 * perPixel] ?? 0) + (low > 0xffff_ffff ? 1 : 0);
  }
}

/** Returns bytes as samples of the image's type, without an incomplete sample at the end. */
function viewOf(image: RasterImage, bytes: Uint8Array, length: number): Samples {
  if (image.bits === 64 && image.sampleFormat !== 3) {
    const whole = new Uint8Array(bytes.subarray(0, 8 * length)).buffer;
    return image.sampleFormat === 2
      ? Float64Array.from(new BigInt64Array(whole), Number)
      : Float64Array.from(new BigUint64Array(whole), Number);
  }
  // Unpacked bytes that fill their whole buffer need no copy.
  const { buffer } = bytes;
  if (
    buffer instanceof ArrayBuffer &&
    bytes.byteOffset === 0 &&
    buffer.byteLength === length * bytesPerSample(image)
  )
    return samplesIn(image, buffer);
  const view = allocateSamples(image, length);
  new Uint8Array(view.buffer).set(bytes.subarray(0, view.byteLength));
  return view;
}

/** Undoes the differences in the rows of a block. They wrap around, so they are computed with whole numbers for any type. */
function undoAllDifferences(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  { rows, perRow, perPixel }: { rows: number; perRow: number; perPixel: number },
): void {
  const whole =
    size === 1 ? bytes : size === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
  const words = size === 8 ? 2 : 1;
  for (let row = 0; row < rows; row += 1) {
    const part = whole.subarray(row * perRow * words, (row + 1) * perRow * words);
    if (size === 8 && part instanceof Uint32Array) undoLongDifferences(part, perPixel);
    else undoDifferences(part, perPixel);
  }
}

/**
 * Returns the samples of `rows` rows of a block, `perRow` in each, from their unpacked bytes. Byte order, predictor and odd
 * numbers of bits are undone here, as in libtiff. Throws UndrawableError if bytes are missing.
 */
export function samplesOf(
  image: RasterImage,
  bytes: Uint8Array,
  { rows, isNative }: { rows: number; isNative: boolean },
): Samples {
  const perPixel = image.planar ? 1 : image.samples;
  const perRow = image.blockWidth * perPixel;
  const length = perRow * rows;
  const isFloat24 = image.sampleFormat === 3 && image.bits === 24;
  const size = isFloat24 ? 3 : bytesPerSample(image);
  const isWhole = image.bits === size * 8;
  if (bytes.length < (isNative || isWhole ? length * size : Math.ceil((perRow * image.bits) / 8) * rows))
    throw new UndrawableError('not-readable');
  if (isNative) return viewOf(image, bytes, length);
  if (!isWhole) {
    if (image.predictor !== 1) throw new UndrawableError('not-readable');
    const samples = allocateSamples(image, length);
    // libtiff swaps groups of three bytes too, although GDAL wrote them as bits.
    const ordered = image.bits === 24 && !image.littleEndian ? swappedTriples(bytes) : bytes;
    unpackOddBits(ordered, image.bits, perRow, rows, samples);
    return samples;
  }
  const isHalf = image.sampleFormat === 3 && image.bits === 16;
  // Copied, because a slice of a Node buffer shares its memory with others.
  const own = new Uint8Array(length * size);
  own.set(bytes.subarray(0, own.length));
  if (image.predictor === 3) {
    const rowBytes = perRow * size;
    for (let row = 0; row < rows; row += 1)
      undoFloatPredictor(own.subarray(row * rowBytes, (row + 1) * rowBytes), perPixel, size);
  } else if (!image.littleEndian && !isFloat24) swapBytes(own, size);
  // The predictor writes the bytes in this machine's order.
  if (isFloat24) return floatsOf24(own, length, image.littleEndian || image.predictor === 3);
  if (isHalf) {
    const halves = new Uint16Array(own.buffer, 0, length);
    if (image.predictor === 2)
      for (let row = 0; row < rows; row += 1)
        undoDifferences(halves.subarray(row * perRow, (row + 1) * perRow), perPixel);
    return Float32Array.from(halves, halfFloat);
  }
  if (image.predictor === 2) {
    undoAllDifferences(own, size, { rows, perRow, perPixel });
  } else if (image.predictor !== 1 && image.predictor !== 3) throw new UndrawableError('not-readable');
  return viewOf(image, own, length);
}
