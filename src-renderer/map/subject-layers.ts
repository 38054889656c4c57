import { placeColours } from '../../src-preload/contract/place-values.ts';
import type { MarkKey, SubjectMarks } from '../kit/state/subject-marks.ts';
import type { LabelBox } from './basemap/place-labels.ts';
import type { Frame } from './canvas-layer.ts';
import type { MapHit } from './map-hit.ts';
import type { MapSubject } from './map-subject.ts';
import { createMarksPlacer, type MarksInPlace } from './marks-placer.ts';
import { createOutlinesLayer } from './outlines-layer.ts';
import type { Palette } from './palette.ts';
import { placeToneAt } from './place-colours.ts';
import { createPlacePointsLayer } from './place-points-layer.ts';
import { createPointsLayer } from './points-layer.ts';

interface SubjectLayersOptions {
  palette: () => Palette;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
  /** Called when marks with names were set or removed. */
  onNames: () => void;
  /** Receives true when not all places in view are drawn, because they would hide the map. */
  onThinned: (isThinned: boolean) => void;
}

/**
 * Creates the layers of the marks of one subject, with what finds the object at a place. Packed marks are projected in a worker.
 */
export function createSubjectLayers(
  { subject, draws, isHitInside, hasOwnColours }: MapSubject,
  { palette, panIntoView, onNames, onThinned }: SubjectLayersOptions,
) {
  const hasPoints = draws.includes('points');
  const statusPoints = hasPoints && !hasOwnColours ? createPointsLayer<MarkKey>(palette) : null;
  const placePoints = hasPoints && hasOwnColours ? createPlacePointsLayer<MarkKey>(palette, onThinned) : null;
  const points = statusPoints ?? placePoints;
  /** True if an area has no separate mark. */
  const areasAlone = points === null || hasOwnColours === true;
  const outlines = draws.includes('outlines')
    ? createOutlinesLayer<MarkKey>(palette, {
        dots: areasAlone,
        isHitInside,
        drawing: hasOwnColours ? { styles: placeColours.length, colour: placeToneAt } : undefined,
      })
    : null;
  /** The object to move into view when the worker has placed it. */
  let toReveal: MarkKey | null = null;

  const positionOf = (key: MarkKey) => points?.positionOf(key) ?? outlines?.positionOf(key) ?? null;

  const placer = createMarksPlacer((placed: MarksInPlace | null) => {
    const waiting = toReveal;
    toReveal = null;
    if (placed === null) {
      statusPoints?.setPoints(null);
      placePoints?.clear();
      outlines?.setOutlines(null);
      if (hasOwnColours) onNames();
      return;
    }
    const { styled } = placed;
    statusPoints?.setPlaced(placed.ids, placed.marks);
    placePoints?.setPlaced(placed.ids, placed.marks, placed.names);
    outlines?.setPlaced(placed.areaIds, placed.areas, {
      faint: placed.faint,
      styled: styled && { styles: styled.areaStyles, names: styled.areaNames },
    });
    if (hasOwnColours) onNames();
    if (waiting !== null) panIntoView(positionOf(waiting));
  });

  return {
    /** The layers of outlines and of points. The outlines of all subjects are below all points. */
    outlines,
    points,
    set(marks: SubjectMarks | null) {
      // Unpacked marks are set at once, so that the map is not blank in between.
      if (marks?.shape === 'points') statusPoints?.setPoints(marks);
      else if (marks?.shape === 'outlines') outlines?.setOutlines(marks);
      else placer.request(marks);
    },
    setEmphasis(hovered: MarkKey | null, selected: MarkKey | null) {
      points?.setEmphasis(hovered, selected);
      outlines?.setEmphasis(hovered, selected);
    },
    /** Marks several objects as selected, besides the one whose details are open. */
    setSelected(keys: ReadonlySet<MarkKey>) {
      placePoints?.setSelected(keys);
      outlines?.setSelected(keys);
    },
    /** Moves an object into view, at once or when its place is loaded. */
    reveal(key: MarkKey) {
      toReveal = placer.isBusy() ? key : null;
      panIntoView(positionOf(key));
    },
    /** Returns the objects and clusters at a place in EPSG:3857, marks before outlines and the nearest first. */
    hits(x: number, y: number, resolution: number): MapHit[] {
      const marks = points?.hits(x, y, resolution) ?? [];
      const keys = new Set(marks.flatMap((hit) => ('key' in hit ? [hit.key] : [])));
      const areas = (outlines?.hits(x, y, resolution) ?? []).filter(
        ({ key, isArea }) => !keys.has(key) && (isArea || areasAlone),
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
    /** Returns places in EPSG:3857 that enclose all marks. */
    places: (): readonly { x: ArrayLike<number>; y: ArrayLike<number> }[] =>
      [points?.all(), outlines?.extremes()].filter((all) => all !== undefined),
    /** Returns the boxes of marks with names in a view, in CSS pixels; none if marks have no names. */
    nameBoxes: (frame: Frame): LabelBox[] =>
      hasOwnColours ? [...(placePoints?.nameBoxes(frame) ?? []), ...(outlines?.nameBoxes(frame) ?? [])] : [],
    /** Returns true while some marks are not drawn yet. */
    isPending: () => placer.isBusy() || (points?.isPending() ?? false) || (outlines?.isPending() ?? false),
    destroy: () => placer.destroy(),
  };
}
