import type { ReactNode } from 'react';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { MainClient } from '../client/connect.ts';
import type { MarkDescription } from '../map/described-mark.ts';
import type { MapSubject } from '../map/map-subject.ts';
import { addSubject, type KeyOf, type KeysBySubject, type Subject, useSelected } from '../state/selection.ts';
import type { UseFound } from './found.ts';

/** The details of an object; the key tells one from another of the same subject. */
interface Details {
  key: string;
  pane: ReactNode;
}

/** Declares what the window needs to know of a subject. Its list belongs to a workspace and is declared there. */
interface SubjectDeclaration<S extends Subject> {
  /** Reads the keys of its objects, which are those of the contract. */
  keys: { parse: (key: unknown) => KeyOf<S> };
  /** Set if its objects are of all contracts, so that they stay selected when another contract is chosen. */
  ofAllContracts?: boolean;
  details: (selected: KeyOf<S>) => Details;
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

/** A declared subject, whose key is of no type outside of it. */
export interface DeclaredSubject
  extends Pick<SubjectDeclaration<Subject>, 'onMap' | 'described' | 'useFound'> {
  subject: Subject;
  /** Tells the selection of it. */
  add: () => void;
  /** Returns the details of its selected object; null if none is selected. */
  useDetails: () => Details | null;
  /** Returns the saved key as a selection; rejects if its object does not exist any more. Left out as `checkKept` is. */
  restore?: (client: MainClient, saved: unknown, scope: Scope | null) => Promise<KeysBySubject>;
}

/** Returns a subject as the registry of workspaces takes it. */
export function declareSubject<S extends Subject>(
  subject: S,
  { keys, ofAllContracts = false, details, checkKept, ...declared }: SubjectDeclaration<S>,
): DeclaredSubject {
  return {
    ...declared,
    subject,
    add: () => addSubject(subject, { readKey: (key) => keys.parse(key), ofAllContracts }),
    useDetails() {
      const selected = useSelected(subject);
      return selected === null ? null : details(selected);
    },
    ...(checkKept && {
      restore: async (client, saved, scope) => {
        const key = keys.parse(saved);
        await checkKept(client, key, scope);
        return { [subject]: key };
      },
    }),
  };
}
