import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeptTiles } from './kept-tiles.ts';
import type { PaintStyle, SampledPixels } from './style/picture.ts';

const style: PaintStyle = {
  expressions: [],
  bounds: [],
  ramp: null,
  isRampReversed: false,
  gamma: 1,
  resampling: 'automatic',
  hidesZeros: false,
};
const place = { extent: [0, 0, 256, 256] as const, sizePx: 2 };
const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tiles of a raster with so many bands; band 3 has a value where the others have none. */
function makeTiles(bands: number, mostBytes = 1e6) {
  const read: number[][] = [];
  const tiles = createKeptTiles({
    info: { bands: Array.from({ length: bands }, (_, i) => `B${i}`) },
    mostBytes,
    async sample(_place, wanted): Promise<SampledPixels> {
      wanted.signal.throwIfAborted();
      read.push([...wanted.bands]);
      const none = (band: number) => (band === 3 ? 7 : Number.NaN);
      return {
        count: 2,
        planes: new Map(wanted.bands.map((band) => [band, Float32Array.of(band, none(band))])),
        opacity: Uint8Array.of(255, wanted.bands.includes(3) ? 255 : 0),
      };
    },
  });
  return { tiles, read };
}

it('reads only the bands that a tile lacks', async () => {
  const { tiles, read } = makeTiles(6);
  await tiles.get(place, { bands: [2, 1, 0], style, signal });
  const second = await tiles.get(place, { bands: [3, 2, 1], style, signal });
  expect(read).toEqual([[2, 1, 0], [3]]);
  expect([1, 2, 3].map((band) => second.planes.get(band)?.[0])).toEqual([1, 2, 3]);
  // A pixel that one band alone has is there.
  expect([...second.opacity]).toEqual([255, 255]);
  await tiles.get(place, { bands: [0, 3], style, signal });
  expect(read.length).toBe(2);
});

it('reads the other bands of few while nothing is wanted, and nothing after it was closed', async () => {
  const { tiles, read } = makeTiles(4);
  await tiles.get(place, { bands: [0], style, signal });
  expect(read).toEqual([[0]]);
  await vi.runAllTimersAsync();
  expect(read).toEqual([[0], [1, 2, 3]]);
  await tiles.get(place, { bands: [3, 2, 1], style, signal });
  expect(read.length).toBe(2);
  await tiles.get({ ...place, sizePx: 3 }, { bands: [0], style, signal });
  tiles.close();
  await vi.runAllTimersAsync();
  expect(read.length).toBe(3);

  const many = makeTiles(5);
  await many.tiles.get(place, { bands: [0], style, signal });
  await vi.runAllTimersAsync();
  expect(many.read).toEqual([[0]]);
});

it('reads again where zeros are hidden, because that depends on all bands together', async () => {
  const { tiles, read } = makeTiles(4);
  const hiding = { ...style, hidesZeros: true };
  await tiles.get(place, { bands: [0, 1], style: hiding, signal });
  await tiles.get(place, { bands: [0], style: hiding, signal });
  await vi.runAllTimersAsync();
  expect(read).toEqual([[0, 1], [0]]);
});

it('does not keep a tile whose reading was cancelled, and keeps within its bound', async () => {
  const { tiles, read } = makeTiles(4, 40);
  await expect(tiles.get(place, { bands: [0], style, signal: AbortSignal.abort() })).rejects.toThrow();
  await tiles.get(place, { bands: [0], style, signal });
  await tiles.get({ ...place, sizePx: 3 }, { bands: [0], style, signal });
  await tiles.get(place, { bands: [0], style, signal });
  expect(read).toEqual([[0], [0], [0]]);
});
