import { boxOfPlaces, type DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import { latitudeOf, longitudeOf } from '../../src-shared/geometry/mercator.ts';
import type { KeysBySubject, Subject } from '../kit/state/selection.ts';
import type { MarkKey, SubjectMarks } from '../kit/state/subject-marks.ts';
import type { CanvasLayer, Frame } from './canvas-layer.ts';
import type { MapHit } from './map-hit.ts';
import type { MapSubject } from './map-subject.ts';
import { createMomentsLayer } from './moments-layer.ts';
import type { MomentsDisplay } from './moments-store.ts';
import type { Palette } from './palette.ts';
import { createSubjectLayers } from './subject-layers.ts';

interface MarksOptions {
  /** The drawn subjects, from the highest to the lowest. */
  subjects: readonly MapSubject[];
  palette: () => Palette;
  /** Its data attributes get the selection and the number of drawn moments. */
  container: HTMLElement;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
  /** Called when marks with names were set or removed. */
  onNames: () => void;
  /** Receives true when not all places in view are drawn, because they would hide the map. */
  onThinned: (isThinned: boolean) => void;
}

/** Creates the layers of the marks of all subjects and of the moments of the timeline, with what finds the one at a place. */
export function createMarksOnMap({ subjects, container, ...options }: MarksOptions) {
  const { palette, panIntoView } = options;
  const drawn = subjects.map((declared) => ({ declared, ...createSubjectLayers(declared, options) }));
  const moments = createMomentsLayer(palette);
  let hitFirst = drawn;
  const fromBelow = drawn.toReversed();
  const layers = [
    ...fromBelow.map(({ outlines }) => outlines),
    ...fromBelow.map(({ points }) => points),
    moments,
  ].filter((layer) => layer !== null);
  const of = (subject: Subject) => drawn.find(({ declared }) => declared.subject === subject);

  return {
    /** The layers from the lowest to the highest. */
    layers: layers satisfies readonly CanvasLayer[],
    /** The layers of highlighted marks, above all others. */
    over: layers.map((each) => each.over),

    set: (subject: Subject, marks: SubjectMarks | null) => of(subject)?.set(marks),
    /** Marks several objects of a subject as selected. */
    setSelected: (subject: Subject, keys: ReadonlySet<MarkKey>) => of(subject)?.setSelected(keys),
    /** Moves an object into view. */
    reveal: (subject: Subject, key: MarkKey) => of(subject)?.reveal(key),
    /** Highlights marks. The data attribute names the selected ones, not the hovered ones. */
    setEmphasis(hovered: KeysBySubject, selected: KeysBySubject) {
      for (const { declared, setEmphasis } of drawn)
        setEmphasis(hovered[declared.subject] ?? null, selected[declared.subject] ?? null);
      container.dataset.selected = drawn
        .flatMap(({ declared: { subject } }) => {
          const key = selected[subject] ?? null;
          return key === null ? [] : [`${subject} ${key}`];
        })
        .join(' ');
    },
    /** Shows the time map; null shows the marks of all times. */
    setMoments(display: MomentsDisplay | null) {
      moments.setDisplay(display ?? { moments: null, range: null, colours: null });
      container.dataset.moments = display === null ? '' : String(moments.inRange());
    },
    setMomentEmphasis: (hovered: string | null, selected: string | null) =>
      moments.setEmphasis(hovered, selected),
    /** Returns the place of the point of an object in EPSG:3857; null if it has none. */
    positionOf: (subject: Subject, key: MarkKey) => of(subject)?.points?.positionOf(key) ?? null,
    revealMoment: (key: string) => panIntoView(moments.positionOf(key)),

    /** Sets the subjects that have an open list. Some subjects are hit first then. */
    setListed(listed: { readonly [S in Subject]?: unknown }) {
      const isFirst = ({ declared }: (typeof drawn)[number]) =>
        declared.isHitFirstWhileListed === true && declared.subject in listed;
      hitFirst = drawn.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    },
    /** Returns everything at a place in EPSG:3857, the topmost first. */
    hits: (x: number, y: number, resolution: number): MapHit[] => [
      ...moments.hits(x, y, resolution).map((moment): MapHit => ({ moment })),
      ...hitFirst.flatMap(({ hits }) => hits(x, y, resolution)),
    ],
    /** Returns the box of an object; null if it is not drawn. */
    boxOf(subject: Subject, key: MarkKey): DegreeBox | null {
      const [west, south, east, north] = of(subject)?.boxOf(key) ?? [];
      if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
      return [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)];
    },
    /** Returns the box of all marks of these subjects, and of the moments of the time map; null if there are none. */
    boxOfAll(subjects: readonly Subject[]): DegreeBox | null {
      const places = [
        moments.places(),
        ...drawn.flatMap(({ declared, places }) => (subjects.includes(declared.subject) ? places() : [])),
      ];
      return boxOfPlaces(
        places.flatMap(({ x }) => Array.from(x, longitudeOf)),
        places.flatMap(({ y }) => Array.from(y, latitudeOf)),
      );
    },
    /** Returns the boxes of marks with names in a view, in CSS pixels. */
    nameBoxes: (frame: Frame) => drawn.flatMap(({ nameBoxes }) => nameBoxes(frame)),
    /** Returns true while some marks are not drawn yet, because many are drawn over several frames. */
    isPending: () => drawn.some((each) => each.isPending()),
    destroy() {
      for (const { destroy } of drawn) destroy();
    },
  };
}
/** All marks of the map. */
export type MarksOnMap = ReturnType<typeof createMarksOnMap>;
