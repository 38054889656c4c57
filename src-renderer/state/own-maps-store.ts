import { createStore } from 'zustand/vanilla';
import type { MapSourceId } from '../../src-preload/contract/ids.ts';
import type { MapBox } from '../../src-preload/contract/maps.ts';
import { zoomToBox } from './map-store.ts';

/** The list of the user's own maps: whether it is open, and what is being added. */
interface OwnMapsState {
  isOpen: boolean;
  adding: 'file' | 'address' | null;
  /** Files that were dropped on the window and are still to be added. */
  dropped: readonly File[];
  /** How many tiles of a map could not be had after all attempts. */
  missing: ReadonlyMap<MapSourceId, number>;
  /** Counts the changes of what the maps show, for the legends. */
  legendVersion: number;
  /** A GeoTIFF that the map has to move to: its box is known only when it has been read. */
  zoomToRaster: MapSourceId | null;
}

/** What the window knows of the user's own maps besides the list that main has. */
export const ownMapsStore = createStore<OwnMapsState>(() => ({
  isOpen: false,
  adding: null,
  dropped: [],
  missing: new Map(),
  legendVersion: 0,
  zoomToRaster: null,
}));

/** Opens the list, and the dialog that adds something to it. */
export function openOwnMaps(adding: OwnMapsState['adding'] = null) {
  ownMapsStore.setState({ isOpen: true, adding });
}

/** Adds files that were dropped on the window, one after the other. */
export function addDroppedMaps(files: readonly File[]) {
  ownMapsStore.setState(({ dropped }) => ({
    isOpen: true,
    adding: 'file',
    dropped: [...dropped, ...files],
  }));
}

/** Notes how many tiles of a map are missing. */
export function noteMissing(id: MapSourceId, count: number) {
  const { missing } = ownMapsStore.getState();
  if ((missing.get(id) ?? 0) === count) return;
  const next = new Map(missing);
  if (count === 0) next.delete(id);
  else next.set(id, count);
  ownMapsStore.setState({ missing: next });
}

/** Moves the map to what one of the user's own maps covers; a map without bounds covers the world. */
export function zoomToOwnMap(own: { id: MapSourceId; content: string; bounds: MapBox | null }) {
  if (own.content === 'raster') ownMapsStore.setState({ zoomToRaster: own.id });
  else if (own.bounds === null) zoomToBox([-180, -60, 180, 75]);
  else {
    const [west, south, east, north] = own.bounds;
    zoomToBox([west, south, west > east ? east + 360 : east, north]);
  }
}

/** Whether the dialog that adds reference layers is open. */
export const referenceStore = createStore<{ isOpen: boolean }>(() => ({ isOpen: false }));
