import type OlMap from 'ol/Map.js';

/** How long the panes that open with a move may take to open. */
const panesOpenMs = 1_500;

/**
 * Creates the memory of where the view is moving. A move starts as soon as the map is visible. It starts again if the size of the
 * map changes soon after, because a pane that opens with the move makes the map smaller.
 */
export function createMapDestination(map: OlMap) {
  let destination: { move: () => void; until: number } | null = null;

  /** Returns false while another screen covers the map. */
  function isShown(): boolean {
    const [width = 0, height = 0] = map.getSize() ?? [];
    return width > 0 && height > 0;
  }

  function headFor(move: () => void) {
    const shown = isShown();
    destination = { move, until: shown ? performance.now() + panesOpenMs : Number.POSITIVE_INFINITY };
    if (shown) move();
  }

  map.on('change:size', () => {
    if (destination === null || !isShown()) return;
    if (performance.now() > destination.until) destination = null;
    else headFor(destination.move);
  });

  return {
    headFor,
    /** Clears the destination. */
    clear() {
      destination = null;
    },
  };
}
