import { get as projectionOf } from 'ol/proj.js';
import ImageTile from 'ol/source/ImageTile.js';
import { TileSourceEvent } from 'ol/source/Tile.js';
import { expect, it, vi } from 'vitest';
import { createTileRetry } from './tile-retry.ts';

const mercator = projectionOf('EPSG:3857');

/** A source whose tiles a test fails and loads by hand, with the waiting of the retry in the test's hand. */
function createHarness() {
  const source = new ImageTile({ loader: () => Promise.reject(new Error('unused')) });
  const waiting: { ms: number; run: () => void }[] = [];
  const onMissing = vi.fn();
  const retry = createTileRetry(source, {
    onMissing,
    pausesMs: [10, 20],
    later(ms, run) {
      const each = { ms, run };
      waiting.push(each);
      return () => void waiting.splice(waiting.indexOf(each), 1);
    },
  });
  const createTile = () => {
    const tile = source.getTile(1, 0, 0, 1, mercator ?? undefined);
    if (tile === null) throw new Error('no tile');
    const load = vi.spyOn(tile, 'load').mockImplementation(() => undefined);
    return { tile, load };
  };
  const tell = (type: 'tileloaderror' | 'tileloadend', tile: ReturnType<typeof createTile>['tile']) =>
    source.dispatchEvent(new TileSourceEvent(type, tile));
  const passTime = () => {
    const due = waiting.splice(0);
    for (const { run } of due) run();
    return due.map(({ ms }) => ms);
  };
  return { retry, waiting, onMissing, createTile, tell, passTime };
}

it('loads a tile again that failed, and says nothing if it comes', () => {
  const { createTile, tell, passTime, onMissing } = createHarness();
  const { tile, load } = createTile();
  tell('tileloaderror', tile);
  expect(load).not.toHaveBeenCalled();
  expect(passTime()).toEqual([10]);
  expect(load).toHaveBeenCalledTimes(1);
  tell('tileloadend', tile);
  expect(passTime()).toEqual([]);
  expect(onMissing).not.toHaveBeenCalled();
});

it('gives a tile up after some attempts and says so, until it is there', () => {
  const { createTile, tell, passTime, onMissing } = createHarness();
  const { tile, load } = createTile();
  tell('tileloaderror', tile);
  passTime();
  tell('tileloaderror', tile);
  expect(passTime()).toEqual([20]);
  tell('tileloaderror', tile);
  expect([load.mock.calls.length, passTime()]).toEqual([2, []]);
  expect(onMissing.mock.calls).toEqual([[1]]);
  tell('tileloadend', tile);
  expect(onMissing.mock.calls).toEqual([[1], [0]]);
});

it('forgets what failed when everything is asked for again, and waits for nothing when it has gone', () => {
  const { createTile, tell, waiting, retry, onMissing } = createHarness();
  const { tile } = createTile();
  tell('tileloaderror', tile);
  retry.reset();
  expect(waiting).toEqual([]);
  tell('tileloaderror', tile);
  retry.destroy();
  expect(waiting).toEqual([]);
  tell('tileloaderror', tile);
  expect([waiting, onMissing.mock.calls]).toEqual([[], []]);
});
