import type { KeysBySubject, Subject } from '../state/selection.ts';
import type { MarkKey, SubjectMarks } from '../state/subject-marks.ts';
import type { CanvasLayer } from './canvas-layer.ts';
import type { MapSubject } from './map-subject.ts';
import { createMomentsLayer } from './moments-layer.ts';
import type { MomentsDisplay } from './moments-store.ts';
import type { Palette } from './palette.ts';
import { createSubjectLayers } from './subject-layers.ts';

/** The topmost mark at a place on the map; null if there is none. A moment has its time besides its key. */
export type MapHit = { subject: Subject; key: MarkKey } | { moment: { key: string; minute: number } } | null;

interface MarksOptions {
  /** What is drawn, from the highest to the lowest. */
  subjects: readonly MapSubject[];
  palette: () => Palette;
  /** Its data attributes contain the selection and the number of moments drawn. */
  container: HTMLElement;
  /** Moves the view to a place in EPSG:3857 if it is out of view. */
  panIntoView: (place: readonly [number, number] | null) => void;
}

/** Draws the marks of all subjects and the moments of the timeline, and finds the one at a place. */
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
    setChosen: (subject: Subject, keys: ReadonlySet<MarkKey>) => of(subject)?.setChosen(keys),
    /** Moves an object into view. */
    reveal: (subject: Subject, key: MarkKey) => of(subject)?.reveal(key),
    /** Highlights marks; the data attribute names what is selected, not what is under the pointer. */
    setEmphasis(hovered: Readonly<KeysBySubject>, selected: Readonly<KeysBySubject>) {
      for (const { declared, setEmphasis } of drawn)
        setEmphasis(hovered[declared.subject], selected[declared.subject]);
      container.dataset.selected = drawn
        .flatMap(({ declared: { subject } }) =>
          selected[subject] === null ? [] : [`${subject} ${selected[subject]}`],
        )
        .join(' ');
    },
    /** Returns the object of a subject at a place in EPSG:3857, even if another mark covers it. */
    hitOf: (subject: Subject, x: number, y: number, resolution: number): MarkKey | null =>
      of(subject)?.hit(x, y, resolution) ?? null,

    /** Shows the time map; null shows the marks of all times. */
    setMoments(display: MomentsDisplay | null) {
      moments.setDisplay(display ?? { moments: null, range: null, colours: null });
      container.dataset.moments = display === null ? '' : String(moments.inRange());
    },
    setMomentEmphasis: (hovered: string | null, selected: string | null) =>
      moments.setEmphasis(hovered, selected),
    /** Returns where the point of an object is, in EPSG:3857. */
    positionOf: (subject: Subject, key: MarkKey) => of(subject)?.points?.positionOf(key) ?? null,
    revealMoment: (key: string) => panIntoView(moments.positionOf(key)),

    /** Sets the subjects of which a list is open: some are hit first then. */
    setListed(listed: { readonly [S in Subject]?: unknown }) {
      const isFirst = ({ declared }: (typeof drawn)[number]) =>
        declared.isHitFirstWhileListed === true && declared.subject in listed;
      hitFirst = drawn.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    },
    /** Returns the topmost mark at a place in EPSG:3857. */
    hit(x: number, y: number, resolution: number): MapHit {
      const moment = moments.hit(x, y, resolution);
      if (moment !== null) return { moment };
      for (const { declared, hit } of hitFirst) {
        const key = hit(x, y, resolution);
        if (key !== null) return { subject: declared.subject, key };
      }
      return null;
    },
    destroy() {
      for (const { destroy } of drawn) destroy();
    },
  };
}
/** All marks of the map. */
export type MarksOnMap = ReturnType<typeof createMarksOnMap>;
