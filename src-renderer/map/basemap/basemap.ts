import type { CanvasLayer, Frame } from '../canvas-layer.ts';
import { takeBasemapClient } from './basemap-client.ts';
import type { BasemapColours } from './basemap-colours.ts';
import { createGroundLayer } from './ground-layer.ts';
import { createLabelsLayer } from './labels-layer.ts';
import type { LabelBox } from './place-labels.ts';

interface BasemapOptions {
  colours(): BasemapColours;
  /** The language of the names. */
  language(): string;
  /** Returns the boxes of the degrees of the graticule and of the names of the user's own places in a view. */
  taken(frame: Frame): readonly LabelBox[];
  /** Called when a part of the view is not drawn yet. */
  onPending(): void;
  /** Receives the names in the view, the most important first. */
  onNames(names: readonly string[]): void;
  /** Called once if a part of the map cannot be read. The rest is still shown. */
  onFailed(reason: string): void;
}

/** The embedded map: the ground as the lowest layer, and names above the pixels of scenes. */
export interface Basemap {
  ground: CanvasLayer;
  labels: CanvasLayer;
  /** Returns true while the ground or the names of the last view are not drawn completely. */
  isPending(): boolean;
  /** Must be called when the view has stopped moving. */
  rest(): void;
  setVisible(part: 'ground' | 'labels', isVisible: boolean): void;
  destroy(): void;
}

/**
 * Creates the layers of the embedded map. A worker draws them from one file, of which it reads only the ranges that the view
 * needs.
 */
export function createBasemap(options: BasemapOptions): Basemap {
  const { colours, language, taken, onPending, onNames, onFailed } = options;
  const visible = { ground: true, labels: true };
  const client = takeBasemapClient();
  client.onFailure(onFailed);
  const ground = createGroundLayer({ client, colours, isVisible: () => visible.ground, onPending });
  const labels = createLabelsLayer({
    client,
    colours,
    language,
    isVisible: () => visible.labels,
    taken,
    onPending,
    // An answer to an earlier view may come after the names were hidden.
    onShown: (names) => onNames(visible.labels ? names : []),
  });
  return {
    ground,
    labels,
    isPending: () => ground.isPending() || labels.isPending(),
    rest() {
      ground.retry();
      ground.redraw();
      labels.rest();
    },
    setVisible(part, isVisible) {
      if (visible[part] === isVisible) return;
      visible[part] = isVisible;
      if (part === 'labels' && !isVisible) onNames([]);
      (part === 'ground' ? ground : labels).redraw();
    },
    destroy() {
      ground.destroy();
      labels.destroy();
      client.destroy();
    },
  };
}
