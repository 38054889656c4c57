import { contentHash } from '../../core/content-hash.ts';
import { classify, defaultDecision, optionsFor, revisionOf } from './classify.ts';
import { comparedItems, nameOf } from './item-fields.ts';
import type { PackageItems } from './read-package.ts';
import { type Entry, keyOf, type LocalItems } from './review-operations.ts';

type ComparedItem = ReturnType<typeof comparedItems> extends Generator<infer Item> ? Item : never;

function entryOf(item: ComparedItem, local: LocalItems): Entry {
  const { kind, id, content, revision, history, side } = item;
  const here = local.read(kind, id);
  const recorded = local.recordedState(kind, id);
  const hash = here === null ? null : contentHash(here.content);
  const mine = {
    hash,
    revision: revisionOf(hash, recorded),
    history: recorded?.history ?? [],
    isSent: here?.isSent ?? false,
  };
  const theirs = { hash: content === null ? null : contentHash(content), revision, history };
  // Two sides of a map are never compared: its order and look are the user's own.
  const state = kind === 'map' && here !== null ? 'same' : classify(mine, theirs);
  const name = 'name' in item ? item.name : nameOf(kind, content);
  return {
    kind,
    id,
    name,
    mine,
    theirs,
    content,
    side,
    state,
    isHere: here !== null,
    decision: defaultDecision[state],
    options: optionsFor(kind, state, { isHere: here !== null, isThere: content !== null }),
  };
}

/** Returns the items of a package beside those of this computer, each with the decision that is proposed, by `keyOf`. */
export function comparePackage(items: PackageItems, local: LocalItems): Map<string, Entry> {
  return new Map(
    Array.from(comparedItems(items), (item) => [keyOf(item.kind, item.id), entryOf(item, local)]),
  );
}

/** Returns the number of places that only this computer has, in lists of the package. */
export function countOnlyHere(
  items: PackageItems,
  entries: ReadonlyMap<string, Entry>,
  local: Pick<LocalItems, 'placesOf'>,
): number {
  let count = 0;
  for (const { id } of items.list)
    for (const placeId of local.placesOf(id)) if (!entries.has(keyOf('place', placeId))) count += 1;
  return count;
}
