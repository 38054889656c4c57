import type { EventsKey } from 'ol/events.js';
import { unByKey } from 'ol/Observable.js';
import type TileSource from 'ol/source/Tile.js';
import type { TileSourceEvent } from 'ol/source/Tile.js';

type Tile = TileSourceEvent['tile'];

/** The pauses before the further attempts. */
const defaultPausesMs = [1_500, 5_000, 15_000] as const;

interface TileRetryOptions {
  /** Receives the number of tiles that failed after all attempts. */
  onMissing: (count: number) => void;
  pausesMs?: readonly number[];
  /** Calls a function after a time; returns the function that cancels that. */
  later?: (ms: number, run: () => void) => () => void;
}

function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Creates what loads failed tiles again, because OpenLayers leaves a hole until the map is moved. After some attempts a tile is
 * counted as missing, and the list of maps shows that.
 */
export function createTileRetry(
  source: Pick<TileSource, 'on'>,
  { onMissing, pausesMs = defaultPausesMs, later = afterTime }: TileRetryOptions,
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
    /** Forgets all attempts, so that all tiles are tried again. */
    reset() {
      for (const tile of [...attempts.keys()]) forget(tile);
    },
    destroy() {
      for (const stop of stops.values()) stop();
      for (const key of keys) unByKey(key);
    },
  };
}
