import { createStore } from 'zustand/vanilla';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapBox } from '../../../src-preload/contract/maps.ts';
import { zoomToBox } from './map-store.ts';

/** The state of the user's own maps: whether the list is open, and what is being added. */
interface OwnMapsState {
  isOpen: boolean;
  adding: 'file' | 'address' | null;
  /** Dropped files that are still to be added. */
  dropped: readonly File[];
  /** The number of tiles of each map that could not be loaded after all attempts. */
  missing: ReadonlyMap<MapSourceId, number>;
  /** Counts the changes of the maps' content, for the legends. */
  legendVersion: number;
  /** A GeoTIFF that the map must move to once it has been read, because its box is not known before. */
  zoomToRaster: MapSourceId | null;
}

/** The window's state of the user's own maps besides the list from main. */
export const ownMapsStore = createStore<OwnMapsState>(() => ({
  isOpen: false,
  adding: null,
  dropped: [],
  missing: new Map(),
  legendVersion: 0,
  zoomToRaster: null,
}));

/** Opens the list, and optionally the dialog that adds something to it. */
export function openOwnMaps(adding: OwnMapsState['adding'] = null) {
  ownMapsStore.setState({ isOpen: true, adding });
}

/** Adds dropped files one after the other. */
export function addDroppedMaps(files: readonly File[]) {
  ownMapsStore.setState(({ dropped }) => ({
    isOpen: true,
    adding: 'file',
    dropped: [...dropped, ...files],
  }));
}

/** Stores how many tiles of a map are missing. */
export function noteMissing(id: MapSourceId, count: number) {
  const { missing } = ownMapsStore.getState();
  if ((missing.get(id) ?? 0) === count) return;
  const next = new Map(missing);
  if (count === 0) next.delete(id);
  else next.set(id, count);
  ownMapsStore.setState({ missing: next });
}

/** Moves the map to the bounds of one of the user's own maps; a map without bounds covers the world. */
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
