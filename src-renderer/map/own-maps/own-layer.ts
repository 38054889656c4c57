import type Layer from 'ol/layer/Layer.js';
import type { FoundVectorFeature } from './vector/hit-vector.ts';
import type { LegendEntry } from './vector/paint-vector.ts';

/** What one of the user's own maps is on the map. */
export interface OwnLayer {
  /** What OpenLayers draws, from below. */
  layers: readonly Layer[];
  /** Asks again for what could not be had. */
  refresh(): void;
  setOpacity(opacity: number): void;
  /** Draws again with the colours and the language of the window. */
  restyle(): void;
  /** Returns what is drawn now; empty for pictures. */
  legend(): readonly LegendEntry[];
  /** Returns the features at a place of EPSG:3857; empty for pictures. */
  hits(at: { x: number; y: number; resolution: number }): Promise<readonly FoundVectorFeature[]>;
  destroy(): void;
}

/** What a layer tells while it is drawn. */
export interface OwnLayerEvents {
  /** Receives the number of tiles that could not be had after all attempts; 0 when they are there. */
  onMissing(count: number): void;
  /** Called when its legend may have changed. */
  onLegend(): void;
}

/** What pictures have: neither features nor colours that are known. */
export const asPicture = {
  restyle: () => undefined,
  legend: () => [],
  hits: async () => [],
} as const;
