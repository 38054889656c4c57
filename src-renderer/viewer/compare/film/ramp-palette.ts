/** The greys of a palette, from black to white: for the caption, and for the pixels that a capture lacks. */
const greys = Array.from({ length: 17 }, (_, i) => Math.min(255, 16 * i));
const maxColours = 256;

/** Returns the palette of pictures that are drawn with a ramp of 256 × red, green, blue: its colours at even steps, and greys. */
export function rampPalette(ramp: ArrayLike<number>): number[][] {
  const steps = maxColours - greys.length;
  const colours = Array.from({ length: steps }, (_, i) => {
    const at = 3 * Math.round((i / (steps - 1)) * 255);
    return [ramp[at] ?? 0, ramp[at + 1] ?? 0, ramp[at + 2] ?? 0];
  });
  return [...colours, ...greys.map((grey) => [grey, grey, grey])];
}

/** Returns the number of the nearest colour of the palette for each pixel of an RGBA picture. */
export function indexPixels(rgba: Uint8ClampedArray, palette: readonly (readonly number[])[]): Uint8Array {
  const nearest = new Map<number, number>();
  const pixels = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < pixels.length; i += 1) {
    const [red, green, blue] = [rgba[4 * i] ?? 0, rgba[4 * i + 1] ?? 0, rgba[4 * i + 2] ?? 0];
    const colour = (red << 16) | (green << 8) | blue;
    let index = nearest.get(colour);
    if (index === undefined) {
      index = nearestColour(palette, [red, green, blue]);
      nearest.set(colour, index);
    }
    pixels[i] = index;
  }
  return pixels;
}

function nearestColour(
  palette: readonly (readonly number[])[],
  [red, green, blue]: readonly [number, number, number],
): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, [r = 0, g = 0, b = 0]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}
