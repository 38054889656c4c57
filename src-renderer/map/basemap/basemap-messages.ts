import type { BasemapColours } from './basemap-colours.ts';
import type { LabelBox } from './place-labels.ts';

/** A part of the map in EPSG:3857: the coordinate of its upper left pixel, and metres per CSS pixel. */
export interface MapWindow {
  left: number;
  top: number;
  resolution: number;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** Requests the names of a window and of a margin around it. */
export interface LabelRequest {
  kind: 'labels';
  id: number;
  window: MapWindow;
  /** In CSS pixels on each side of the window. */
  marginPx: number;
  colours: BasemapColours;
  language: string;
  /** True while the view moves: names that are already shown keep their places if they still fit. */
  isMoving: boolean;
  /** The boxes of the names of the user's own places, in CSS pixels of the window. No other name covers them. */
  taken: readonly LabelBox[];
  /** True to leave out names that the edges of the window would cut, as for a printed picture. */
  isWhole: boolean;
}

/** Requests the ground of a window, without names. */
export interface GroundRequest {
  kind: 'ground';
  id: number;
  window: MapWindow;
  colours: BasemapColours;
}

/** A message to the worker of the embedded map. `open` is sent first; `cancel` drops a request that has not started. */
export type BasemapRequest =
  | { kind: 'open'; address: string }
  | GroundRequest
  | LabelRequest
  | { kind: 'cancel'; id: number };

/**
 * An answer of the worker. The bitmap is null if the request was cancelled or no tile could be read. `failed` is sent once, for
 * the first part of the map that cannot be read.
 */
export type BasemapReply =
  | { kind: 'ground'; id: number; bitmap: ImageBitmap | null }
  | { kind: 'labels'; id: number; bitmap: ImageBitmap | null; names: readonly string[] }
  | { kind: 'failed'; reason: string };
