/** The minimum time between two drawings of the map while tiles arrive. */
const stepMs = 80;

interface TileStepsOptions {
  now?: () => number;
  later?: (work: () => void, ms: number) => unknown;
}

/**
 * Creates what delivers tiles in batches, because each delivery makes OpenLayers draw the whole map, which takes longer than
 * reading a tile. The last pending tile is delivered at once with all waiting ones, so a single tile never waits.
 */
export function createTileSteps({
  now = () => performance.now(),
  later = (work, ms) => setTimeout(work, ms),
}: TileStepsOptions = {}) {
  let loading = 0;
  let last = Number.NEGATIVE_INFINITY;
  let arrived: (() => void)[] = [];

  function release() {
    last = now();
    const released = arrived;
    arrived = [];
    for (const go of released) go();
  }

  return {
    /** Resolves with a loaded tile when its batch is delivered; rejects at once if it cannot be loaded. */
    async pass<Tile>(load: () => Promise<Tile>): Promise<Tile> {
      loading += 1;
      let tile: Tile;
      try {
        tile = await load();
      } finally {
        loading -= 1;
        if (loading === 0) release();
      }
      const waitMs = last + stepMs - now();
      if (loading === 0 || waitMs <= 0) {
        release();
        return tile;
      }
      if (arrived.length === 0) later(release, waitMs);
      await new Promise<void>((resolve) => arrived.push(resolve));
      return tile;
    },
  };
}
