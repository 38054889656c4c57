import ScaleLine from 'ol/control/ScaleLine.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';
import {
  halfWorldMetres,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  wrapLongitude,
} from '../geometry/mercator.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import type { RasterDisplay } from '../raster/raster-messages.ts';
import type { PlaceHere } from '../state/map-store.ts';
import type { MarkKey } from '../state/subject-marks.ts';
import type { AreaEditorEvents } from './area-editor.ts';
import { createAreasOnMap } from './areas-on-map.ts';
import { type Basemap, createBasemap } from './basemap/basemap.ts';
import type { CanvasLayer } from './canvas-layer.ts';
import { createGraticule } from './graticule.ts';
import { createHereLayer } from './here-layer.ts';
import {
  closestZoom,
  createMapAnimation,
  type DegreeBox,
  type MapAnimation,
  worldView,
} from './map-animation.ts';
import type { MapSubject } from './map-subject.ts';
import { createMarksOnMap, type MapHit, type MarksOnMap } from './marks-on-map.ts';
import { createOwnMapsLayers } from './own-maps/own-maps-layers.ts';
import { followPalette } from './palette.ts';
import { createPickLayer } from './pick-layer.ts';
import { createRasterLayer, type RasterLayer, type RasterLayerEvents } from './raster-layer.ts';

/** The saved view of the map. */
export interface SavedView {
  centre: LonLat;
  zoom: number;
}

/** The events of the map. */
export interface NadirMapEvents extends RasterLayerEvents, AreaEditorEvents {
  onCursor(place: LonLat | null): void;
  onHover(hit: MapHit): void;
  /** Called for a click; `sceneBelow` is the scene there, even if another mark covers it. */
  onClick(clicked: { hit: MapHit; place: LonLat; sceneBelow: MarkKey | null }): void;
  onMoved(view: SavedView): void;
  /** Called once, if a part of the embedded map cannot be read. */
  onBasemapFailed(): void;
  /** Called when the user opens a menu; `at` is in pixels of the window. */
  onMenu(place: LonLat, at: { x: number; y: number }): void;
}

interface NadirMapOptions {
  start: SavedView | null;
  /** What is drawn, from the highest to the lowest. */
  subjects: readonly MapSubject[];
  events: NadirMapEvents;
}

function createView(start: SavedView): View {
  return new View({
    center: [mercatorX(start.centre[0]), mercatorY(start.centre[1])],
    zoom: start.zoom,
    minZoom: 1,
    maxZoom: closestZoom,
    enableRotation: false,
    multiWorld: true,
    // The view can reach the edge at the poles but not go beyond it; along the equator the world repeats.
    extent: [-4 * halfWorldMetres, -halfWorldMetres, 4 * halfWorldMetres, halfWorldMetres],
    constrainOnlyCenter: true,
  });
}

const placeOf = ([x = 0, y = 0]: readonly number[]): LonLat => [wrapLongitude(longitudeOf(x)), latitudeOf(y)];

/**
 * The map outside of React: one view, our own canvas layers and one raster. It writes its state to the data
 * attributes of the container.
 */
export class NadirMap {
  /** Draws the marks of all subjects. */
  readonly marks: MarksOnMap;
  /** Moves the view. */
  readonly animation: MapAnimation;
  /** Shows and edits the areas of an order in the form. */
  readonly areas: ReturnType<typeof createAreasOnMap>;
  /** Draws the user's own maps. */
  readonly ownMaps: ReturnType<typeof createOwnMapsLayers>;
  readonly #map: OlMap;
  readonly #container: HTMLElement;
  readonly #events: NadirMapEvents;
  readonly #basemap: Basemap;
  readonly #pick: ReturnType<typeof createPickLayer>;
  readonly #here: ReturnType<typeof createHereLayer>;
  readonly #stopPalette: () => void;
  #raster: RasterLayer | null = null;

  constructor(container: HTMLElement, scaleBar: HTMLElement, { start, subjects, events }: NadirMapOptions) {
    this.#container = container;
    this.#events = events;
    const { palette, stop } = followPalette(container, () => {
      container.dataset.rendered = 'false';
      for (const layer of layers) layer.redraw();
      this.areas.redraw();
    });
    this.#stopPalette = stop;
    this.#basemap = createBasemap({
      colours: () => palette().basemap,
      language: () => document.documentElement.lang,
      onPending() {
        container.dataset.rendered = 'false';
      },
      onNames(names) {
        container.dataset.names = names.join(' · ');
      },
      onFailed: events.onBasemapFailed,
    });
    this.#pick = createPickLayer(palette);
    this.#here = createHereLayer(palette);
    const graticule = createGraticule(palette);
    this.marks = createMarksOnMap({
      subjects,
      palette,
      container,
      panIntoView: (place) => this.animation.panIntoView(place),
    });
    const layers: CanvasLayer[] = [
      ...[this.#basemap.ground, graticule.lines, this.#basemap.labels, ...this.marks.layers],
      ...[graticule.labels, this.#here, this.#pick],
    ];
    this.#map = new OlMap({
      target: container,
      layers: [...layers, ...this.marks.over].map(({ layer }) => layer),
      controls: [new ScaleLine({ target: scaleBar, minWidth: 70 })],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      view: createView(start ?? worldView),
    });
    this.ownMaps = createOwnMapsLayers(this.#map);
    this.animation = createMapAnimation(this.#map, container);
    this.areas = createAreasOnMap({ map: this.#map, palette, container, events });
    this.#listen();
  }

  #listen() {
    const container = this.#container;
    this.#map.on('pointermove', (event) => this.#pointerMoved(event));
    this.#map.on('singleclick', (event) => this.#clicked(event));
    this.#map.on('moveend', () => {
      this.#basemap.rest();
      this.#moved();
    });
    this.#map.on('movestart', () => {
      container.dataset.rendered = 'false';
    });
    this.#map.on('rendercomplete', ({ frameState }) => {
      // The event also occurs between the steps of an animation.
      const view = this.#map.getView();
      if (view.getAnimating() || view.getInteracting()) return;
      // Ground and names come from a worker, so the frames before show those of another view.
      if (this.#basemap.isPending()) return;
      // The raster was added after this frame began, so it is not drawn yet.
      const raster = this.#raster?.layer;
      if (raster && !frameState?.layerStatesArray.some(({ layer }) => layer === raster)) return;
      container.dataset.rendered = 'true';
    });
    container.addEventListener('pointerleave', this.#left);
    container.addEventListener('contextmenu', this.#menu);
  }

  #hit(event: MapBrowserEvent): MapHit {
    const [x = 0, y = 0] = event.coordinate;
    return this.marks.hit(x, y, this.#map.getView().getResolution() ?? 1);
  }

  #pointerMoved(event: MapBrowserEvent) {
    this.#events.onCursor(placeOf(event.coordinate));
    if (event.dragging) return;
    const hit = this.#hit(event);
    this.#container.style.cursor = hit === null ? '' : 'pointer';
    this.#events.onHover(hit);
  }

  #clicked(event: MapBrowserEvent) {
    const [x = 0, y = 0] = event.coordinate;
    const sceneBelow = this.marks.hitOf('scene', x, y, this.#map.getView().getResolution() ?? 1);
    this.#events.onClick({ hit: this.#hit(event), place: placeOf(event.coordinate), sceneBelow });
  }

  readonly #left = () => {
    this.areas.pointerLeft();
    this.#events.onCursor(null);
    this.#events.onHover(null);
  };

  readonly #menu = (event: MouseEvent) => {
    event.preventDefault();
    // For the menu key the event's position is that of the focused element, so the middle of the map is used.
    const byPointer = event.button === 2;
    const box = this.#container.getBoundingClientRect();
    const at = byPointer
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const coordinate = this.#map.getCoordinateFromPixel([at.x - box.left, at.y - box.top]);
    this.#events.onMenu(placeOf(coordinate ?? []), at);
  };

  #moved() {
    const view = this.#map.getView();
    const extent = view.calculateExtent(this.#map.getSize());
    const zoom = view.getZoom() ?? 0;
    const centre = this.centre();
    this.#container.dataset.extent = extent.join(' ');
    this.#container.dataset.centre = centre.join(' ');
    this.#container.dataset.zoom = String(zoom);
    this.#events.onMoved({ centre, zoom });
  }

  /** Returns the middle of the view. */
  centre(): LonLat {
    return placeOf(this.#map.getView().getCenter() ?? []);
  }

  /** Returns what is in view: west, south, east, north in degrees; west is greater if the antimeridian is in view. */
  viewBox(): [number, number, number, number] {
    const [west = 0, south = 0, east = 0, north = 0] = this.#map
      .getView()
      .calculateExtent(this.#map.getSize());
    const latitudes = [
      latitudeOf(Math.max(-halfWorldMetres, south)),
      latitudeOf(Math.min(halfWorldMetres, north)),
    ] as const;
    if (east - west >= 2 * halfWorldMetres) return [-180, latitudes[0], 180, latitudes[1]];
    return [wrapLongitude(longitudeOf(west)), latitudes[0], wrapLongitude(longitudeOf(east)), latitudes[1]];
  }

  setPickedPoint(point: LonLat | null) {
    this.#pick.setPoint(point);
  }

  /** Marks the place that the user asked about; null removes the mark. */
  setHere(here: PlaceHere | null) {
    this.#here.setPlace(here);
    this.#container.dataset.here = here?.at.join(' ') ?? '';
  }

  setPicking(picking: boolean) {
    this.#pick.setCrosshair(picking);
  }

  /**
   * Shows this raster instead of the last one and returns its box in degrees; null if there is none or its projection
   * is unknown.
   */
  setRaster(display: RasterDisplay | null): DegreeBox | null {
    if (this.#raster) {
      this.#map.removeLayer(this.#raster.layer);
      this.#raster.destroy();
      this.#raster = null;
    }
    this.#container.dataset.raster = '';
    this.#container.dataset.bands = '';
    if (!display) return null;
    this.#raster = createRasterLayer(display, this.#events);
    if (!this.#raster) return null;
    this.#container.dataset.rendered = 'false';
    this.#container.dataset.raster = String(display.info.fileId);
    this.#container.dataset.bands = display.bands.join(' ');
    this.#map.addLayer(this.#raster.layer);
    return this.#raster.box;
  }

  destroy() {
    this.#container.removeEventListener('pointerleave', this.#left);
    this.#container.removeEventListener('contextmenu', this.#menu);
    this.setRaster(null);
    this.areas.destroy();
    this.ownMaps.destroy();
    this.animation.destroy();
    this.#stopPalette();
    this.#basemap.destroy();
    this.marks.destroy();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
