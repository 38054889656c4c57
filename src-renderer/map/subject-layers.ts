import type { MarkKey, SubjectMarks } from '../state/subject-marks.ts';
import type { MapHit } from './map-hit.ts';
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
  { subject, draws, isHitInside }: MapSubject,
  { palette, panIntoView }: SubjectLayersOptions,
) {
  const points = draws.includes('points') ? createPointsLayer<MarkKey>(palette) : null;
  const outlines = draws.includes('outlines')
    ? createOutlinesLayer<MarkKey>(palette, { dots: points === null, isHitInside })
    : null;
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
      // Marks that replace others are set at once, so that nothing is blank in between.
      if (marks === null || marks.shape === 'orders') placer.ask(marks?.places ?? null);
      else if (marks.shape === 'points') points?.setPoints(marks);
      else outlines?.setOutlines(marks);
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
    /** Returns the objects and clusters at a place in EPSG:3857, marks before outlines and the nearest first. */
    hits(x: number, y: number, resolution: number): MapHit[] {
      const marks = points?.hits(x, y, resolution) ?? [];
      const keys = new Set(marks.flatMap((hit) => ('key' in hit ? [hit.key] : [])));
      const areas = (outlines?.hits(x, y, resolution) ?? []).filter(
        ({ key, isArea }) => !keys.has(key) && (isArea || points === null),
      );
      return [
        ...marks.map((hit): MapHit => ({ subject, isArea: false, ...hit })),
        ...areas.map((hit): MapHit => ({ subject, ...hit })),
      ];
    },
    /** Returns the box of an object (west, south, east, north in EPSG:3857); null if it is not drawn. */
    boxOf(key: MarkKey): readonly [number, number, number, number] | null {
      const [x, y] = points?.positionOf(key) ?? [];
      const own = x === undefined || y === undefined ? null : ([x, y, x, y] as const);
      return outlines?.boxOf(key) ?? own;
    },
    /** Returns places in EPSG:3857 that enclose everything that is drawn. */
    places: (): readonly { x: ArrayLike<number>; y: ArrayLike<number> }[] =>
      [points?.all(), outlines?.extremes()].filter((all) => all !== undefined),
    /** Returns true while some marks are not drawn yet. */
    isPending: () => points?.isPending() ?? false,
    destroy: () => placer.destroy(),
  };
}
