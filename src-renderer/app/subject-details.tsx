import type { ReactNode } from 'react';
import { type Subject, useSelected } from '../state/selection.ts';
import { detailsRegistry } from './workspace-registry.tsx';

/** Returns the details of the selected object of a subject; null if nothing is selected. */
export function useSubjectDetails<S extends Subject>(subject: S): { key: string; pane: ReactNode } | null {
  const selected = useSelected(subject);
  return selected === null ? null : detailsRegistry[subject](selected);
}
