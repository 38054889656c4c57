import type { FoundVectorFeature } from './hit-vector.ts';
import type { LegendEntry, TileWindow } from './paint-vector.ts';
import type { VectorLabel } from './vector-labels.ts';
import type { VectorTheme } from './vector-style.ts';

/** A tile of a map: its address on this host, and a key that identifies it. */
export interface VectorTileAddress {
  key: string;
  address: string;
}

/** A message to the worker that draws vector tiles. */
export type VectorRequest =
  | {
      kind: 'tile';
      id: number;
      tile: VectorTileAddress;
      window: TileWindow;
      theme: VectorTheme;
      language: string;
      colourName: string | null;
    }
  | {
      kind: 'hit';
      id: number;
      tile: VectorTileAddress;
      x: number;
      y: number;
      /** In units of the tile. */
      reach: number;
      language: string;
    }
  | { kind: 'cancel'; id: number };

/** A painted tile. It has no picture if the map has none there, or after a cancellation. */
export interface PaintedTile {
  bitmap: ImageBitmap | null;
  labels: readonly VectorLabel[];
  legend: readonly LegendEntry[];
}

/** The answer to the request with this `id`. */
export type VectorReply =
  | { id: number; painted: PaintedTile }
  | { id: number; found: readonly FoundVectorFeature[] }
  | { id: number; failed: true };
