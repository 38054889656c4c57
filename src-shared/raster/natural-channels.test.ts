import { expect, it } from 'vitest';
import { naturalChannels, naturalSampleChannels } from './natural-channels.ts';

const bands = ['blue', 'green', 'red', 'nir'];
const stretch = [
  [1_000, 1_400],
  [600, 1_500],
  [400, 2_000],
  [2_000, 6_000],
] as const;

it('red, green and blue are drawn in one range of values, without the infrared', () => {
  const channels = naturalChannels({ bands, stretch, scales: [] });
  expect(channels.map(({ band }) => band)).toEqual([2, 1, 0]);
  expect(channels.map(({ ends }) => ends)).toEqual([
    [400, 2_000],
    [400, 2_000],
    [400, 2_000],
  ]);
});

it('bands whose samples are scaled otherwise share a range of values, not of samples', () => {
  const raster = { bands, stretch, scales: [{ scale: 2, offset: 100 }, null, null, null] };
  // Blue is 2,100 to 2,900.
  expect(naturalChannels(raster)[2]?.ends).toEqual([400, 2_900]);
  expect(naturalSampleChannels(raster).map(({ ends }) => ends)).toEqual([
    [400, 2_900],
    [400, 2_900],
    [150, 1_400],
  ]);
});

it('a grey raster whose smallest value is white stays so, and one without a range has that of bytes', () => {
  const grey = naturalChannels({ bands: ['x'], stretch: [[255, 0]], scales: [] });
  expect(grey.map(({ ends }) => ends)).toEqual([
    [255, 0],
    [255, 0],
    [255, 0],
  ]);
  expect(naturalChannels({ bands: ['x'], stretch: [], scales: [] })[0]?.ends).toEqual([0, 255]);
});
