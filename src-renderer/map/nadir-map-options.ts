import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import type { LonLat } from '../kit/i18n/coordinates.ts';
import type { RasterLayerEvents } from '../viewer/raster-tiles.ts';
import type { AreaEditorEvents } from './area-editor.ts';
import type { MapClick, MapHit } from './map-hit.ts';
import type { MapSubject } from './map-subject.ts';
import type { OwnMapsEvents } from './own-maps/own-maps-layers.ts';
import type { MapTipContent } from './tip-store.ts';

/** The saved view of the map. */
export interface SavedView {
  centre: LonLat;
  zoom: number;
}

/** The events of the map. */
export interface NadirMapEvents
  extends Omit<RasterLayerEvents, 'onDecoded'>,
    AreaEditorEvents,
    OwnMapsEvents {
  onCursor(place: LonLat | null): void;
  /** Receives what a click at the pointer would apply to, the topmost first. */
  onHover(hits: readonly MapHit[]): void;
  /** Receives the tip for the place where the pointer has paused; null when it moves on. */
  onTip(tip: MapTipContent | null): void;
  onClick(clicked: MapClick): void;
  /** Receives a vertex of the measurement at each click while vertices are added. */
  onVertex(place: LonLat): void;
  /** Called for a double click while vertices are added, after `onVertex` for its first click. */
  onLastVertex(): void;
  /** Called when the view has moved. `box` is the view in degrees of its copy of the world. */
  onMoved(view: SavedView, box: DegreeBox): void;
  /** Returns true while a form or a tool waits for a click, so that no mark can be dragged. */
  isBusy(): boolean;
  /** Called once, if a part of the embedded map cannot be read. */
  onBasemapFailed(): void;
  /** Receives true when not all places in view are drawn, because they would hide the map. */
  onThinned(isThinned: boolean): void;
  /** Receives whether there are views to go back or forward to. */
  onViews(canGo: { back: boolean; forward: boolean }): void;
  /** Called when the user opens a menu. */
  onMenu(clicked: MapClick): void;
}

/** The options of a map. */
export interface NadirMapOptions {
  start: SavedView | null;
  /** The drawn subjects, from the highest to the lowest. */
  subjects: readonly MapSubject[];
  events: NadirMapEvents;
}
