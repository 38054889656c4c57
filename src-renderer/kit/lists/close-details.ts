import { reviewStore } from '../state/review-store.ts';
import { type Subject, select } from '../state/selection.ts';
import { focusList } from '../ui/panes.ts';

/** Deselects the subject, which closes its details, and moves the focus back to its list. */
export function closeDetails(subject: Subject) {
  select(subject, null);
  focusList();
}

/**
 * Does the same for Escape, except while a queue of scenes is reviewed: there Escape leaves a text, and pressed once more it would take away
 * the keys of the review with the details. `Q` leaves the queue.
 */
export function closeDetailsByKey(subject: Subject) {
  if (subject === 'scene' && reviewStore.getState().queueId !== null) return;
  closeDetails(subject);
}
