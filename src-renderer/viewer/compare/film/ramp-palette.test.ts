import { expect, it } from 'vitest';
import { rampColours } from '../../raster/style/ramps.ts';
import { indexPixels, rampPalette } from './ramp-palette.ts';

/** A picture of one pixel for each colour of a ramp, so that a pixel's number is its value. */
const pictureOf = (ramp: Uint8ClampedArray) => {
  const rgba = new Uint8ClampedArray(256 * 4);
  for (let i = 0; i < 256; i += 1) rgba.set([...ramp.subarray(3 * i, 3 * i + 3), 255], 4 * i);
  return rgba;
};

it.each(['viridis', 'brown-blue', 'turbo'] as const)(
  'the colours of %s tell values as well apart as the map, in any frame',
  (name) => {
    const ramp = rampColours(name, false);
    const palette = rampPalette(ramp);
    expect(palette).toHaveLength(256);
    const drawn = indexPixels(pictureOf(ramp), palette);
    // The colour of each value is that of the value itself or of the next one.
    for (const [value, index] of drawn.entries()) {
      const colour = palette[index] ?? [];
      const isNear = [-1, 0, 1].some((step) =>
        colour.every((part, channel) => part === ramp[3 * (value + step) + channel]),
      );
      expect(isNear, `${value}`).toBe(true);
    }
    expect(new Set(drawn).size).toBeGreaterThan(230);
  },
);

it('has the grey of missing pixels, and the black and white of the caption', () => {
  const palette = rampPalette(rampColours('viridis', true));
  const drawn = indexPixels(
    Uint8ClampedArray.of(128, 128, 128, 255, 255, 255, 255, 255, 0, 0, 0, 255),
    palette,
  );
  expect(Array.from(drawn, (index) => palette[index])).toEqual([
    [128, 128, 128],
    [255, 255, 255],
    [0, 0, 0],
  ]);
});
