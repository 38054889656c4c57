import { getDecoder } from 'geotiff';
import { photometrics, type RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';
import { createWasmDecoder } from './wasm-codec.ts';

const jpegCompression = 7;
const marker = 0xff;
/** The markers of frames that are read: baseline, extended, progressive. */
const frames = [0xc0, 0xc1, 0xc2];

interface Frame {
  width: number;
  height: number;
  components: number;
}

/** Returns the size in the header of a stream, which is checked before the decoder allocates memory; null if there is none. */
function frameOf(bytes: Uint8Array): Frame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== marker) return null;
    const kind = bytes[at + 1] ?? 0;
    if (frames.includes(kind))
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: bytes[at + 9] ?? 0,
      };
    if (kind === 0xda) return null;
    at += kind === marker ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Returns how many scans a stream has. Each scan of a progressive JPEG is a whole pass, and a hostile one has thousands. */
function scansOf(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1))
    if (bytes[at + 1] === 0xda) scans += 1;
  return scans;
}
const maxScans = 64;

const decode = createWasmDecoder({
  code: async () => (await import('./codec-wasm.ts')).jpegWasm(),
  async create(options) {
    const { default: createModule } = await import('@jsquash/jpeg/codec/dec/mozjpeg_dec.js');
    const codec = await createModule(options);
    return (bytes) => codec.decode(bytes, false);
  },
});

/** The marker of Adobe (APP14), which says whether three components are RGB (0) or YCbCr (1). */
const adobeMarker = (transform: 0 | 1) =>
  Uint8Array.of(marker, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform);

/**
 * Returns a complete stream: with the tables that all blocks share, which are in the header of the file, and with the colours that the
 * file declares instead of the stream (TIFF technical note 2).
 */
function wholeStream(image: RasterImage, packed: Uint8Array): Uint8Array {
  const isColour = image.photometric === photometrics.yCbCr;
  const tables = image.jpegTables?.subarray(2, -2) ?? new Uint8Array();
  const parts = [packed.subarray(0, 2), adobeMarker(isColour ? 1 : 0), tables, packed.subarray(2)];
  return Buffer.concat(parts);
}

/** Decodes four components, which the usual decoder would mix. */
async function decodeComponents(image: RasterImage, packed: Uint8Array): Promise<Uint8Array> {
  const decoder = await getDecoder(jpegCompression, {
    tileWidth: image.blockWidth,
    tileHeight: image.blockHeight,
    planarConfiguration: image.planar ? 2 : 1,
    bitsPerSample: image.bits,
    predictor: 1,
    ...(image.jpegTables ? { JPEGTables: image.jpegTables } : {}),
  });
  return new Uint8Array(await decoder.decode(new Uint8Array(packed).buffer));
}

/** Returns the first `components` of each four samples. */
function firstOfFour(data: Uint8ClampedArray, components: number): Uint8Array {
  const samples = new Uint8Array((data.length / 4) * components);
  for (let from = 0, to = 0; from < data.length; from += 4, to += components)
    for (let i = 0; i < components; i += 1) samples[to + i] = data[from + i] ?? 0;
  return samples;
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
  if (!isOk || scansOf(packed) > maxScans) throw new UndrawableError('not-readable');
  const isUsual = due === 1 || due === 3;
  const picture = isUsual ? await decode(wholeStream(image, packed)) : null;
  const isComplete = picture?.width === frame.width && picture.height === frame.height;
  if (isUsual && !isComplete) throw new UndrawableError('not-readable');
  const decoded = picture ? firstOfFour(picture.data, due) : await decodeComponents(image, packed);
  if (frame.width === image.blockWidth) return decoded;
  const rowBytes = image.blockWidth * due;
  const cut = new Uint8Array(rowBytes * frame.height);
  for (let row = 0; row < frame.height; row += 1) {
    const from = row * frame.width * due;
    cut.set(decoded.subarray(from, from + rowBytes), row * rowBytes);
  }
  return cut;
}
