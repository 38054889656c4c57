import type { EventsKey } from 'ol/events.js';
import { unByKey } from 'ol/Observable.js';
import type TileSource from 'ol/source/Tile.js';
import type { TileSourceEvent } from 'ol/source/Tile.js';

type Tile = TileSourceEvent['tile'];

/** How long is waited before each further attempt. */
const usualPausesMs = [1_500, 5_000, 15_000] as const;

interface TileRetryOptions {
  /** Receives the number of tiles that are given up. */
  onMissing: (count: number) => void;
  pausesMs?: readonly number[];
  /** Calls back after a time; returns the function that prevents it. */
  later?: (ms: number, run: () => void) => () => void;
}

function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Loads tiles again that could not be had: OpenLayers leaves a hole until the map is moved. After some attempts a tile is given up and
 * counted, so that the list of maps can say so.
 */
export function createTileRetry(
  source: Pick<TileSource, 'on'>,
  { onMissing, pausesMs = usualPausesMs, later = afterTime }: TileRetryOptions,
) {
  const attempts = new Map<Tile, number>();
  const stops = new Map<Tile, () => void>();
  const missing = new Set<Tile>();

  function tell(before: number) {
    if (missing.size !== before) onMissing(missing.size);
  }

  function forget(tile: Tile) {
    attempts.delete(tile);
    stops.get(tile)?.();
    stops.delete(tile);
    const before = missing.size;
    missing.delete(tile);
    tell(before);
  }

  const keys: EventsKey[] = [
    source.on('tileloaderror', ({ tile }) => {
      const done = attempts.get(tile) ?? 0;
      const pause = pausesMs[done];
      if (pause === undefined) {
        const before = missing.size;
        missing.add(tile);
        return tell(before);
      }
      attempts.set(tile, done + 1);
      stops.set(
        tile,
        later(pause, () => {
          stops.delete(tile);
          tile.load();
        }),
      );
    }),
    source.on('tileloadend', ({ tile }) => {
      if (attempts.has(tile)) forget(tile);
    }),
  ];

  return {
    /** Forgets all attempts: everything is asked for again. */
    reset() {
      for (const tile of [...attempts.keys()]) forget(tile);
    },
    destroy() {
      for (const stop of stops.values()) stop();
      for (const key of keys) unByKey(key);
    },
  };
}
