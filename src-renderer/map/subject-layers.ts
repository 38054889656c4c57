import type { MarkKey, SubjectMarks } from '../state/subject-marks.ts';
import type { MapSubject } from './map-subject.ts';
import { createOrderPlacer, type OrdersInPlace } from './order-placer.ts';
import { createOutlinesLayer } from './outlines-layer.ts';
import type { Palette } from './palette.ts';
import { createPointsLayer } from './points-layer.ts';

interface SubjectLayersOptions {
  palette: () => Palette;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
}

/** Draws the marks of one subject and finds the object at a place. Orders are projected in a worker. */
export function createSubjectLayers(
  { draws, isHitInside }: MapSubject,
  { palette, panIntoView }: SubjectLayersOptions,
) {
  const points = draws.includes('points') ? createPointsLayer<MarkKey>(palette) : null;
  const outlines = draws.includes('outlines') ? createOutlinesLayer<MarkKey>(palette) : null;
  /** The object to move into view as soon as the worker has placed it. */
  let toReveal: MarkKey | null = null;

  const placer = createOrderPlacer((orders: OrdersInPlace | null) => {
    const waiting = toReveal;
    toReveal = null;
    if (orders === null) {
      points?.setPoints(null);
      outlines?.setOutlines(null);
      return;
    }
    points?.setPlaced(orders.ids, orders.marks);
    outlines?.setPlaced(orders.areaIds, orders.areas);
    if (waiting !== null) panIntoView(points?.positionOf(waiting) ?? null);
  });

  return {
    /** The layers below and above; the outlines of all subjects are below all points. */
    outlines,
    points,
    set(marks: SubjectMarks | null) {
      placer.ask(marks?.shape === 'orders' ? marks.places : null);
      if (marks?.shape === 'points') points?.setPoints(marks);
      if (marks?.shape === 'outlines') outlines?.setOutlines(marks);
    },
    setEmphasis(hovered: MarkKey | null, selected: MarkKey | null) {
      points?.setEmphasis(hovered, selected);
      outlines?.setEmphasis(hovered, selected);
    },
    /** Moves an object into view, at once or as soon as its place is known. */
    reveal(key: MarkKey) {
      toReveal = placer.isBusy() ? key : null;
      panIntoView(points?.positionOf(key) ?? null);
    },
    /** Returns the object at a place in EPSG:3857; null for none. */
    hit: (x: number, y: number, resolution: number): MarkKey | null =>
      points?.hit(x, y, resolution) ?? (isHitInside ? (outlines?.hit(x, y, resolution) ?? null) : null),
    destroy: () => placer.destroy(),
  };
}
