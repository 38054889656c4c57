import { type Subject, select } from '../state/selection.ts';
import { focusList } from '../ui/panes.ts';

/** Nothing of a subject is selected any more, and the keys go back to its list. */
export function closeDetails(subject: Subject) {
  select(subject, null);
  focusList();
}
