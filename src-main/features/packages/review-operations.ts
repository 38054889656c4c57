import type {
  HandedDecision,
  HandedKind,
  HandedRow,
  HandedState,
  PackageReview,
} from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { ItemState, Side } from './classify.ts';
import { copyOf, handedKinds } from './item-fields.ts';

/** An item as it is on this computer. */
export interface LocalItem {
  content: unknown;
  version: number;
  updatedAt: string;
  updatedBy: string;
  /** True if it was sent to the service from here; then it cannot be changed any more. */
  isSent: boolean;
}

/** The items of this computer, for comparison. */
export interface LocalItems {
  read(kind: HandedKind, id: string): LocalItem | null;
  /** Returns the state of an item when a package last had it; null if none did. */
  recordedState(kind: HandedKind, id: string): ItemState | null;
  /** Returns the contract of a prepared row or draft that is here; null for none. */
  scopeOf(kind: 'prepared' | 'draft', id: string): Scope | null;
  /** Returns the ids of the places of a list. */
  placesOf(listId: string): Iterable<string>;
}

/** A change that accepting makes. `expected` is the hash of the content here when the package was compared; null for no content. */
export type HandedOperation =
  | { do: 'put'; kind: HandedKind; id: string; content: unknown; expected: string | null }
  | { do: 'remove'; kind: HandedKind; id: string; expected: string | null };

/** An item of a package beside that of this computer, with what the user has decided. */
export interface Entry {
  kind: HandedKind;
  id: string;
  name: string;
  mine: Side;
  theirs: Side;
  /** Null if the maker has removed the item. */
  content: unknown;
  isHere: boolean;
  side: HandedRow['theirs'];
  state: HandedState;
  decision: HandedDecision | null;
  options: HandedDecision[];
}

/** Returns the key of an item, which is unique among all kinds. */
export const keyOf = (kind: HandedKind, id: string) => `${kind} ${id}`;
const listOf = (content: unknown): string | null =>
  content !== null && typeof content === 'object' && 'listId' in content ? String(content.listId) : null;

/** Returns the effect of the decision about an item; null if the item here stays as it is. */
function effectOf({ state, decision, isHere, content }: Entry): 'add' | 'replace' | 'remove' | 'copy' | null {
  if (state === 'same' || decision === 'mine' || decision === null) return null;
  if (decision === 'both') return 'copy';
  if (content === null) return isHere ? 'remove' : null;
  return isHere ? 'replace' : 'add';
}

interface ReviewOperationsOptions {
  all: readonly Entry[];
  entries: ReadonlyMap<string, Entry>;
  local: LocalItems;
  maker: string;
  newId: () => string;
}

/** Creates the functions that return the result of the decisions: the changes, their numbers, and the discarded items. */
export function createReviewOperations({ all, entries, local, maker, newId }: ReviewOperationsOptions) {
  function outcome(): PackageReview['outcome'] {
    const sums = { added: 0, replaced: 0, removed: 0, kept: 0, copies: 0 };
    const { restored, kept } = listsNeeded();
    const [added, left] = [new Set(restored), new Set(kept)];
    for (const entry of all) {
      const effect = added.has(entry) ? 'add' : left.has(entry) ? null : effectOf(entry);
      if (effect === 'add') sums.added += 1;
      else if (effect === 'replace') sums.replaced += 1;
      else if (effect === 'remove') sums.removed += 1;
      else if (effect === 'copy') sums.copies += 1;
      else if (entry.state !== 'same') sums.kept += 1;
    }
    return sums;
  }

  /** Returns the lists that are restored because places need them, and those that are kept because places remain in them. */
  function listsNeeded() {
    const restored: Entry[] = [];
    const kept: Entry[] = [];
    const needed = new Set<string>();
    for (const entry of all) {
      const effect = effectOf(entry);
      const listId =
        entry.kind === 'place' && effect !== null && effect !== 'remove' ? listOf(entry.content) : null;
      if (listId !== null) needed.add(listId);
    }
    for (const entry of all) {
      if (entry.kind !== 'list') continue;
      const effect = effectOf(entry);
      if (!entry.isHere && effect === null && needed.has(entry.id)) restored.push(entry);
      if (effect === 'remove' && (needed.has(entry.id) || hasPlacesLeft(entry.id))) kept.push(entry);
    }
    return { restored, kept };
  }

  function hasPlacesLeft(listId: string): boolean {
    for (const placeId of local.placesOf(listId)) {
      const entry = entries.get(keyOf('place', placeId));
      const effect = entry === undefined ? null : effectOf(entry);
      const isMoved = effect === 'replace' && entry !== undefined && listOf(entry.content) !== listId;
      if (effect !== 'remove' && !isMoved) return true;
    }
    return false;
  }

  /** Yields the items of which a version, of either side, is not in the result. */
  function* discarded(): Generator<Entry & { decision: HandedDecision }> {
    const { restored, kept } = listsNeeded();
    const needed = new Set([...restored, ...kept]);
    for (const entry of all) {
      const { state, decision } = entry;
      // The lists that places need are in the result, whatever was decided.
      if (needed.has(entry)) continue;
      if (state === 'same' || decision === null || decision === 'both') continue;
      const isLost = decision === 'mine' ? entry.content !== null || entry.isHere : entry.isHere;
      if (isLost) yield { ...entry, decision };
    }
  }

  /** Yields the changes in an order that works: lists are stored before their places, and removed after them. */
  function* operations(): Generator<HandedOperation> {
    const { restored, kept } = listsNeeded();
    const put = (entry: Entry): HandedOperation => ({
      do: 'put',
      kind: entry.kind,
      id: entry.id,
      content: entry.content,
      expected: entry.mine.hash,
    });
    for (const entry of restored) yield put(entry);
    for (const kind of handedKinds)
      for (const entry of all) {
        if (entry.kind !== kind) continue;
        const effect = effectOf(entry);
        if (effect === 'add' || effect === 'replace') yield put(entry);
        if (effect === 'copy')
          yield {
            do: 'put',
            kind,
            id: newId(),
            content: copyOf(kind, entry.content, maker),
            expected: null,
          };
      }
    // In reverse order, places come before their lists.
    for (const kind of handedKinds.toReversed())
      for (const entry of all)
        if (entry.kind === kind && effectOf(entry) === 'remove' && !kept.includes(entry))
          yield { do: 'remove', kind, id: entry.id, expected: entry.mine.hash };
  }

  return { outcome, listsNeeded, discarded, operations };
}
