import { createStore } from 'zustand/vanilla';
import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import type { Area } from '../../../src-shared/geometry/area.ts';
import { boxOfPairs, type DegreeBox, widened } from '../../../src-shared/geometry/box-of-places.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import { allSubjects, deselect, isOfOneContract, type Subject } from './selection.ts';
import type { MarkKey, PreviewPlaces, SubjectMarks } from './subject-marks.ts';
import { uiStore } from './ui-store.ts';

/** The raster on the map and the scene that it belongs to. */
export interface RasterOnMap {
  fileId: LibraryFileId;
  librarySceneId: LibrarySceneId;
  /** Its style; null for the default style of its product. */
  style: RasterStyle | null;
  /** True if the map must move to the raster's box as soon as the box is known. */
  goThere: boolean;
}

/** A requested view; `back` and `forward` are earlier views. */
type View =
  | { kind: 'reveal' | 'point'; at: LonLat }
  | { kind: 'box'; box: DegreeBox }
  | { kind: 'object'; subject: Subject; key: MarkKey }
  | { kind: 'all-marks' | 'back' | 'forward' };

/** A request of a form or a command to move the map. */
export type ViewRequest = View & { nonce: number };

/** An outline of the nominal size of a scene around a place, which the service does not promise. */
export interface NominalFootprint {
  at: LonLat;
  widthKm: number;
  heightKm: number;
  /** The label on the map. */
  label: string;
}

/** Why a nominal footprint is shown: for the place in the form, the selected task, or the task under the pointer. */
export type NominalReason = 'form' | 'selected' | 'hovered';

/** A place that the user asked about; it is marked on the map until its panel is closed. */
export interface PlaceHere {
  at: LonLat;
  /** The name that was searched for; null for a point of the map. */
  name: string | null;
}

/** How an area is drawn: vertex by vertex, or as a dragged box. */
export type AreaTool = 'polygon' | 'box';

/** A place for a new task. `kept` is the saved place; null for a place that was only clicked. */
export interface PlaceToPlan {
  at: LonLat;
  kept: { name: string; altitudeMetres: number | null } | null;
}

/** The state of the map besides its view. Lists and forms write it, and the map follows without a React render. */
export interface MapState {
  /** The marks of the open lists, by subject. */
  listedMarks: { readonly [S in Subject]?: SubjectMarks };
  shownRaster: RasterOnMap | null;
  /** How the raster of the next selected scene is drawn; null to draw none. */
  followed: Pick<RasterOnMap, 'style'> | null;
  /** A style that was copied from a raster, to be applied to others. */
  copiedStyle: RasterStyle | null;
  /** True if the next click on the map selects the point of interest. */
  picking: boolean;
  pickedPoint: LonLat | null;
  /** A place on the map for a new task, until the form has read it. */
  placeToPlan: PlaceToPlan | null;
  /** A place of the map to add to the lists of places, until it is being added. */
  placeToAdd: PlaceHere | null;
  /** The areas to be ordered; the form and the map both write them. */
  areas: readonly Area[] | null;
  areaTool: AreaTool | null;
  /** True if vertices can be dragged. */
  areasEditable: boolean;
  /** True if the next click on a footprint selects the scene of an archive order. */
  pickingScene: boolean;
  pickedSceneId: LibrarySceneId | null;
  /** The places of an import that is being prepared. */
  preview: readonly PreviewPlaces[] | null;
  /**
   * The visible box: west, south, east, north in degrees of the shown copy of the world; null before the first drawing.
   */
  viewBox: readonly [number, number, number, number] | null;
  /** The place under the pointer; the status bar reads it without a render. */
  cursor: LonLat | null;
  /** The place that the panel “What is here” describes; null while it is closed. */
  here: PlaceHere | null;
  /** The view after the last move; null before the first. */
  view: { centre: LonLat; zoom: number } | null;
  /** The last requested view; a new nonce repeats the request. */
  viewRequest: ViewRequest | null;
  /** The nonce of the request that the map has shown last; 0 for none. A map that takes the place of another one does not repeat it. */
  shownRequest: number;
  /** True if not all places in view are drawn, because they would hide the map. */
  arePlacesThinned: boolean;
  /** Whether there are earlier views to go back or forward to. */
  canGo: { back: boolean; forward: boolean };
  nominal: { readonly [R in NominalReason]?: NominalFootprint };
}

const initial: MapState = {
  listedMarks: {},
  shownRaster: null,
  followed: null,
  copiedStyle: null,
  picking: false,
  pickedPoint: null,
  placeToPlan: null,
  placeToAdd: null,
  areas: null,
  areaTool: null,
  areasEditable: false,
  pickingScene: false,
  pickedSceneId: null,
  preview: null,
  viewBox: null,
  cursor: null,
  here: null,
  view: null,
  viewRequest: null,
  shownRequest: 0,
  arePlacesThinned: false,
  canGo: { back: false, forward: false },
  nominal: {},
};

/** The state that lists and map share; both read and write it, and neither depends on the other. */
export const mapStore = createStore<MapState>(() => initial);

// The form that asked for a place goes with its workspace, or never came: then Escape would not end the picking, and a click set a mark.
uiStore.subscribe((state, before) => {
  if (state.workspace !== before.workspace) mapStore.setState({ picking: false, pickingScene: false });
});

/** Sets the marks of a list on the map; null removes them. */
export function listMarks(subject: Subject, marks: SubjectMarks | null) {
  const { [subject]: _, ...others } = mapStore.getState().listedMarks;
  mapStore.setState({ listedMarks: marks === null ? others : { ...others, [subject]: marks } });
}

/** A box of all land, without the poles, which the projection stretches. West, south, east, north in degrees. */
export const wholeWorld = [-180, -58, 180, 76] as const;

/** Returns the subjects whose open lists show marks on the map. */
export function listedSubjects(): Subject[] {
  const { listedMarks } = mapStore.getState();
  return allSubjects().filter((subject) => subject in listedMarks);
}

function show(view: View) {
  // The request before may come from the other window, so that no counter of this one would do.
  mapStore.setState(({ viewRequest }) => ({
    viewRequest: { ...view, nonce: (viewRequest?.nonce ?? 0) + 1 },
  }));
}
/** Moves the map to a point, near enough to see a scene. */
export function zoomToPoint(at: LonLat) {
  show({ kind: 'point', at });
}
/** Moves the map to a point only if it is out of view. */
export function revealPoint(at: LonLat) {
  show({ kind: 'reveal', at });
}
/** Passes a place on the map to the form of a new task; `kept` if it is a saved place. */
export function planTaskAt(at: LonLat, kept: PlaceToPlan['kept'] = null) {
  mapStore.setState({ placeToPlan: { at, kept }, picking: false });
}
/** Adds a place of the map to the lists of places; without a name (null), it gets a number. */
export function addPlaceAt(at: LonLat, name: string | null) {
  mapStore.setState({ placeToAdd: { at, name } });
}
/** Moves the map to a box: west, south, east, north in degrees. */
export function zoomToBox(box: DegreeBox) {
  show({ kind: 'box', box });
}
/** Moves the map so that it shows all these places, the short way around the globe; does nothing if there are none. */
export function fitTo(places: readonly LonLat[]) {
  const box = boxOfPairs(places);
  if (box !== null) zoomToBox(widened(box));
}
/** Moves the map to all marks of the open list, or to all marks if no list shows any. */
export function zoomToAllMarks() {
  show({ kind: 'all-marks' });
}
/** Moves the map to an object, if it has a mark there. */
export function zoomToObject(subject: Subject, key: MarkKey) {
  show({ kind: 'object', subject, key });
}
/** Moves the map to the view before or after the current one. */
export function goToView(direction: 'back' | 'forward') {
  show({ kind: direction });
}

/** Shows a nominal footprint for a reason; null removes it. */
export function showNominal(reason: NominalReason, footprint: NominalFootprint | null) {
  const { [reason]: before, ...others } = mapStore.getState().nominal;
  if (footprint === null && before === undefined) return;
  mapStore.setState({ nominal: footprint === null ? others : { ...others, [reason]: footprint } });
}

/** Marks a place and describes it in the panel “What is here”, or closes the panel with null. */
export function showHere(here: PlaceHere | null) {
  mapStore.setState({ here });
}

/** Shows a raster on the map until it is hidden; the next selected scene is drawn in the same style. */
export function putRaster(raster: RasterOnMap) {
  mapStore.setState({ shownRaster: raster, followed: { style: raster.style } });
}

/** Draws the raster on the map, and those after it, in another style; does nothing if there is none. */
export function restyleRaster(style: RasterStyle) {
  const { shownRaster } = mapStore.getState();
  if (shownRaster !== null) putRaster({ ...shownRaster, style });
}

/** Hides the raster; the next selected scene is drawn without a raster. */
export function hideShownRaster() {
  mapStore.setState({ shownRaster: null, followed: null });
}

/**
 * Clears the map and the selection for another connection or contract. Scenes stay selected, because they belong to all
 * contracts.
 */
export function clearMapSelection() {
  const subjects = allSubjects().filter(isOfOneContract);
  deselect(subjects);
  for (const subject of subjects) listMarks(subject, null);
  mapStore.setState({
    shownRaster: null,
    picking: false,
    areaTool: null,
    pickingScene: false,
    pickedSceneId: null,
    nominal: {},
  });
}
