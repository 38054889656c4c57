import type OlMap from 'ol/Map.js';
import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { mercatorBox, mercatorX, mercatorY, worldMetres } from '../../src-shared/geometry/mercator.ts';
import type { LonLat } from '../kit/i18n/coordinates.ts';

/** How long the panes that open with a move may take to open. */
const panesOpenMs = 1_500;

/**
 * Creates the memory of where the view is moving. A move starts as soon as the map is visible. It starts again if the size of the
 * map changes soon after, because a pane that opens with the move makes the map smaller.
 */
function createMapDestination(map: OlMap) {
  let destination: { move: () => void; until: number } | null = null;

  /** Returns false while another screen covers the map. */
  function isShown(): boolean {
    const [width = 0, height = 0] = map.getSize() ?? [];
    return width > 0 && height > 0;
  }

  function headFor(move: () => void) {
    const shown = isShown();
    destination = { move, until: shown ? performance.now() + panesOpenMs : Number.POSITIVE_INFINITY };
    if (shown) move();
  }

  map.on('change:size', () => {
    if (destination === null || !isShown()) return;
    if (performance.now() > destination.until) destination = null;
    else headFor(destination.move);
  });

  return {
    headFor,
    /** Clears the destination. */
    clear() {
      destination = null;
    },
  };
}

/** The highest zoom of the view. */
export const closestZoom = 21;
/** The view at the first start, and for the whole world. */
export const worldView = { centre: [0, 20] as LonLat, zoom: 2.2 };

const pointZoom = 12;
const revealZoom = 8;
const moveMs = 350;
/** A mark closer to the edge than this is not considered in view. */
const edgePx = 24;
/** The room around a fitted box in pixels: at the top the search field lies over the map. */
const fitPadding = { top: 76, bottom: 40, side: 40 } as const;
/** The events by which the user moves the map; they end all moves of the program. */
const ownMoves = ['pointerdown', 'wheel', 'keydown'] as const;

const inMercator = ([longitude, latitude]: LonLat): readonly [number, number] => [
  mercatorX(longitude),
  mercatorY(latitude),
];

function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : moveMs;
}

/** Creates the functions that move the view of the map. A move by the user cancels an unfinished one. */
export function createMapAnimation(map: OlMap, container: HTMLElement) {
  const { headFor, clear } = createMapDestination(map);

  const onUserMove = ({ type }: Event) => {
    clear();
    // After a click or a drag, key presses go to the map and not to the field that had the focus before.
    if (type === 'pointerdown') container.focus({ preventScroll: true });
  };
  for (const type of ownMoves) container.addEventListener(type, onUserMove, { passive: true });

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

  function reachPlace(place: readonly [number, number]) {
    const view = map.getView();
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(map.getSize());
    const [x, y] = place;
    const edge = edgePx * (view.getResolution() ?? 1);
    const inView = [-worldMetres, 0, worldMetres].some(
      (world) => x + world > west + edge && x + world < east - edge,
    );
    // A close view might show nothing around the place by which the user could recognise it.
    if (!inView || y < south + edge || y > north - edge)
      goTo(place, Math.min(view.getZoom() ?? 2, revealZoom));
  }

  function reachBox(box: DegreeBox) {
    const view = map.getView();
    const extent = mercatorBox(box);
    const { top, bottom, side } = fitPadding;
    const [width = 1, height = 1] = map.getSize() ?? [];
    const resolution = view.getResolutionForExtent(extent, [
      Math.max(1, width - 2 * side),
      Math.max(1, height - top - bottom),
    ]);
    const zoom = Math.min(view.getZoomForResolution(resolution) ?? pointZoom, closestZoom - 3);
    const north = ((top - bottom) / 2) * view.getResolutionForZoom(zoom);
    goTo([(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2 + north], zoom);
  }

  return {
    /** Moves to a view, given by its middle in EPSG:3857 and its zoom. */
    goTo(centre: readonly [number, number], zoom: number) {
      headFor(() => goTo(centre, zoom));
    },
    /** Moves a place in EPSG:3857 into view without zooming in; does nothing if it is already in view. */
    panIntoView(place: readonly [number, number] | null) {
      if (place) headFor(() => reachPlace(place));
    },
    revealPoint(place: LonLat) {
      headFor(() => reachPlace(inMercator(place)));
    },
    /** Moves to a point, close enough to see a scene. */
    zoomToPoint(place: LonLat) {
      headFor(() => goTo(inMercator(place), Math.max(map.getView().getZoom() ?? 0, pointZoom)));
    },
    zoomToBox(box: DegreeBox) {
      headFor(() => reachBox(box));
    },
    /** Moves to a point and zooms in by two steps. */
    zoomInAt(place: LonLat) {
      const zoom = Math.min(closestZoom, Math.round(map.getView().getZoom() ?? worldView.zoom) + 2);
      headFor(() => goTo(inMercator(place), zoom));
    },
    /** Moves to a point at the current zoom. */
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
      for (const type of ownMoves) container.removeEventListener(type, onUserMove);
    },
  };
}
/** The functions that move the view of the map to places, boxes and marks. */
export type MapAnimation = ReturnType<typeof createMapAnimation>;
