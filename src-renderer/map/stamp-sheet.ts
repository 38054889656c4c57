/** Pixels of one mark, not premultiplied, as `ImageData` has them. */
export interface StampPixels {
  size: number;
  data: Uint8ClampedArray;
}

export interface StampSheet {
  /** Puts a mark with its upper left corner at this device pixel; what lies beyond the edge is cut. */
  put(stamp: StampPixels, left: number, top: number): void;
  /** A square of one colour, `0xaabbggrr` as a little-endian machine reads a pixel. */
  square(colour: number, left: number, top: number, size: number): void;
  /** Over what the canvas shows there by now: nothing, when it comes first. */
  show(context: CanvasRenderingContext2D): void;
}

/**
 * Marks by the ten thousand, written as bytes: asked one by one, a canvas without a GPU takes ten times as long (field notes, Map and
 * pixels).
 */
export function createStampSheet(width: number, height: number): StampSheet {
  const image = new ImageData(Math.max(1, width), Math.max(1, height));
  const { data } = image;
  const words = new Uint32Array(data.buffer);

  /** Both half-transparent, or the lower one is: the rare pixels at the edge of a mark. */
  function blend(at: number, above: number) {
    const below = words[at] ?? 0;
    const over = above >>> 24;
    const rest = ((below >>> 24) * (255 - over)) / 255;
    const all = over + rest;
    let mixed = Math.round(all) << 24;
    for (let shift = 0; shift < 24; shift += 8)
      mixed |=
        Math.round((((above >>> shift) & 255) * over + ((below >>> shift) & 255) * rest) / all) << shift;
    words[at] = mixed;
  }

  return {
    put({ size, data: from }, left, top) {
      const marks = new Uint32Array(from.buffer, from.byteOffset, size * size);
      const [x0, y0] = [Math.max(0, -left), Math.max(0, -top)];
      const [x1, y1] = [Math.min(size, width - left), Math.min(size, height - top)];
      for (let y = y0; y < y1; y += 1) {
        const row = (top + y) * width + left;
        for (let x = x0; x < x1; x += 1) {
          const above = marks[y * size + x] ?? 0;
          if (above === 0) continue;
          if (above >>> 24 === 255 || words[row + x] === 0) words[row + x] = above;
          else if (above >>> 24 !== 0) blend(row + x, above);
        }
      }
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

/** The pixels of a colour as CSS writes it, with this much of its alpha. */
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
