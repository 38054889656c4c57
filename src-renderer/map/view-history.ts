/** A view of the map: its middle in EPSG:3857, in whichever copy of the world, and its zoom. */
export interface MapView {
  centre: readonly [number, number];
  zoom: number;
}

interface ViewHistoryOptions {
  /** Moves the map to a view. */
  show: (view: MapView) => void;
  /** Receives whether there are views to go back or forward to, when that has changed. */
  onChange: (canGo: { back: boolean; forward: boolean }) => void;
  /** Returns the milliseconds of a monotonic clock. */
  now: () => number;
}

const maxViews = 60;
/** Moves that follow each other within this time, in milliseconds, are one: turns of the wheel, or repeated arrow keys. */
const oneMoveMs = 1_000;
/**
 * Views whose middles differ by less than this are the same, because of rounding and because opening a pane moves the middle
 * slightly.
 */
const samePx = 2;
const sameZoom = 0.01;

function isSame(one: MapView, other: MapView): boolean {
  const pixelMetres = 156_543 / 2 ** one.zoom;
  return (
    Math.abs(one.zoom - other.zoom) < sameZoom &&
    Math.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) < samePx * pixelMetres
  );
}

/** Creates the history of views at which the map stopped, so that the user can go back to them. */
export function createViewHistory({ show, onChange, now }: ViewHistoryOptions) {
  let views: MapView[] = [];
  let at = -1;
  let notedAt = Number.NEGATIVE_INFINITY;
  /** The view to which the user went back or forward, while the map moves there. */
  let restored: MapView | null = null;
  let reported = { back: false, forward: false };

  function tell() {
    const canGo = { back: at > 0, forward: at < views.length - 1 };
    if (canGo.back === reported.back && canGo.forward === reported.forward) return;
    reported = canGo;
    onChange(canGo);
  }

  function go(step: 1 | -1) {
    const view = views[at + step];
    if (view === undefined) return;
    at += step;
    restored = view;
    // The next move is a separate one.
    notedAt = Number.NEGATIVE_INFINITY;
    tell();
    show(view);
  }

  return {
    /** Adds the view at which the map stopped. A view to which the user went back or forward is not added again. */
    note(view: MapView) {
      const isRestored = restored !== null && isSame(restored, view);
      restored = null;
      const current = views[at];
      if (isRestored || (current !== undefined && isSame(current, view))) return;
      const time = now();
      // No move precedes the first view, so it is never replaced.
      const isSameMove = time - notedAt < oneMoveMs && at > 0;
      notedAt = time;
      if (isSameMove) views[at] = view;
      else views = [...views.slice(0, at + 1), view].slice(-maxViews);
      at = isSameMove ? at : views.length - 1;
      if (isSameMove) views = views.slice(0, at + 1);
      tell();
    },
    back: () => go(-1),
    forward: () => go(1),
  };
}
/** The history of views. */
export type ViewHistory = ReturnType<typeof createViewHistory>;
