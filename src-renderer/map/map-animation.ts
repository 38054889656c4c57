import type OlMap from 'ol/Map.js';
import { mercatorBox, mercatorX, mercatorY, worldMetres } from '../geometry/mercator.ts';
import type { LonLat } from '../i18n/coordinates.ts';

/** West, south, east, north in degrees. */
export type DegreeBox = readonly [number, number, number, number];

/** No view is nearer than this zoom. */
export const closestZoom = 21;
/** What the map shows at the first start, and as the whole world. */
export const worldView = { centre: [0, 20] as LonLat, zoom: 2.2 };

const pointZoom = 12;
const revealZoom = 8;
const moveMs = 350;
/** A mark nearer to the edge than this is not in view. */
const edgePx = 24;
/** Panes that open because of what the map was sent to are there by then. */
const panesOpenMs = 1_500;
/** The user moves the map: it goes nowhere automatically any more. */
const ownMoves = ['pointerdown', 'wheel', 'keydown'] as const;

const inMercator = ([longitude, latitude]: LonLat): readonly [number, number] => [
  mercatorX(longitude),
  mercatorY(latitude),
];

function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : moveMs;
}

/** Moves the view of the map. Whoever moves it by hand ends a move that is not there yet. */
export function createMapAnimation(map: OlMap, container: HTMLElement) {
  /** Where the map was sent last. A pane that opens with it takes room from the map, which then goes there again. */
  let goal: { reach: () => void; until: number } | null = null;

  const movedByHand = ({ type }: Event) => {
    goal = null;
    // Keys after a click or a drag are for the map, not for the field that had them before.
    if (type === 'pointerdown') container.focus({ preventScroll: true });
  };
  for (const type of ownMoves) container.addEventListener(type, movedByHand, { passive: true });

  /** False while another screen covers the map. */
  function isShown(): boolean {
    const [width = 0, height = 0] = map.getSize() ?? [];
    return width > 0 && height > 0;
  }

  function goTo(center: readonly number[], zoom: number) {
    const view = map.getView();
    view.cancelAnimations();
    container.dataset.rendered = 'false';
    const duration = moveDuration();
    if (duration === 0) {
      view.setCenter([...center]);
      view.setZoom(zoom);
    } else view.animate({ center: [...center], zoom, duration });
  }

  /** Goes somewhere as soon as the map is on screen, and again when it has got another size because of that. */
  function headFor(reach: () => void) {
    const shown = isShown();
    goal = { reach, until: shown ? performance.now() + panesOpenMs : Number.POSITIVE_INFINITY };
    if (shown) reach();
  }

  function reachPlace(place: readonly [number, number]) {
    const view = map.getView();
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(map.getSize());
    const [x, y] = place;
    const edge = edgePx * (view.getResolution() ?? 1);
    const inView = [-worldMetres, 0, worldMetres].some(
      (world) => x + world > west + edge && x + world < east - edge,
    );
    // From close by there would be nothing round it to know the place by.
    if (!inView || y < south + edge || y > north - edge)
      goTo(place, Math.min(view.getZoom() ?? 2, revealZoom));
  }

  function reachBox(box: DegreeBox) {
    const view = map.getView();
    const extent = mercatorBox(box);
    const resolution = view.getResolutionForExtent(
      extent,
      (map.getSize() ?? [1, 1]).map((pixels) => Math.max(1, pixels - 80)),
    );
    const zoom = Math.min(view.getZoomForResolution(resolution) ?? pointZoom, closestZoom - 3);
    goTo([(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2], zoom);
  }

  map.on('change:size', () => {
    if (goal === null || !isShown()) return;
    if (performance.now() > goal.until) goal = null;
    else headFor(goal.reach);
  });

  return {
    /** Brings a place in EPSG:3857 into view, never nearer than before; nothing moves when it is in view already. */
    panIntoView(place: readonly [number, number] | null) {
      if (place) headFor(() => reachPlace(place));
    },
    revealPoint(place: LonLat) {
      headFor(() => reachPlace(inMercator(place)));
    },
    /** To a point, at least as near as a scene is wide. */
    zoomToPoint(place: LonLat) {
      headFor(() => goTo(inMercator(place), Math.max(map.getView().getZoom() ?? 0, pointZoom)));
    },
    zoomToBox(box: DegreeBox) {
      headFor(() => reachBox(box));
    },
    /** To a point, as near as now. */
    centreOn(place: LonLat) {
      headFor(() => goTo(inMercator(place), map.getView().getZoom() ?? worldView.zoom));
    },
    wholeWorld() {
      goTo(inMercator(worldView.centre), worldView.zoom);
    },
    zoomBy(steps: number) {
      const view = map.getView();
      goTo(view.getCenter() ?? [0, 0], (view.getZoom() ?? 2) + steps);
    },
    destroy() {
      for (const type of ownMoves) container.removeEventListener(type, movedByHand);
    },
  };
}
/** Moves the view of the map to places, boxes and marks. */
export type MapAnimation = ReturnType<typeof createMapAnimation>;
