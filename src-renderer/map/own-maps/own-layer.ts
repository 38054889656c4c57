import type Layer from 'ol/layer/Layer.js';
import type { FoundVectorFeature } from './vector/hit-vector.ts';
import type { LegendEntry } from './vector/paint-vector.ts';

/** The layers of one of the user's own maps. */
export interface OwnLayer {
  /** The layers of OpenLayers, from the lowest. */
  layers: readonly Layer[];
  /** Requests again what could not be loaded. */
  refresh(): void;
  setOpacity(opacity: number): void;
  /** Draws again in the colours and the language of the window. */
  restyle(): void;
  /** Returns the legend of what is drawn now; empty for maps made of pictures. */
  legend(): readonly LegendEntry[];
  /** Resolves with the features at a place of EPSG:3857; empty for maps made of pictures. */
  hits(at: { x: number; y: number; resolution: number }): Promise<readonly FoundVectorFeature[]>;
  destroy(): void;
}

/** The events of a layer. */
export interface OwnLayerEvents {
  /** Receives the number of tiles that could not be loaded after all attempts; 0 when they are loaded. */
  onMissing(count: number): void;
  /** Called when the legend may have changed. */
  onLegend(): void;
}

/** The functions of maps made of pictures, which have neither features nor a legend. */
export const asPicture = {
  restyle: () => undefined,
  legend: () => [],
  hits: async () => [],
} as const;
