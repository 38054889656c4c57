import type { ReactNode } from 'react';
import { type Subject, useSelected } from '../state/selection.ts';
import { detailsRegistry } from './workspace-registry.tsx';

/** The details of what is selected of a subject; null while nothing is. */
export function useSubjectDetails<S extends Subject>(subject: S): { key: string; pane: ReactNode } | null {
  const selected = useSelected(subject);
  return selected === null ? null : detailsRegistry[subject](selected);
}
