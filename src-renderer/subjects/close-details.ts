import { type Subject, select } from '../state/selection.ts';
import { focusList } from '../ui/panes.ts';

/** Deselects the subject, which closes its details, and moves the focus back to its list. */
export function closeDetails(subject: Subject) {
  select(subject, null);
  focusList();
}
