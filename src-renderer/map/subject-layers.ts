import type { MarkKey, SubjectMarks } from '../state/subject-marks.ts';
import type { MapSubject } from './map-subject.ts';
import { createMarksPlacer, type MarksInPlace } from './marks-placer.ts';
import { createOutlinesLayer } from './outlines-layer.ts';
import type { Palette } from './palette.ts';
import { placeToneAt } from './place-colours.ts';
import { placeDrawing, statusDrawing } from './point-drawing.ts';
import { createPointsLayer } from './points-layer.ts';

interface SubjectLayersOptions {
  palette: () => Palette;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
}

/** Draws the marks of one subject and finds the object at a place. Packed marks are projected in a worker. */
export function createSubjectLayers(
  { draws, isHitInside, hasOwnColours }: MapSubject,
  { palette, panIntoView }: SubjectLayersOptions,
) {
  const drawing = hasOwnColours ? placeDrawing : statusDrawing;
  const points = draws.includes('points') ? createPointsLayer<MarkKey>(palette, drawing) : null;
  const outlines = draws.includes('outlines')
    ? createOutlinesLayer<MarkKey>(palette, hasOwnColours ? { ...drawing, colour: placeToneAt } : undefined)
    : null;
  /** The object to move into view as soon as the worker has placed it. */
  let toReveal: MarkKey | null = null;

  const positionOf = (key: MarkKey) => points?.positionOf(key) ?? outlines?.positionOf(key) ?? null;

  const placer = createMarksPlacer((placed: MarksInPlace | null) => {
    const waiting = toReveal;
    toReveal = null;
    if (placed === null) {
      points?.setPoints(null);
      outlines?.setOutlines(null);
      return;
    }
    const { styled } = placed;
    points?.setPlaced(placed.ids, placed.marks, placed.names);
    outlines?.setPlaced(
      placed.areaIds,
      placed.areas,
      styled && { styles: styled.areaStyles, names: styled.areaNames },
    );
    if (waiting !== null) panIntoView(positionOf(waiting));
  });

  return {
    /** The layers below and above; the outlines of all subjects are below all points. */
    outlines,
    points,
    set(marks: SubjectMarks | null) {
      placer.ask(marks?.shape === 'orders' || marks?.shape === 'places' ? marks : null);
      if (marks?.shape === 'points') points?.setPoints(marks);
      if (marks?.shape === 'outlines') outlines?.setOutlines(marks);
    },
    setEmphasis(hovered: MarkKey | null, selected: MarkKey | null) {
      points?.setEmphasis(hovered, selected);
      outlines?.setEmphasis(hovered, selected);
    },
    /** Marks several objects as selected, besides the one whose details are open. */
    setChosen(keys: ReadonlySet<MarkKey>) {
      points?.setChosen(keys);
      outlines?.setChosen(keys);
    },
    /** Moves an object into view, at once or as soon as its place is known. */
    reveal(key: MarkKey) {
      toReveal = placer.isBusy() ? key : null;
      panIntoView(positionOf(key));
    },
    /** Returns the object at a place in EPSG:3857; null for none. */
    hit: (x: number, y: number, resolution: number): MarkKey | null =>
      points?.hit(x, y, resolution) ?? (isHitInside ? (outlines?.hit(x, y, resolution) ?? null) : null),
    destroy: () => placer.destroy(),
  };
}
