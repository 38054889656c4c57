import type { ReactNode } from 'react';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { MainClient } from '../client/connect.ts';
import type { MarkDescription } from '../map/described-mark.ts';
import type { MapSubject } from '../map/map-subject.ts';
import type { KeyOf, Subject } from '../state/selection.ts';
import type { UseFound } from './found.ts';

/** Declares what the window needs to know of a subject. Its list belongs to a workspace and is declared there. */
export interface SubjectDeclaration<S extends Subject> {
  /** Returns the details of an object; the key tells one from another of the same subject. */
  details: (selected: KeyOf<S>) => { key: string; pane: ReactNode };
  /** How it is drawn on the map; left out if the map does not show it, or shows it in a way of its own. */
  onMap?: MapSubject;
  /** How the map describes its objects: their names, status and time beside the pointer and in lists. */
  described: MarkDescription;
  /** Finds objects by name for the palette. */
  useFound?: UseFound;
  /**
   * Rejects if an object that was selected in the last run does not exist any more; it is then not selected again. Left
   * out if the selection is not saved. `scope` is the contract in force.
   */
  checkKept?: (client: MainClient, key: KeyOf<S>, scope: Scope | null) => Promise<unknown>;
}

/** Returns the declaration unchanged. Its only use is type checking where it is written. */
export function declareSubject<S extends Subject>(
  _subject: S,
  declared: SubjectDeclaration<S>,
): SubjectDeclaration<S> {
  return declared;
}
