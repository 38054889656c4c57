import { createStore } from 'zustand/vanilla';
import type { RasterPainter } from '../viewer/takeaway/draw-view.ts';
import type { DrawnMap } from './own-maps/own-maps-layers.ts';

/** What the map shows between its ground and its names. */
export interface MapContent {
  /** The visible maps of the user, the highest first. */
  maps: readonly DrawnMap[];
  /** The rasters, from the lowest. */
  rasters: readonly RasterPainter[];
}

/** Reads what the map shows now, for other pictures of it; null until the map is created. */
export const mapContentStore = createStore<{ read: (() => MapContent) | null }>(() => ({ read: null }));
