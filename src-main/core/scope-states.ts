import type { Scope } from '../../src-preload/contract/ids.ts';
import type { SyncState } from '../../src-preload/contract/sync.ts';
import { scopeKey } from './scope.ts';

/** Creates the states of the syncs of scopes, kept since the start of Nadir. */
export function createScopeStates<State extends SyncState>({
  initial,
  changed,
}: {
  /** The state of a scope that was not read since the start of Nadir. */
  initial: (scope: Scope) => State;
  /** Called when the state of a scope has changed. */
  changed: (scope: Scope) => void;
}) {
  const states = new Map<string, State>();
  const state = (scope: Scope): State => states.get(scopeKey(scope)) ?? initial(scope);

  function note(scope: Scope, patch: Partial<State> | Partial<SyncState>) {
    states.set(scopeKey(scope), { ...state(scope), ...patch });
  }

  return {
    state,
    /** Changes the state without calling `changed`: for counts that change with each page. */
    note,
    update(scope: Scope, patch: Partial<State> | Partial<SyncState>) {
      note(scope, patch);
      changed(scope);
    },
  };
}
