import type { MapSubject } from '../map/map-subject.ts';
import type { Subject } from '../state/selection.ts';
import { commandSubject } from '../subjects/command/command-subject.tsx';
import { momentSubject } from '../subjects/moment/moment-subject.tsx';
import { orderSubject } from '../subjects/order/order-subject.tsx';
import { placeSubject } from '../subjects/place/place-subject.tsx';
import { sceneSubject } from '../subjects/scene/scene-subject.tsx';
import type { SubjectDeclaration } from '../subjects/subject.ts';
import { taskSubject } from '../subjects/task/task-subject.tsx';

/**
 * Every subject, once: details, map, palette and the saved selection are built from it. The order is that of the map, from the
 * highest to the lowest, and that of what the palette finds.
 */
export const subjectRegistry: { readonly [S in Subject]: SubjectDeclaration<S> } = {
  task: taskSubject,
  command: commandSubject,
  order: orderSubject,
  scene: sceneSubject,
  place: placeSubject,
  moment: momentSubject,
};

/** The subjects that the map draws. */
export const mapSubjects: readonly MapSubject[] = Object.values(subjectRegistry).flatMap(({ onMap }) =>
  onMap ? [onMap] : [],
);
