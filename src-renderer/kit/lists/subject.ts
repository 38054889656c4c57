import type { ReactNode } from 'react';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { MarkDescription } from '../../map/described-mark.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import type { MainClient } from '../client/connect.ts';
import { addSubject, type KeyOf, type KeysBySubject, type Subject, useSelected } from '../state/selection.ts';
import type { UsePaletteSearch } from './palette-search.ts';

/** The details of an object; `key` identifies the object within its subject. */
interface Details {
  key: string;
  pane: ReactNode;
}

/** Declares what the window needs of a subject. A list of it belongs to a workspace and is declared there. */
interface SubjectDeclaration<S extends Subject> {
  /** Parses the keys of its objects as in the contract. */
  keys: { parse: (key: unknown) => KeyOf<S> };
  /** Set if its objects belong to all contracts and stay selected when another contract is selected. */
  ofAllContracts?: boolean;
  details: (selected: KeyOf<S>) => Details;
  /** How the map draws it; left out if it is not on the map or has a layer of its own. */
  onMap?: MapSubject;
  /** How the map describes its objects beside the pointer and in lists: name, status and time. */
  described: MarkDescription;
  /** Finds objects by name for the palette. */
  usePaletteSearch?: UsePaletteSearch;
  /**
   * Rejects if an object that was selected in the previous run no longer exists; it is then not restored. Left out if the selection is not
   * saved. `scope` is the active contract.
   */
  checkStored?: (client: MainClient, key: KeyOf<S>, scope: Scope | null) => Promise<unknown>;
}

/** A declared subject whose key type is hidden. */
export interface DeclaredSubject
  extends Pick<SubjectDeclaration<Subject>, 'onMap' | 'described' | 'usePaletteSearch'> {
  subject: Subject;
  /** Registers it with the selection. */
  add: () => void;
  /** Returns the details of the selected object; null if none is selected. */
  useDetails: () => Details | null;
  /** Returns the saved key as a selection; rejects if the object no longer exists. Left out if `checkStored` is. */
  restore?: (client: MainClient, saved: unknown, scope: Scope | null) => Promise<KeysBySubject>;
}

/** Returns the subject in the form that the registry of workspaces takes. */
export function declareSubject<S extends Subject>(
  subject: S,
  { keys, ofAllContracts = false, details, checkStored, ...declared }: SubjectDeclaration<S>,
): DeclaredSubject {
  return {
    ...declared,
    subject,
    add: () => addSubject(subject, { readKey: (key) => keys.parse(key), ofAllContracts }),
    useDetails() {
      const selected = useSelected(subject);
      return selected === null ? null : details(selected);
    },
    ...(checkStored && {
      restore: async (client, saved, scope) => {
        const key = keys.parse(saved);
        await checkStored(client, key, scope);
        return { [subject]: key };
      },
    }),
  };
}
