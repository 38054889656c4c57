/** A picture of a part of the map in EPSG:3857. */
export interface PlacedPicture {
  widthPx: number;
  heightPx: number;
  /** Red, green, blue and alpha, row by row; not premultiplied. */
  rgba: Uint8ClampedArray | Uint8Array;
  /** The upper left corner of the picture. */
  left: number;
  top: number;
  /** Metres per pixel. */
  resolution: number;
  /** A description that is stored in the file, such as the caption. */
  description: string;
}

type Tag = readonly [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[] | string];

const stripRows = 64;
const headerBytes = 8;
const entryBytes = 12;
const sizes = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function valueBytes([, type, values]: Tag): Uint8Array {
  if (typeof values === 'string') return new TextEncoder().encode(`${values}\0`);
  const view = new DataView(new ArrayBuffer(values.length * sizes[type]));
  for (const [i, value] of values.entries()) {
    const at = i * sizes[type];
    if (type === 3) view.setUint16(at, value, true);
    else if (type === 4) view.setUint32(at, value, true);
    else view.setFloat64(at, value, true);
  }
  return new Uint8Array(view.buffer);
}

function directory(at: number, tags: readonly Tag[]): Uint8Array<ArrayBuffer> {
  const tableBytes = 2 + tags.length * entryBytes + 4;
  const values = tags.map(valueBytes);
  const outside = values.map((bytes) => (bytes.length <= 4 ? 0 : bytes.length + (bytes.length % 2)));
  const whole = new Uint8Array(tableBytes + outside.reduce((sum, length) => sum + length, 0));
  const view = new DataView(whole.buffer);
  view.setUint16(0, tags.length, true);
  let next = tableBytes;
  for (const [i, [tag, type]] of tags.entries()) {
    const bytes = values[i] ?? new Uint8Array();
    const entry = 2 + i * entryBytes;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, bytes.length / sizes[type], true);
    if (bytes.length <= 4) whole.set(bytes, entry + 8);
    else {
      view.setUint32(entry + 8, at + next, true);
      whole.set(bytes, next);
      next += outside[i] ?? 0;
    }
  }
  return whole;
}

/**
 * Resolves with a picture as a GeoTIFF in EPSG:3857 (GeoTIFF 1.1: projected, pixel is area), compressed with deflate in strips.
 * Rejects with the reason of `signal` if it is aborted.
 */
export async function viewGeotiff(picture: PlacedPicture, signal: AbortSignal): Promise<Blob> {
  const { widthPx, heightPx, rgba, left, top, resolution, description } = picture;
  const strips: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < heightPx; row += stripRows) {
    signal.throwIfAborted();
    const end = Math.min(heightPx, row + stripRows);
    strips.push(await deflated(Uint8Array.from(rgba.subarray(row * widthPx * 4, end * widthPx * 4))));
  }
  const starts: number[] = [];
  let at = headerBytes;
  for (const strip of strips) {
    starts.push(at);
    at += strip.length;
  }
  const padding = at % 2;
  at += padding;
  const tags: Tag[] = [
    [256, 4, [widthPx]],
    [257, 4, [heightPx]],
    [258, 3, [8, 8, 8, 8]],
    [259, 3, [8]],
    [262, 3, [2]],
    [270, 2, description],
    [273, 4, starts],
    [277, 3, [4]],
    [278, 4, [stripRows]],
    [279, 4, strips.map((strip) => strip.length)],
    [284, 3, [1]],
    [338, 3, [2]],
    [33_550, 12, [resolution, resolution, 0]],
    [33_922, 12, [0, 0, 0, left, top, 0]],
    // Version 1.1 with three keys: projected, pixel is area, EPSG:3857.
    [34_735, 3, [1, 1, 0, 3, 1_024, 0, 1, 1, 1_025, 0, 1, 1, 3_072, 0, 1, 3_857]],
  ];
  const header = new Uint8Array([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  new DataView(header.buffer).setUint32(4, at, true);
  return new Blob([header, ...strips, new Uint8Array(padding), directory(at, tags)], { type: 'image/tiff' });
}
