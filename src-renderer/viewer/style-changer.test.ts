import { expect, it } from 'vitest';
import { createRasterGrid } from './raster-grid.ts';
import { createStyleChanger, tilesInView } from './style-changer.ts';
import { createTileRing, tilesAround } from './tile-ring.ts';

const grid = createRasterGrid(256);
/** The level of zoom 3, with eight tiles around the world: there are levels of half zooms between. */
const z = 5;
const world = 20_037_508.342789244;
const resolution = (2 * world) / 256 / 2 ** 3;
/** A frame of a part of the world at zoom 3, in tiles from the upper left. */
const frameOf = (left: number, top: number, right: number, bottom: number) => {
  const side = 256 * resolution;
  const inset = side / 10;
  return {
    extent: [
      -world + left * side + inset,
      world - bottom * side + inset,
      -world + right * side - inset,
      world - top * side - inset,
    ],
    viewState: { resolution },
  };
};

it('knows the tiles of a view, also beyond the edge of the world', () => {
  expect(tilesInView(frameOf(1, 2, 3, 3), grid, true)).toEqual([
    [z, 1, 2],
    [z, 2, 2],
  ]);
  expect(tilesInView(frameOf(7, 2, 9, 3), grid, true)).toEqual([
    [z, 7, 2],
    [z, 0, 2],
  ]);
});

function changerWith(load: (key: string) => Promise<void>) {
  const prepared = new Map<string, ImageBitmap>();
  const keys: string[] = [];
  const closed: string[] = [];
  const changer = createStyleChanger({
    grid,
    repeats: true,
    isOver: () => false,
    prepared,
    source: { showStyle: (key: string) => keys.push(`${key}: ${[...prepared.keys()].join(', ')}`) },
    async load(tile) {
      const key = tile.join(' ');
      await load(key);
      return { width: 256, height: 256, close: () => closed.push(key) };
    },
  });
  changer.noteFrame(frameOf(1, 2, 3, 3));
  return { changer, keys, closed };
}

it('shows a new style when all tiles in view have it, and once for several changes meanwhile', async () => {
  const finish: (() => void)[] = [];
  const { changer, keys, closed } = changerWith(() => new Promise((resolve) => finish.push(resolve)));
  const applied: number[] = [];
  const first = changer.change(() => applied.push(1));
  expect([applied, finish.length, changer.isBusy()]).toEqual([[1], 2, true]);
  void changer.change(() => applied.push(2));
  const last = changer.change(() => applied.push(3));
  finish[0]?.();
  await Promise.resolve();
  // One tile is not there yet.
  expect([keys, applied]).toEqual([[], [1]]);
  finish[1]?.();
  await expect.poll(() => finish.length).toBe(4);
  expect([keys, applied]).toEqual([['style 1: 5 1 2, 5 2 2'], [1, 3]]);
  for (const open of finish) open();
  await Promise.all([first, last]);
  expect(keys).toHaveLength(2);
  // Those of the first style were never taken.
  expect(closed).toEqual(['5 1 2', '5 2 2']);
  expect(changer.isBusy()).toBe(false);
  await changer.shown();
});

it('reads the tiles around a view, those ahead of the movement first', () => {
  const around = tilesAround([[z, 4, 4]], [1, 0], { grid, repeats: true });
  expect(around).toHaveLength(8);
  expect(
    around
      .slice(0, 3)
      .map(([, x]) => x)
      .join(),
  ).toBe('5,5,5');
  // No tile is above the world, and the one to the left of the first is the last.
  const corner = tilesAround([[z, 0, 0]], [0, 0], { grid, repeats: true }).map((tile) => tile.join(' '));
  expect(corner.toSorted()).toEqual(['5 0 1', '5 1 0', '5 1 1', '5 7 0', '5 7 1']);
});

it('waits with reading ahead for what is in view, and stops where the view moves on', async () => {
  const due: (() => void)[] = [];
  const read: string[] = [];
  const signals: AbortSignal[] = [];
  let isIdle = false;
  const ring = createTileRing({
    grid,
    repeats: true,
    isIdle: () => isIdle,
    async read(tile, signal) {
      read.push(tile.join(' '));
      signals.push(signal);
    },
    later: (work) => void due.push(work),
  });
  const runDue = () => {
    for (const work of due.splice(0)) work();
  };
  ring.noteFrame(frameOf(1, 2, 2, 3));
  // The same view again asks for nothing more.
  ring.noteFrame(frameOf(1, 2, 2, 3));
  expect(due).toHaveLength(1);
  runDue();
  expect([read.length, due.length]).toEqual([0, 1]);
  isIdle = true;
  runDue();
  ring.noteFrame(frameOf(2, 2, 3, 3));
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  const before = read.length;
  expect(before).toBeLessThan(8);
  runDue();
  await expect.poll(() => read.length).toBe(before + 8);
  // The view moved to the right.
  expect(read[before]?.split(' ')[1]).toBe('3');
  ring.stop();
});
