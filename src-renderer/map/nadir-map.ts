import ScaleLine from 'ol/control/ScaleLine.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';
import {
  type LibrarySceneId,
  type OrderId,
  orderIdSchema,
  type SubmissionId,
  type TaskId,
} from '../../src-preload/contract/ids.ts';
import type { SceneFootprints } from '../../src-preload/contract/library.ts';
import type { OrderPlaces } from '../../src-preload/contract/orders.ts';
import type { CommandPlaces } from '../../src-preload/contract/outbox.ts';
import type { TaskTargets } from '../../src-preload/contract/tasking.ts';
import type { Area } from '../geometry/area.ts';
import {
  halfWorldMetres,
  latitudeOf,
  longitudeOf,
  mercatorBox,
  mercatorX,
  mercatorY,
  worldMetres,
  wrapLongitude,
} from '../geometry/mercator.ts';
import type { LonLat } from '../i18n/coordinates.ts';
import type { RasterLook } from '../raster/raster-messages.ts';
import type { AreaTool } from '../state/map-store.ts';
import type { AreaEditor, AreaEditorEvents } from './area-editor.ts';
import { type Basemap, createBasemap } from './basemap.ts';
import type { CanvasLayer } from './canvas-layer.ts';
import { commandMark } from './command-look.ts';
import { createFootprintsLayer, type FootprintsLayer } from './footprints-layer.ts';
import { createGraticule } from './graticule.ts';
import { createMomentsLayer, type MomentsLayer } from './moments-layer.ts';
import type { MomentsLook } from './moments-store.ts';
import { createOrderPlacer, type OrdersInPlace } from './order-placer.ts';
import { followPalette, type Palette } from './palette.ts';
import { createPickLayer } from './pick-layer.ts';
import { createRasterLayer, type RasterLayer, type RasterLayerEvents } from './raster-layer.ts';
import { createTargetsLayer, type TargetsLayer } from './targets-layer.ts';

export interface SavedView {
  centre: LonLat;
  zoom: number;
}

export interface MapHit {
  taskId: TaskId | null;
  sceneId: LibrarySceneId | null;
  orderId: OrderId | null;
  commandId: SubmissionId | null;
  /** Key of its entry on the timeline, and when it is. */
  moment: { key: string; minute: number } | null;
}

const noHit: MapHit = { taskId: null, sceneId: null, orderId: null, commandId: null, moment: null };

/** What can be set on the map of areas that are to be ordered. */
export interface AreaState {
  areas: readonly Area[] | null;
  tool: AreaTool | null;
  editable: boolean;
}

/** The user moves the map: it goes nowhere by itself any more. */
const ownMoves = ['pointerdown', 'wheel', 'keydown'] as const;

const noAreas: AreaState = { areas: null, tool: null, editable: false };

export interface NadirMapEvents extends RasterLayerEvents, AreaEditorEvents {
  onCursor(place: LonLat | null): void;
  onHover(hit: MapHit): void;
  /** `sceneBelow` is the footprint there, whatever lies over it. */
  onClick(hit: MapHit, place: LonLat, sceneBelow: LibrarySceneId | null): void;
  onMoved(view: SavedView): void;
  /** A menu is wanted there: `at` in pixels of the window. */
  onMenu(place: LonLat, at: { x: number; y: number }): void;
}

/** West, south, east, north in degrees. */
type Box = readonly [number, number, number, number];

const closestZoom = 21;
const pointZoom = 12;
const revealZoom = 8;
const moveMs = 350;
/** A mark nearer to the edge than this is not in view. */
const edgePx = 24;
/** Panes that open because of what the map was sent to are there by then. */
const settleMs = 1_500;

function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : moveMs;
}

/** The map outside of React: one view, own canvas layers, one raster. Says where it stands in the container's data attributes. */
export class NadirMap {
  readonly #map: OlMap;
  readonly #container: HTMLElement;
  readonly #events: NadirMapEvents;
  readonly #basemap: Basemap;
  readonly #targets: TargetsLayer<TaskId>;
  readonly #footprints: FootprintsLayer<LibrarySceneId>;
  readonly #orders: TargetsLayer<string>;
  readonly #commands: TargetsLayer<SubmissionId>;
  readonly #orderAreas: FootprintsLayer<string>;
  readonly #moments: MomentsLayer;
  readonly #pick: ReturnType<typeof createPickLayer>;
  readonly #stopPalette: () => void;
  readonly #palette: () => Palette;
  #areas: AreaState = noAreas;
  /** Fetched when something is drawn for the first time. */
  #editor: AreaEditor | null = null;
  #editorAsked = false;
  #destroyed = false;
  readonly #orderPlacer = createOrderPlacer((orders) => this.#showOrders(orders));
  #orderToReveal: OrderId | null = null;
  #raster: RasterLayer | null = null;
  readonly #selected: Record<string, string | number | null> = {};
  /** Where the map was sent last. A pane that opens with it takes room from the map, which then goes there again. */
  #goal: { reach: () => void; until: number } | null = null;

  constructor(
    container: HTMLElement,
    scaleBar: HTMLElement,
    start: SavedView | null,
    events: NadirMapEvents,
  ) {
    this.#container = container;
    this.#events = events;
    const own: CanvasLayer[] = [];
    const { palette, stop } = followPalette(container, () => {
      for (const layer of own) layer.redraw();
      this.#editor?.redraw();
    });
    this.#palette = palette;
    this.#stopPalette = stop;
    this.#basemap = createBasemap(palette);
    const graticule = createGraticule(palette);
    this.#footprints = createFootprintsLayer(palette);
    this.#targets = createTargetsLayer(palette);
    this.#orders = createTargetsLayer(palette);
    this.#orderAreas = createFootprintsLayer(palette);
    this.#commands = createTargetsLayer(palette);
    this.#moments = createMomentsLayer(palette);
    this.#pick = createPickLayer(palette);
    own.push(this.#basemap, graticule.lines, this.#footprints, this.#orderAreas, this.#targets, this.#orders);
    own.push(this.#commands, this.#moments, graticule.labels, this.#pick);
    const marked = [this.#footprints, this.#orderAreas, this.#targets, this.#orders, this.#commands];
    const over = [...marked.map((each) => each.over), this.#moments.over];
    this.#map = new OlMap({
      target: container,
      layers: [...own, ...over].map(({ layer }) => layer),
      controls: [new ScaleLine({ target: scaleBar, minWidth: 70 })],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      view: new View({
        center: start ? [mercatorX(start.centre[0]), mercatorY(start.centre[1])] : [0, mercatorY(20)],
        zoom: start?.zoom ?? 2.2,
        minZoom: 1,
        maxZoom: closestZoom,
        enableRotation: false,
        multiWorld: true,
        // The poles' edge stays within reach, not beyond; along the equator the world goes on.
        extent: [-4 * halfWorldMetres, -halfWorldMetres, 4 * halfWorldMetres, halfWorldMetres],
        constrainOnlyCenter: true,
      }),
    });
    this.#map.on('pointermove', (event) => this.#pointerMoved(event));
    this.#map.on('singleclick', (event) => this.#clicked(event));
    this.#map.on('moveend', () => this.#moved());
    this.#map.on('movestart', () => {
      container.dataset.rendered = 'false';
    });
    this.#map.on('rendercomplete', ({ frameState }) => {
      // It comes between the steps of a flight too.
      const view = this.#map.getView();
      if (view.getAnimating() || view.getInteracting()) return;
      // The coarse coasts come first; the sharp ones are drawn as soon as they are there.
      if (this.#basemap.isPending(view.getResolution() ?? 0)) return;
      // And a moment after its frame: what was asked for in between is not drawn yet.
      const raster = this.#raster?.layer;
      if (raster && !frameState?.layerStatesArray.some(({ layer }) => layer === raster)) return;
      container.dataset.rendered = 'true';
    });
    this.#map.on('change:size', () => this.#sizeChanged());
    container.addEventListener('pointerleave', this.#left);
    container.addEventListener('contextmenu', this.#menu);
    for (const type of ownMoves) container.addEventListener(type, this.#movedByHand, { passive: true });
  }

  #place(event: MapBrowserEvent): LonLat {
    const [x = 0, y = 0] = event.coordinate;
    return [wrapLongitude(longitudeOf(x)), latitudeOf(y)];
  }

  #hit(event: MapBrowserEvent): MapHit {
    const [x = 0, y = 0] = event.coordinate;
    const resolution = this.#map.getView().getResolution() ?? 1;
    const moment = this.#moments.hit(x, y, resolution);
    if (moment !== null) return { ...noHit, moment };
    const taskId = this.#targets.hit(x, y, resolution);
    if (taskId !== null) return { ...noHit, taskId };
    const commandId = this.#commands.hit(x, y, resolution);
    if (commandId !== null) return { ...noHit, commandId };
    // Areas, too, are hit by their mark: those of many orders lie over each other.
    const orderId = this.#orders.hit(x, y, resolution);
    return orderId === null
      ? { ...noHit, sceneId: this.#footprints.hit(x, y, resolution) }
      : { ...noHit, orderId: orderIdSchema.parse(orderId) };
  }

  #pointerMoved(event: MapBrowserEvent) {
    this.#events.onCursor(this.#place(event));
    if (event.dragging) return;
    const hit = this.#hit(event);
    this.#container.style.cursor = Object.values(hit).every((id) => id === null) ? '' : 'pointer';
    this.#events.onHover(hit);
  }

  #clicked(event: MapBrowserEvent) {
    const [x = 0, y = 0] = event.coordinate;
    const below = this.#footprints.hit(x, y, this.#map.getView().getResolution() ?? 1);
    this.#events.onClick(this.#hit(event), this.#place(event), below);
  }

  readonly #left = () => {
    this.#editor?.pointerLeft();
    this.#events.onCursor(null);
    this.#events.onHover(noHit);
  };

  /** What stands out for good; what is only pointed at does not count. */
  #tellSelected(kind: 'task' | 'scene' | 'order' | 'command', id: string | number | null) {
    this.#selected[kind] = id;
    this.#container.dataset.selected = Object.entries(this.#selected)
      .flatMap(([name, each]) => (each === null ? [] : [`${name} ${each}`]))
      .join(' ');
  }

  readonly #movedByHand = ({ type }: Event) => {
    this.#goal = null;
    // Keys after a click or a drag are for the map, not for the field that had them before.
    if (type === 'pointerdown') this.#container.focus({ preventScroll: true });
  };

  readonly #menu = (event: MouseEvent) => {
    event.preventDefault();
    // By the key for menus, the event tells of the element in focus: the middle of the map is meant.
    const byPointer = event.button === 2;
    const box = this.#container.getBoundingClientRect();
    const at = byPointer
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const [x = 0, y = 0] = this.#map.getCoordinateFromPixel([at.x - box.left, at.y - box.top]) ?? [];
    this.#events.onMenu([wrapLongitude(longitudeOf(x)), latitudeOf(y)], at);
  };

  /** False while another screen covers the map. */
  #isShown(): boolean {
    const [width = 0, height = 0] = this.#map.getSize() ?? [];
    return width > 0 && height > 0;
  }

  /** Goes somewhere as soon as the map is on screen, and again when it has got another size because of that. */
  #head(reach: () => void) {
    const isShown = this.#isShown();
    this.#goal = { reach, until: isShown ? performance.now() + settleMs : Number.POSITIVE_INFINITY };
    if (isShown) reach();
  }

  #sizeChanged() {
    const goal = this.#goal;
    if (goal === null || !this.#isShown()) return;
    if (performance.now() > goal.until) this.#goal = null;
    else this.#head(goal.reach);
  }

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

  centre(): LonLat {
    const [x = 0, y = 0] = this.#map.getView().getCenter() ?? [];
    return [wrapLongitude(longitudeOf(x)), latitudeOf(y)];
  }

  setTargets(targets: TaskTargets | null) {
    this.#targets.setTargets(
      targets && {
        ids: targets.taskIds,
        longitudes: targets.longitudes,
        latitudes: targets.latitudes,
        kinds: targets.statusKinds,
      },
    );
  }

  setOrders(places: OrderPlaces | null) {
    this.#orderPlacer.ask(places);
  }

  setOrderEmphasis(hovered: OrderId | null, selected: OrderId | null) {
    this.#orders.setEmphasis(hovered, selected);
    this.#orderAreas.setEmphasis(hovered, selected);
    this.#tellSelected('order', selected);
  }

  setCommands(places: CommandPlaces | null) {
    this.#commands.setTargets(
      places && {
        ids: places.ids,
        longitudes: places.longitudes,
        latitudes: places.latitudes,
        kinds: places.states.map((state) => commandMark[state]),
      },
    );
  }

  setCommandEmphasis(hovered: SubmissionId | null, selected: SubmissionId | null) {
    this.#commands.setEmphasis(hovered, selected);
    this.#tellSelected('command', selected);
  }

  revealCommand(id: SubmissionId) {
    this.#bringIntoView(this.#commands.positionOf(id));
  }

  /** At once, or when the orders have their places. */
  revealOrder(orderId: OrderId) {
    const position = this.#orders.positionOf(orderId);
    this.#orderToReveal = this.#orderPlacer.isBusy() ? orderId : null;
    this.#bringIntoView(position);
  }

  #showOrders(orders: OrdersInPlace | null) {
    if (orders === null) {
      this.#orders.setTargets(null);
      this.#orderAreas.setFootprints(null);
      this.#orderToReveal = null;
      return;
    }
    this.#orders.setPlaced(orders.ids, orders.marks);
    this.#orderAreas.setPlaced(orders.areaIds, orders.areas);
    const waiting = this.#orderToReveal;
    this.#orderToReveal = null;
    if (waiting !== null) this.#bringIntoView(this.#orders.positionOf(waiting));
  }

  setFootprints(footprints: SceneFootprints | null) {
    this.#footprints.setFootprints(
      footprints && {
        ids: footprints.librarySceneIds,
        rings: footprints.rings,
        solid: footprints.onDisk,
      },
    );
  }

  setTaskEmphasis(hovered: TaskId | null, selected: TaskId | null) {
    this.#targets.setEmphasis(hovered, selected);
    this.#tellSelected('task', selected);
  }

  /** Brings a target into view, never nearer than before; nothing moves when it is in view already. */
  reveal(taskId: TaskId) {
    this.#bringIntoView(this.#targets.positionOf(taskId));
  }

  revealPoint([longitude, latitude]: LonLat) {
    this.#bringIntoView([mercatorX(longitude), mercatorY(latitude)]);
  }

  #bringIntoView(place: readonly [number, number] | null) {
    if (place) this.#head(() => this.#reachPlace(place));
  }

  #reachPlace(place: readonly [number, number]) {
    const view = this.#map.getView();
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(this.#map.getSize());
    const [x, y] = place;
    const edge = edgePx * (view.getResolution() ?? 1);
    const inView = [-worldMetres, 0, worldMetres].some(
      (world) => x + world > west + edge && x + world < east - edge,
    );
    // From close by there would be nothing round it to know the place by.
    if (!inView || y < south + edge || y > north - edge)
      this.#goTo(place, Math.min(view.getZoom() ?? 2, revealZoom));
  }

  setSceneEmphasis(hovered: LibrarySceneId | null, selected: LibrarySceneId | null) {
    this.#footprints.setEmphasis(hovered, selected);
    this.#tellSelected('scene', selected);
  }

  /** The map by time; null where the map shows what there is at any time. */
  setMoments(look: MomentsLook | null) {
    this.#moments.setLook(look ?? { moments: null, range: null, colours: null });
    this.#container.dataset.moments = look === null ? '' : String(this.#moments.inRange());
  }

  setMomentEmphasis(hovered: string | null, selected: string | null) {
    this.#moments.setEmphasis(hovered, selected);
  }

  revealMoment(key: string) {
    this.#bringIntoView(this.#moments.positionOf(key));
  }

  setPickedPoint(point: LonLat | null) {
    this.#pick.setPoint(point);
  }

  setPicking(picking: boolean) {
    this.#pick.setCrosshair(picking);
  }

  setAreas(next: AreaState) {
    const before = this.#areas;
    if (before.areas === next.areas && before.tool === next.tool && before.editable === next.editable) return;
    this.#areas = next;
    this.#container.dataset.areaTool = next.tool ?? '';
    if (this.#editor) this.#showAreas(this.#editor);
    else if (!this.#editorAsked && (next.areas !== null || next.tool !== null)) {
      this.#editorAsked = true;
      void import('./area-editor.ts').then(({ AreaEditor }) => {
        if (this.#destroyed) return;
        this.#editor = new AreaEditor(this.#map, this.#palette, this.#events);
        this.#showAreas(this.#editor);
      });
    }
  }

  #showAreas(editor: AreaEditor) {
    const { areas, tool, editable } = this.#areas;
    editor.setAreas(areas);
    editor.setTool(tool);
    editor.setEditable(editable);
    this.#container.dataset.areaReady = tool ?? '';
  }

  /** A corner where the map's middle is, as the crosshair shows it. */
  addCorner() {
    this.#editor?.addCorner(this.centre());
  }

  takeLastCorner() {
    this.#editor?.takeLastCorner();
  }

  finishArea() {
    this.#editor?.finish();
  }

  /** Draws this raster instead of the last and returns its box in degrees; null when there is none or its projection is unknown. */
  setRaster(look: RasterLook | null): Box | null {
    if (this.#raster) {
      this.#map.removeLayer(this.#raster.layer);
      this.#raster.destroy();
      this.#raster = null;
    }
    this.#container.dataset.raster = '';
    this.#container.dataset.bands = '';
    if (!look) return null;
    this.#raster = createRasterLayer(look, this.#events);
    if (!this.#raster) return null;
    this.#container.dataset.rendered = 'false';
    this.#container.dataset.raster = String(look.info.fileId);
    this.#container.dataset.bands = look.bands.join(' ');
    this.#map.addLayer(this.#raster.layer);
    return this.#raster.box;
  }

  /** To a point, at least as near as a scene is wide. */
  zoomToPoint(place: LonLat) {
    this.#head(() => {
      const zoom = this.#map.getView().getZoom() ?? 0;
      this.#goTo([mercatorX(place[0]), mercatorY(place[1])], Math.max(zoom, pointZoom));
    });
  }

  /** To a box of `west, south, east, north` in degrees. */
  zoomToBox(box: Box) {
    this.#head(() => this.#reachBox(box));
  }

  #reachBox(box: Box) {
    const view = this.#map.getView();
    const extent = mercatorBox(box);
    const resolution = view.getResolutionForExtent(
      extent,
      (this.#map.getSize() ?? [1, 1]).map((pixels) => Math.max(1, pixels - 80)),
    );
    const zoom = Math.min(view.getZoomForResolution(resolution) ?? pointZoom, closestZoom - 3);
    this.#goTo([(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2], zoom);
  }

  /** To a point, as near as now. */
  centreOn([longitude, latitude]: LonLat) {
    this.#head(() =>
      this.#goTo([mercatorX(longitude), mercatorY(latitude)], this.#map.getView().getZoom() ?? 2),
    );
  }

  wholeWorld() {
    this.#goTo([0, mercatorY(20)], 2.2);
  }

  zoomBy(steps: number) {
    const view = this.#map.getView();
    this.#goTo(view.getCenter() ?? [0, 0], (view.getZoom() ?? 2) + steps);
  }

  #goTo(center: readonly number[], zoom: number) {
    const view = this.#map.getView();
    view.cancelAnimations();
    this.#container.dataset.rendered = 'false';
    const duration = moveDuration();
    if (duration === 0) {
      view.setCenter([...center]);
      view.setZoom(zoom);
    } else view.animate({ center: [...center], zoom, duration });
  }

  destroy() {
    this.#container.removeEventListener('pointerleave', this.#left);
    this.#container.removeEventListener('contextmenu', this.#menu);
    for (const type of ownMoves) this.#container.removeEventListener(type, this.#movedByHand);
    this.setRaster(null);
    this.#destroyed = true;
    this.#editor?.destroy();
    this.#stopPalette();
    this.#basemap.destroy();
    this.#orderPlacer.destroy();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
