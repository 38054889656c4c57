import type { ReactNode } from 'react';
import { type Subject, useSelected } from '../state/selection.ts';
import { subjectRegistry } from './subject-registry.ts';

/** Returns the details of the selected object of a subject; null if nothing is selected. */
export function useSubjectDetails<S extends Subject>(subject: S): { key: string; pane: ReactNode } | null {
  const selected = useSelected(subject);
  return selected === null ? null : subjectRegistry[subject].details(selected);
}
