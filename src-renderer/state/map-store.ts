import { createStore } from 'zustand/vanilla';
import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { SceneFootprints } from '../../src-preload/contract/library.ts';
import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import type { CommandPlaces } from '../../src-preload/contract/outbox.ts';
import type { TaskTargets } from '../../src-preload/contract/tasking.ts';
import type { Area } from '../geometry/area.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import type { BandMode, BandTriple } from '../raster/bands.ts';
import { deselect } from './selection.ts';

/** The raster on the map, and whose pixels they are. */
export interface RasterOnMap {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  bandMode: BandMode;
  /** For red, green and blue, by hand: with the mode `chosen`. */
  chosenBands?: BandTriple | undefined;
  /** The map goes to the raster's own box as soon as that is known. */
  goThere: boolean;
}

type ViewRequest =
  | { kind: 'reveal'; at: LonLat; nonce: number }
  | { kind: 'point'; at: LonLat; nonce: number }
  | { kind: 'box'; box: readonly [number, number, number, number]; nonce: number };

/** By corners, or as a box that is dragged. */
export type AreaTool = 'polygon' | 'box';

/** What the map shows beside its view. Lists and forms write it, and the map follows without a React render. */
export interface MapState {
  targets: TaskTargets | null;
  footprints: SceneFootprints | null;
  /** While the orders are listed: these instead of the targets, since each task is an order too. */
  orderPlaces: OrderPlaces | null;
  /** While the outbox is listed: these instead of the targets. */
  commandPlaces: CommandPlaces | null;
  shownRaster: RasterOnMap | null;
  /** The bands in which the raster of whatever scene is selected next is drawn; null where none is to be drawn. */
  followedBands: BandMode | null;
  /** The next click on the map names the point of interest. */
  picking: boolean;
  pickedPoint: LonLat | null;
  /** A place of the map for a new task, until the form has taken it. */
  placeToPlan: LonLat | null;
  /** What is to be ordered; the form and the map both write it. */
  areas: readonly Area[] | null;
  areaTool: AreaTool | null;
  /** Corners can be dragged. */
  areasEditable: boolean;
  /** The next click on a footprint names the scene of an archive order. */
  pickingScene: boolean;
  pickedSceneId: LibrarySceneId | null;
  /** Under the pointer; read by the status bar without a render. */
  cursor: LonLat | null;
  /** The last asked-for view; a new nonce asks again. */
  viewRequest: ViewRequest | null;
}

const initial: MapState = {
  targets: null,
  footprints: null,
  orderPlaces: null,
  commandPlaces: null,
  shownRaster: null,
  followedBands: null,
  picking: false,
  pickedPoint: null,
  placeToPlan: null,
  areas: null,
  areaTool: null,
  areasEditable: false,
  pickingScene: false,
  pickedSceneId: null,
  cursor: null,
  viewRequest: null,
};

/** What lists and map share; both read and write it, neither knows the other. */
export const mapStore = createStore<MapState>(() => initial);

/** All land, without the poles that the projection stretches. */
export const wholeWorld = [-180, -58, 180, 76] as const;

let nonce = 0;
/** Asks the map to go to a point, near enough to see a scene. */
export function zoomToPoint(at: LonLat) {
  nonce += 1;
  mapStore.setState({ viewRequest: { kind: 'point', at, nonce } });
}
/** Goes there only when the place is out of view. */
export function revealPoint(at: LonLat) {
  nonce += 1;
  mapStore.setState({ viewRequest: { kind: 'reveal', at, nonce } });
}
/** Gives a place of the map to the form of a new task. */
export function planTaskAt(place: LonLat) {
  mapStore.setState({ placeToPlan: place, picking: false });
}
/** Asks the map to show a box: west, south, east, north in degrees. */
export function zoomToBox(box: readonly [number, number, number, number]) {
  nonce += 1;
  mapStore.setState({ viewRequest: { kind: 'box', box, nonce } });
}

/** Draws a raster on the map, until it is hidden; the next scene that is selected is drawn in the same bands. */
export function putRaster(raster: RasterOnMap) {
  mapStore.setState({ shownRaster: raster, followedBands: raster.bandMode });
}

/** Hides the raster; the next scene that is selected is drawn without pixels. */
export function takeRasterAway() {
  mapStore.setState({ shownRaster: null, followedBands: null });
}

/** Another connection or contract: nothing of the last one stays in view. Scenes are of all contracts. */
export function clearMapSelection() {
  deselect(['task', 'order', 'command']);
  mapStore.setState({
    targets: null,
    orderPlaces: null,
    commandPlaces: null,
    shownRaster: null,
    picking: false,
    areaTool: null,
    pickingScene: false,
    pickedSceneId: null,
  });
}
