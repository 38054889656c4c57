import ScaleLine from 'ol/control/ScaleLine.js';
import { shiftKeyOnly, targetNotEditable } from 'ol/events/condition.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
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
} from '../../src-shared/geometry/mercator.ts';
import type { LonLat } from '../kit/i18n/coordinates.ts';
import type { PlaceHere } from '../kit/state/map-store.ts';
import type { PreviewPlaces } from '../kit/state/subject-marks.ts';
import type { createRasterOnMap } from '../viewer/raster-on-map.ts';
import { maxTilesLoading } from '../viewer/tiles-loading.ts';
import { createAreasOnMap } from './areas-on-map.ts';
import { type Basemap, createBasemap } from './basemap/basemap.ts';
import type { CanvasLayer } from './canvas-layer.ts';
import { createMarkDrag } from './drag-mark.ts';
import { createGraticule, graticuleBoxes } from './graticule.ts';
import { createHereLayer } from './here-layer.ts';
import { closestZoom, createMapAnimation, type MapAnimation, worldView } from './map-animation.ts';
import type { MapContent } from './map-content-store.ts';
import { type MapHit, selectableHits } from './map-hit.ts';
import { createMarksOnMap, type MarksOnMap } from './marks-on-map.ts';
import { coveredBoxes } from './measure/label-place.ts';
import { createMeasureLayer } from './measure/measure-layer.ts';
import type { NadirMapEvents, NadirMapOptions, SavedView } from './nadir-map-options.ts';
import { createNominalLayer } from './nominal-layer.ts';
import { createOwnMapsLayers } from './own-maps/own-maps-layers.ts';
import { followPalette, type Palette } from './palette.ts';
import { createPickLayer } from './pick-layer.ts';
import { createPreviewLayer } from './preview-layer.ts';
import { createTipTimer } from './tip-timer.ts';
import { createViewHistory, type ViewHistory } from './view-history.ts';

function createView(start: SavedView): View {
  return new View({
    center: [mercatorX(start.centre[0]), mercatorY(start.centre[1])],
    zoom: start.zoom,
    minZoom: 1,
    maxZoom: closestZoom,
    enableRotation: false,
    multiWorld: true,
    // The middle of the view can reach the edge at the poles but not pass it. Along the equator the world repeats.
    extent: [-4 * halfWorldMetres, -halfWorldMetres, 4 * halfWorldMetres, halfWorldMetres],
    constrainOnlyCenter: true,
  });
}

/** Two clicks within this time are a double click, as in OpenLayers. */
const doubleClickMs = 250;
/** The step of Shift with an arrow key in pixels, small enough to set a point as exactly as with the pointer. */
const smallStepPx = 8;

function createInteractions() {
  const interactions = defaultInteractions({ altShiftDragRotate: false, pinchRotate: false });
  const isSmall = (event: MapBrowserEvent) => shiftKeyOnly(event) && targetNotEditable(event);
  interactions.push(new KeyboardPan({ condition: isSmall, pixelDelta: smallStepPx }));
  return interactions;
}

const placeOf = ([x = 0, y = 0]: readonly number[]): LonLat => [wrapLongitude(longitudeOf(x)), latitudeOf(y)];

/**
 * The map outside of React: one view, Nadir's canvas layers, and rasters. It writes its state to the data attributes of the
 * container.
 */
export class NadirMap {
  /** Draws the marks of all subjects. */
  readonly marks: MarksOnMap;
  /** Moves the view. */
  readonly animation: MapAnimation;
  /** Shows and edits the areas of an order in the form. */
  readonly areas: ReturnType<typeof createAreasOnMap>;
  /** Draws the measurement. */
  readonly measure: ReturnType<typeof createMeasureLayer>;
  /** Draws the nominal footprints. */
  readonly nominal: ReturnType<typeof createNominalLayer>;
  /** Moves back and forward between views. */
  readonly views: Pick<ViewHistory, 'back' | 'forward'>;
  /** Draws the user's own maps. */
  readonly ownMaps: ReturnType<typeof createOwnMapsLayers>;
  readonly #map: OlMap;
  readonly #container: HTMLElement;
  readonly #events: NadirMapEvents;
  readonly #basemap: Basemap;
  readonly #pick: ReturnType<typeof createPickLayer>;
  readonly #preview: ReturnType<typeof createPreviewLayer>;
  readonly #drag: ReturnType<typeof createMarkDrag>;
  readonly #here: ReturnType<typeof createHereLayer>;
  readonly #tip: ReturnType<typeof createTipTimer>;
  readonly #noteView: ViewHistory['note'];
  readonly #stopPalette: () => void;
  readonly #palette: () => Palette;
  readonly #overlays = new Set<CanvasLayer>();
  #raster: ReturnType<typeof createRasterOnMap> | null = null;
  #isMeasuring = false;
  #isPointerOver = false;
  /** True if the last click set a vertex. Its `singleclick` follows a quarter of a second later. */
  #isVertexClick = false;
  #lastClick = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY, isSecond: false };

  constructor(container: HTMLElement, scaleBar: HTMLElement, { start, subjects, events }: NadirMapOptions) {
    this.#container = container;
    this.#events = events;
    // The code that shows rasters is loaded with the first one and writes these attributes from then on.
    container.dataset.raster = '';
    container.dataset.bands = '';
    const { palette, stop } = followPalette(container, () => {
      container.dataset.rendered = 'false';
      for (const layer of [...layers, ...this.#overlays]) layer.redraw();
      this.areas.redraw();
      this.#drag.redraw();
      this.ownMaps.restyle();
    });
    this.#stopPalette = stop;
    this.#palette = palette;
    this.#basemap = createBasemap({
      colours: () => palette().basemap,
      language: () => document.documentElement.lang,
      taken: (frame) => [
        ...graticuleBoxes(frame),
        ...this.marks.nameBoxes(frame),
        ...this.#here.nameBoxes(frame),
      ],
      onPending() {
        container.dataset.rendered = 'false';
      },
      onNames(names) {
        container.dataset.names = names.join(' · ');
      },
      onFailed: events.onBasemapFailed,
    });
    this.#pick = createPickLayer(palette);
    this.#preview = createPreviewLayer(palette);
    this.#here = createHereLayer(palette);
    this.#tip = createTipTimer((tip) => events.onTip(tip));
    this.measure = createMeasureLayer(palette, () => coveredBoxes(container));
    this.nominal = createNominalLayer(palette);
    const graticule = createGraticule(palette);
    this.marks = createMarksOnMap({
      subjects,
      palette,
      container,
      panIntoView: (place) => this.animation.panIntoView(place),
      onNames: () => this.#basemap.labels.redraw(),
      onThinned: (isThinned) => events.onThinned(isThinned),
    });
    const layers: CanvasLayer[] = [
      this.#basemap.ground,
      graticule.lines,
      this.#basemap.labels,
      this.nominal,
      ...this.marks.layers,
      graticule.labels,
      this.#preview,
      this.#here,
      this.#pick,
      this.measure,
    ];
    this.#map = new OlMap({
      target: container,
      layers: [...layers, ...this.marks.over].map(({ layer }) => layer),
      controls: [new ScaleLine({ target: scaleBar, minWidth: 50 })],
      interactions: createInteractions(),
      maxTilesLoading,
      view: createView(start ?? worldView),
    });
    this.ownMaps = createOwnMapsLayers(this.#map, palette, events);
    this.animation = createMapAnimation(this.#map, container);
    this.areas = createAreasOnMap({ map: this.#map, palette, container, events });
    this.#drag = createMarkDrag({
      map: this.#map,
      subjects,
      palette,
      hits: (event) => (events.isBusy() || this.#isMeasuring ? [] : this.#hitsAt(event.coordinate)),
      positionOf: this.marks.positionOf,
      onDrop: (subject, key, to) =>
        subjects.find((declared) => declared.subject === subject)?.drag?.onDrop(key, placeOf(to)),
    });
    this.#map.addLayer(this.#drag.layer);
    const history = createViewHistory({
      show: ({ centre, zoom }) => this.animation.goTo(centre, zoom),
      onChange: (canGo) => events.onViews(canGo),
      now: () => performance.now(),
    });
    this.views = history;
    this.#noteView = history.note;
    this.#listen();
  }

  #listen() {
    const container = this.#container;
    this.#map.on('pointermove', (event) => this.#pointerMoved(event));
    this.#map.on('singleclick', (event) => this.#clicked(event));
    this.#map.on('click', (event) => this.#vertexClicked(event));
    this.#map.on('dblclick', () => {
      if (!this.#isMeasuring) return true;
      // Two quick clicks at different places set two vertices, although OpenLayers reports a double click.
      if (this.#lastClick.isSecond) this.#events.onLastVertex();
      // The map must not zoom, even if the measurement has just been completed.
      return false;
    });
    this.#map.on('moveend', () => {
      this.#basemap.rest();
      this.#moved();
    });
    this.#map.on('movestart', () => {
      this.#tip.hide();
      container.dataset.rendered = 'false';
    });
    this.#map.on('rendercomplete', ({ frameState }) => {
      // The event is also fired between the steps of an animation.
      const view = this.#map.getView();
      if (view.getAnimating() || view.getInteracting()) return;
      // A worker draws ground and names, so earlier frames show those of another view.
      if (this.#basemap.isPending() || this.marks.isPending()) return;
      if (!frameState || this.#raster?.isIn(frameState) === false) return;
      container.dataset.rendered = 'true';
    });
    container.addEventListener('pointerleave', this.#left);
    container.addEventListener('pointerdown', this.#tip.hide);
    container.addEventListener('contextmenu', this.#menu);
  }

  #hitsAt([x = 0, y = 0]: readonly number[]): MapHit[] {
    return this.marks.hits(x, y, this.#map.getView().getResolution() ?? 1);
  }

  #pointerMoved({ coordinate, pixel, dragging }: MapBrowserEvent) {
    const place = placeOf(coordinate);
    this.#events.onCursor(place);
    this.#isPointerOver = true;
    if (dragging) return;
    this.measure.setPointer(place);
    const hits = this.#isMeasuring ? [] : this.#hitsAt(coordinate);
    const selectable = selectableHits(hits);
    this.#container.style.cursor = selectable.length === 0 ? '' : 'pointer';
    this.#events.onHover(selectable);
    const [[x = 0, y = 0], [width = 0, height = 0]] = [pixel, this.#map.getSize() ?? []];
    this.#tip.over({ hits: selectable, at: { x, y }, size: { width, height } });
  }

  #clicked({ coordinate, pixel: [x = 0, y = 0], originalEvent }: MapBrowserEvent) {
    // The click set a vertex, although it may have completed what was drawn and nothing is measured any more.
    if (this.#isVertexClick) return;
    const { left, top } = this.#container.getBoundingClientRect();
    const at = { x: left + x, y: top + y };
    const isExtending = 'shiftKey' in originalEvent && originalEvent.shiftKey === true;
    this.#events.onClick({ hits: this.#hitsAt(coordinate), place: placeOf(coordinate), at, isExtending });
  }

  /** Sets a vertex while something is measured, but not for the second click of a double click. */
  #vertexClicked({ coordinate, pixel: [x = 0, y = 0] }: MapBrowserEvent) {
    const [before, now] = [this.#lastClick, performance.now()];
    const isSecond = now - before.at < doubleClickMs && Math.hypot(x - before.x, y - before.y) < 4;
    this.#lastClick = { x, y, at: now, isSecond };
    this.#isVertexClick = this.#isMeasuring;
    if (!this.#isMeasuring) return;
    if (!isSecond) this.#events.onVertex(placeOf(coordinate));
  }

  readonly #left = () => {
    this.areas.pointerLeft();
    this.#isPointerOver = false;
    this.measure.setPointer(null);
    this.#tip.hide();
    this.#events.onCursor(null);
    this.#events.onHover([]);
  };

  readonly #menu = (event: MouseEvent) => {
    event.preventDefault();
    // For the menu key the position of the event is that of the focused element, so the middle of the map is used instead.
    const byPointer = event.button === 2;
    const box = this.#container.getBoundingClientRect();
    const at = byPointer
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const coordinate = this.#map.getCoordinateFromPixel([at.x - box.left, at.y - box.top]) ?? [];
    this.#tip.hide();
    this.#events.onMenu({ hits: this.#hitsAt(coordinate), place: placeOf(coordinate), at });
  };

  #moved() {
    const view = this.#map.getView();
    const extent = view.calculateExtent(this.#map.getSize());
    const zoom = view.getZoom() ?? 0;
    const centre = this.centre();
    this.#container.dataset.extent = extent.join(' ');
    this.#container.dataset.centre = centre.join(' ');
    this.#container.dataset.zoom = String(zoom);
    const [west = 0, south = 0, east = 0, north = 0] = extent;
    const box = [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)] as const;
    this.#events.onMoved({ centre, zoom }, box);
    // With the keyboard the next vertex is set at the middle of the map.
    if (this.#isMeasuring && !this.#isPointerOver) this.measure.setPointer(centre);
    const [x = 0, y = 0] = view.getCenter() ?? [];
    this.#noteView({ centre: [x, y], zoom });
  }

  /** Returns the middle of the view. */
  centre(): LonLat {
    return placeOf(this.#map.getView().getCenter() ?? []);
  }

  /**
   * Returns the box of the view: west, south, east, north in degrees. West is greater than east if the antimeridian is in view.
   */
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

  /** Shows the places of an import before it is stored; null for none. */
  setPreview(places: readonly PreviewPlaces[] | null) {
    this.#preview.setPlaces(places);
    this.#container.dataset.preview = String(
      (places ?? []).reduce((sum, { x, starts }) => sum + x.length + starts.length - 1, 0),
    );
  }

  /** Draws the names of the basemap, or none. */
  setNamesVisible(areVisible: boolean) {
    this.#basemap.setVisible('labels', areVisible);
  }

  /** Marks the described place; null removes the mark. */
  setHere(here: PlaceHere | null) {
    // The names of the basemap avoid the name of the place.
    if (this.#here.setPlace(here)) this.#basemap.labels.redraw();
    this.#container.dataset.here = here?.at.join(' ') ?? '';
  }

  setPicking(picking: boolean) {
    this.#pick.setCrosshair(picking);
  }

  /** Switches the mode in which each click sets a vertex of the measurement and a double click does not zoom. */
  setMeasuring(isMeasuring: boolean) {
    if (this.#isMeasuring === isMeasuring) return;
    this.#isMeasuring = isMeasuring;
    for (const interaction of this.#map.getInteractions().getArray())
      if (interaction instanceof DoubleClickZoom) interaction.setActive(!isMeasuring);
  }

  /** Adds a layer whose code is loaded later. Returns the layer, and the function that removes it. */
  overlay<T extends CanvasLayer>(create: (palette: () => Palette) => T): { overlay: T; remove: () => void } {
    const overlay = create(this.#palette);
    this.#overlays.add(overlay);
    this.#map.addLayer(overlay.layer);
    const remove = () => {
      this.#overlays.delete(overlay);
      this.#map.removeLayer(overlay.layer);
    };
    return { overlay, remove };
  }

  /** Returns the rasters of the map. `create` is called once; its code is loaded with the first raster. */
  rasterBy(create: typeof createRasterOnMap): ReturnType<typeof createRasterOnMap> {
    this.#raster ??= create({ map: this.#map, container: this.#container, events: this.#events });
    return this.#raster;
  }

  /** Returns what the map shows between its ground and its names. */
  content(): MapContent {
    return { maps: this.ownMaps.visible(), rasters: this.#raster?.painters() ?? [] };
  }

  destroy() {
    this.#tip.hide();
    this.#container.removeEventListener('pointerleave', this.#left);
    this.#container.removeEventListener('pointerdown', this.#tip.hide);
    this.#container.removeEventListener('contextmenu', this.#menu);
    this.#raster?.set(null);
    this.areas.destroy();
    this.#drag.destroy();
    this.ownMaps.destroy();
    this.animation.destroy();
    this.#stopPalette();
    this.#basemap.destroy();
    this.marks.destroy();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
