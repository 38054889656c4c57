/** The pixels of a mark, not premultiplied, as in `ImageData`. */
export interface StampPixels {
  size: number;
  data: Uint8ClampedArray;
}

/**
 * An image of the size of the canvas. Thousands of marks are copied into it pixel by pixel, which is faster than drawing each on
 * the canvas.
 */
export interface StampSheet {
  image: ImageData;
  /** The prepared stamps for sheets of this width. */
  prepared: WeakMap<StampPixels, PreparedStamp>;
  /** Draws a mark with its upper left corner at this device pixel; parts beyond the edges are clipped. */
  put(stamp: StampPixels, left: number, top: number): void;
  /** Fills a square with one colour, `0xaabbggrr` when read as a little-endian word. */
  square(colour: number, left: number, top: number, size: number): void;
  /** Replaces the content of the canvas by the sheet, so it must be called before anything else is drawn. */
  show(context: CanvasRenderingContext2D): void;
}

/** The visible pixels of a mark, opaque ones separate from the others, each with its offset in a sheet of a given width. */
interface PreparedStamp {
  opaque: { offsets: Int32Array; colours: Uint32Array };
  clear: { offsets: Int32Array; colours: Uint32Array };
}

function prepare({ size, data }: StampPixels, width: number): PreparedStamp {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, size * size);
  const pick = (fits: (alpha: number) => boolean) => {
    const found = [...pixels.keys()].filter((i) => fits((pixels[i] ?? 0) >>> 24));
    return {
      offsets: Int32Array.from(found, (i) => Math.floor(i / size) * width + (i % size)),
      colours: Uint32Array.from(found, (i) => pixels[i] ?? 0),
    };
  };
  return {
    opaque: pick((alpha) => alpha === 255),
    clear: pick((alpha) => alpha > 0 && alpha < 255),
  };
}

/** Returns a half-transparent pixel blended over another one. */
export function blended(below: number, above: number): number {
  const over = above >>> 24;
  if (below >>> 24 === 255) {
    // Two channels are blended at a time in 256 steps, because frames with tens of thousands of marks spend their time here.
    const part = over + (over >>> 7);
    const rest = 256 - part;
    const redBlue = ((above & 0xff00ff) * part + (below & 0xff00ff) * rest) >>> 8;
    const green = (((above >>> 8) & 0xff) * part + ((below >>> 8) & 0xff) * rest) >>> 8;
    return ((redBlue & 0xff00ff) | (green << 8) | 0xff000000) >>> 0;
  }
  const rest = ((below >>> 24) * (255 - over)) / 255;
  const all = over + rest;
  let mixed = Math.round(all) << 24;
  for (let shift = 0; shift < 24; shift += 8)
    mixed |= Math.round((((above >>> shift) & 255) * over + ((below >>> shift) & 255) * rest) / all) << shift;
  return mixed >>> 0;
}

/**
 * Returns an empty image. It reuses that of the last sheet if its size fits, because allocating five megabytes per frame would be
 * too slow.
 */
function clearImage(before: ImageData | null, width: number, height: number): ImageData {
  if (before?.width !== width || before.height !== height) return new ImageData(width, height);
  new Uint32Array(before.data.buffer).fill(0);
  return before;
}

/**
 * Creates a sheet for tens of thousands of marks, which are written as bytes: a canvas without a GPU takes ten times as long if
 * they are drawn one by one (service §11.4). The last sheet becomes invalid, because its pixels are reused.
 */
export function createStampSheet(
  width: number,
  height: number,
  before: StampSheet | null = null,
): StampSheet {
  const image = clearImage(before?.image ?? null, Math.max(1, width), Math.max(1, height));
  const words = new Uint32Array(image.data.buffer);
  // Otherwise a frame with hundreds of different stamps would spend its time on preparing them.
  const prepared = before?.image.width === image.width ? before.prepared : new WeakMap();

  function preparedFor(stamp: StampPixels): PreparedStamp {
    const stored = prepared.get(stamp);
    if (stored) return stored;
    const added = prepare(stamp, width);
    prepared.set(stamp, added);
    return added;
  }

  function putWhole(stamp: StampPixels, left: number, top: number) {
    const { opaque, clear } = preparedFor(stamp);
    const start = top * width + left;
    for (let i = 0; i < opaque.offsets.length; i += 1)
      words[start + (opaque.offsets[i] ?? 0)] = opaque.colours[i] ?? 0;
    for (let i = 0; i < clear.offsets.length; i += 1) {
      const at = start + (clear.offsets[i] ?? 0);
      const below = words[at] ?? 0;
      const above = clear.colours[i] ?? 0;
      words[at] = below === 0 ? above : blended(below, above);
    }
  }

  function putCut({ size, data: from }: StampPixels, left: number, top: number) {
    const marks = new Uint32Array(from.buffer, from.byteOffset, size * size);
    const [x0, y0] = [Math.max(0, -left), Math.max(0, -top)];
    const [x1, y1] = [Math.min(size, width - left), Math.min(size, height - top)];
    for (let y = y0; y < y1; y += 1) {
      const row = (top + y) * width + left;
      for (let x = x0; x < x1; x += 1) {
        const above = marks[y * size + x] ?? 0;
        const below = words[row + x] ?? 0;
        if (above >>> 24 === 255 || below === 0) words[row + x] = above === 0 ? below : above;
        else if (above >>> 24 !== 0) words[row + x] = blended(below, above);
      }
    }
  }

  return {
    image,
    prepared,
    put(stamp, left, top) {
      const { size } = stamp;
      if (left >= 0 && top >= 0 && left + size <= width && top + size <= height) putWhole(stamp, left, top);
      else putCut(stamp, left, top);
    },
    square(colour, left, top, size) {
      const [x1, y1] = [Math.min(width, left + size), Math.min(height, top + size)];
      for (let y = Math.max(0, top); y < y1; y += 1)
        for (let x = Math.max(0, left); x < x1; x += 1) words[y * width + x] = colour;
    },
    show(context) {
      context.putImageData(image, 0, 0);
    },
  };
}

/** Returns the pixel of a CSS colour, with an alpha from 0 to 1. */
export function pixelOf(colour: string, alpha: number): number {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return 0;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
  return ((Math.round(alpha * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}
