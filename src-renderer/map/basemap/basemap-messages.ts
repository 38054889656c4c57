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

/** The names of a window with some room around it. */
export interface LabelRequest {
  kind: 'labels';
  id: number;
  window: MapWindow;
  /** In CSS pixels on each side of the window. */
  marginPx: number;
  colours: BasemapColours;
  language: string;
  /** True while the view moves: names that are shown stay where they fit. */
  isMoving: boolean;
  /** Where names of the user's own places stand, in CSS pixels of the window: no other name covers them. */
  taken: readonly LabelBox[];
  /** True if names that the edges of the window would cut are left out, as on a picture that nobody can move. */
  isWhole: boolean;
}

/** The ground of a window, without names. */
export interface GroundRequest {
  kind: 'ground';
  id: number;
  window: MapWindow;
  colours: BasemapColours;
}

/** A message to the worker of the embedded map. `open` is sent first; `cancel` drops what has not begun. */
export type BasemapRequest =
  | { kind: 'open'; address: string }
  | GroundRequest
  | LabelRequest
  | { kind: 'cancel'; id: number };

/**
 * An answer of the worker. A bitmap is null where nothing could be drawn: cancelled, or not one tile could be read.
 * `failed` is sent once, with the first part of the map that could not be read.
 */
export type BasemapReply =
  | { kind: 'ground'; id: number; bitmap: ImageBitmap | null }
  | { kind: 'labels'; id: number; bitmap: ImageBitmap | null; names: readonly string[] }
  | { kind: 'failed'; reason: string };
