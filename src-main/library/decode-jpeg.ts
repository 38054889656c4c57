import { getDecoder } from 'geotiff';
import { photometrics, type RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';

const jpegCompression = 7;
const marker = 0xff;
/** Start of frame: baseline, extended, progressive. Other kinds are not read. */
const frames = [0xc0, 0xc1, 0xc2];

interface Frame {
  width: number;
  height: number;
  components: number;
}

/** Returns the size in the stream's header, to check it before the decoder allocates memory; null if there is none. */
function frameOf(bytes: Uint8Array): Frame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== marker) return null;
    const kind = bytes[at + 1] ?? 0;
    if (frames.includes(kind))
      return {
        ...{ height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: bytes[at + 9] ?? 0 },
      };
    if (kind === 0xda) return null;
    at += kind === marker ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Returns how many scans the stream has: each scan of a progressive JPEG is a whole pass, and a hostile one has thousands. */
function scansOf(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1))
    if (bytes[at + 1] === 0xda) scans += 1;
  return scans;
}
const mostScans = 64;

const byte = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));

/** The conversion of JFIF, for full-range samples as in libjpeg. */
function toRgb(bytes: Uint8Array): void {
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const y = bytes[at] ?? 0;
    const cb = (bytes[at + 1] ?? 0) - 128;
    const cr = (bytes[at + 2] ?? 0) - 128;
    bytes[at] = byte(y + 1.402 * cr);
    bytes[at + 1] = byte(y - 0.344136 * cb - 0.714136 * cr);
    bytes[at + 2] = byte(y + 1.772 * cb);
  }
}

/** Unpacks one JPEG block to RGB, or to its unchanged samples, with `blockWidth` pixels per row. */
export async function decodeJpegBlock(
  image: RasterImage,
  packed: Uint8Array,
  rows: number,
): Promise<Uint8Array> {
  const due = image.planar ? 1 : image.samples;
  const frame = frameOf(packed);
  const isOk =
    frame !== null &&
    image.bits === 8 &&
    frame.components === due &&
    frame.width >= image.blockWidth &&
    frame.height >= rows &&
    frame.width <= image.blockWidth + 64 &&
    frame.height <= image.blockHeight + 64;
  if (!isOk || scansOf(packed) > mostScans) throw new UndrawableError('not-readable');
  const decoder = await getDecoder(jpegCompression, {
    tileWidth: image.blockWidth,
    tileHeight: image.blockHeight,
    planarConfiguration: image.planar ? 2 : 1,
    bitsPerSample: image.bits,
    predictor: 1,
    // The tables that all blocks share are in the header of the file.
    ...(image.jpegTables ? { JPEGTables: image.jpegTables } : {}),
  });
  const decoded = new Uint8Array(await decoder.decode(new Uint8Array(packed).buffer));
  if (image.photometric === photometrics.yCbCr && due === 3) toRgb(decoded);
  if (frame.width === image.blockWidth) return decoded;
  const rowBytes = image.blockWidth * due;
  const cut = new Uint8Array(rowBytes * frame.height);
  for (let row = 0; row < frame.height; row += 1) {
    const from = row * frame.width * due;
    cut.set(decoded.subarray(from, from + rowBytes), row * rowBytes);
  }
  return cut;
}
