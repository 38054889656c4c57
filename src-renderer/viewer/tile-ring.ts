import type { TileCoord } from 'ol/tilecoord.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';
import { tilesAcross } from './raster-grid.ts';
import { tilesInView } from './style-changer.ts';

/** How long the view must be at rest before further tiles are read. */
const idleMs = 150;

type Frame = Parameters<typeof tilesInView>[0];

/** Returns the tiles around those in view, first those in the direction of the last movement. */
export function tilesAround(
  inView: readonly TileCoord[],
  towards: readonly [x: number, y: number],
  { grid, repeats }: Pick<TileRingOptions, 'grid' | 'repeats'>,
): TileCoord[] {
  const [[z = 0] = []] = inView;
  const side = tilesAcross(grid, z);
  const keyOf = (x: number, y: number) => `${x} ${y}`;
  const shown = new Set(inView.map(([, x = 0, y = 0]) => keyOf(x, y)));
  const around = new Map<string, { tile: TileCoord; ahead: number }>();
  for (const [, x = 0, y = 0] of inView)
    for (const [right, down] of neighbours) {
      const column = repeats ? (x + right + side) % side : x + right;
      const row = y + down;
      const key = keyOf(column, row);
      const isOutside = repeats && (row < 0 || row >= side);
      if (isOutside || shown.has(key)) continue;
      const ahead = right * towards[0] + down * towards[1];
      const stored = around.get(key);
      if (stored === undefined || stored.ahead < ahead) around.set(key, { tile: [z, column, row], ahead });
    }
  return [...around.values()].sort((a, b) => b.ahead - a.ahead).map(({ tile }) => tile);
}

const neighbours = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));

interface TileRingOptions {
  grid: TileGrid;
  /** True if the tiles repeat along the equator. */
  repeats: boolean;
  /** True while nothing in view is loading. */
  isIdle: () => boolean;
  read(tile: TileCoord, signal: AbortSignal): Promise<void>;
  /** Calls a function after a time. */
  later?: (work: () => void, ms: number) => void;
}

/**
 * Creates what reads the values of the tiles around the view, so that panning shows them at once. It reads one tile after the
 * other, and only while no tile in view is loading. A change of the view cancels the rest.
 */
export function createTileRing({
  grid,
  repeats,
  isIdle,
  read,
  later = (work, ms) => void setTimeout(work, ms),
}: TileRingOptions) {
  let last: { key: string; at: readonly [number, number] } = { key: '', at: [0, 0] };
  let running = new AbortController();

  async function readAll(left: TileCoord[], signal: AbortSignal): Promise<void> {
    while (left.length > 0 && !signal.aborted) {
      if (!isIdle()) return later(() => void readAll(left, signal), idleMs);
      const tile = left.shift();
      // A tile that cannot be read fails again when it comes into view, and that error is shown.
      if (tile) await read(tile, signal).catch(() => undefined);
    }
  }

  return {
    noteFrame(frame: Frame | null) {
      if (frame === null) return;
      const inView = tilesInView(frame, grid, repeats);
      const key = `${inView[0]} ${inView.at(-1)}`;
      if (key === last.key || inView.length === 0) return;
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const [[, left = 0, top = 0] = [], [, right = 0, bottom = 0] = []] = [inView[0] ?? [], inView.at(-1)];
      const at = [left + right, top + bottom] as const;
      const towards = [Math.sign(at[0] - last.at[0]), Math.sign(at[1] - last.at[1])] as const;
      last = { key, at };
      later(() => void readAll(tilesAround(inView, towards, { grid, repeats }), signal), idleMs);
    },
    stop() {
      running.abort();
    },
  };
}
