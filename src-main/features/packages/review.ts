import {
  type HandedDecision,
  type HandedGroup,
  type HandedKind,
  handedDecisionSchema,
  handedGroupSchema,
  type PackageReport,
  type PackageReview,
  packageIdSchema,
} from '../../../src-preload/contract/handover.ts';
import { AppError } from '../../core/app-error.ts';
import { contentHash } from '../../core/content-hash.ts';
import { scopeKey } from '../../core/scope.ts';
import {
  classify,
  defaultDecision,
  groupOf,
  type ItemState,
  optionsFor,
  revisionOf,
  stateAfter,
} from './classify.ts';
import { comparedItems, nameOf } from './item-fields.ts';
import { packageLimits } from './package-format.ts';
import type { OpenedPackage, PackageItems } from './read-package.ts';
import {
  createReviewOperations,
  type Entry,
  type HandedOperation,
  keyOf,
  type LocalItems,
} from './review-operations.ts';
import { createReviewRows, existingEntry } from './review-rows.ts';

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
function comparePackage(items: PackageItems, local: LocalItems): Map<string, Entry> {
  return new Map(
    Array.from(comparedItems(items), (item) => [keyOf(item.kind, item.id), entryOf(item, local)]),
  );
}

/** Returns the number of places that only this computer has, in lists of the package. */
function countOnlyHere(
  items: PackageItems,
  entries: ReadonlyMap<string, Entry>,
  local: Pick<LocalItems, 'placesOf'>,
): number {
  let count = 0;
  for (const { id } of items.list)
    for (const placeId of local.placesOf(id)) if (!entries.has(keyOf('place', placeId))) count += 1;
  return count;
}

/** The state of an item after accepting. */
export interface AcceptedItem extends ItemState {
  kind: HandedKind;
  id: string;
}

const maxNamed = 200;
const noCounts = () => ({ list: 0, place: 0, template: 0, prepared: 0, draft: 0, map: 0 });

interface ReviewOptions {
  opened: OpenedPackage;
  fileName: string;
  local: LocalItems;
  newId: () => string;
}

function groupsOf(all: readonly Entry[]): Map<HandedGroup, Entry[]> {
  const groups = new Map<HandedGroup, Entry[]>(handedGroupSchema.options.map((group) => [group, []]));
  for (const entry of all) {
    const group = groupOf[entry.state];
    if (group !== null) groups.get(group)?.push(entry);
  }
  return groups;
}

function countsOf(all: readonly Entry[]): PackageReview['counts'] {
  const counts = {
    same: noCounts(),
    new: noCounts(),
    'changed-there': noCounts(),
    'removed-there': noCounts(),
    conflict: noCounts(),
    'changed-here': noCounts(),
    'removed-here': noCounts(),
    'sent-here': noCounts(),
  };
  for (const { state, kind } of all) counts[state][kind] += 1;
  return counts;
}

/** Counts the prepared rows and drafts of a package that are here, by their contract: they stay in it. */
function countByScope(items: PackageItems, local: Pick<LocalItems, 'scopeOf'>): PackageReview['alreadyIn'] {
  const scopes = [
    ...items.prepared.map(({ id }) => local.scopeOf('prepared', id)),
    ...items.draft.map(({ id }) => local.scopeOf('draft', id)),
  ].filter((scope) => scope !== null);
  return [...Map.groupBy(scopes, scopeKey).values()].flatMap((of) =>
    of[0] === undefined ? [] : [{ scope: of[0], contractName: null, count: of.length }],
  );
}

function decideOne(entry: Entry, decision: HandedDecision): boolean {
  if (!entry.options.includes(decision)) return false;
  entry.decision = decision;
  return true;
}

/**
 * Compares a package with this computer and keeps what the user decides. It stores nothing: `operations` returns the changes that
 * accepting has to make. Every item of either side is in the result, or the user has decided against it and `report` counts it.
 */
export function createReview({ opened, fileName, local, newId }: ReviewOptions) {
  const { manifest, items } = opened;
  const entries = comparePackage(items, local);
  const all = [...entries.values()];
  const groups = groupsOf(all);
  const onlyHere = countOnlyHere(items, entries, local);
  const alreadyIn = countByScope(items, local);
  const { outcome, listsNeeded, discarded, ...decided } = createReviewOperations({
    all,
    entries,
    local,
    newId,
    maker: manifest.maker,
  });

  return {
    manifest,
    summary(): PackageReview {
      const { packageId, madeAt, maker, note, instance, contractName } = manifest;
      const sizeOf = (group: HandedGroup) => groups.get(group)?.length ?? 0;
      return {
        packageId: packageIdSchema.parse(packageId),
        madeAt,
        maker,
        note,
        instance,
        contractName,
        fileName,
        onlyHere,
        outcome: outcome(),
        counts: countsOf(all),
        groups: {
          new: sizeOf('new'),
          changed: sizeOf('changed'),
          conflict: sizeOf('conflict'),
          here: sizeOf('here'),
        },
        undecided: groups.get('conflict')?.filter(({ decision }) => decision === null).length ?? 0,
        alreadyIn,
        needsScope: items.prepared.length + items.draft.length > 0,
        keysNeeded: items.map.filter(({ content }) => content.needsKey).map(({ content }) => content.name),
      };
    },
    ...createReviewRows({ entries, groups, local, listsNeeded }),
    /** Decides about one item; returns 1. Throws CONFLICT if its options do not include the decision. */
    decide(kind: HandedKind, id: string, decision: HandedDecision): number {
      if (!decideOne(existingEntry(entries, kind, id), handedDecisionSchema.parse(decision)))
        throw new AppError('CONFLICT', { detail: 'package-decision' });
      return 1;
    },
    /** Decides about all items of a group whose options include the decision; returns their number. */
    decideAll: (group: HandedGroup, decision: HandedDecision): number =>
      (groups.get(group) ?? []).filter((entry) => decideOne(entry, decision)).length,
    /** Returns the changes that accepting makes. Throws CONFLICT while a conflict is undecided. */
    operations(): Generator<HandedOperation> {
      if (all.some(({ decision }) => decision === null))
        throw new AppError('CONFLICT', { detail: 'package-undecided' });
      return decided.operations();
    },
    /** Yields the state that each item has after accepting. */
    *acceptedItems(): Generator<AcceptedItem> {
      const restored = new Set(listsNeeded().restored);
      for (const entry of all) {
        const { kind, id, mine, theirs, state, decision } = entry;
        const isTheirs = state !== 'same' && (decision === 'theirs' || restored.has(entry));
        yield { kind, id, ...stateAfter(mine, theirs, { isTheirs, maxHistory: packageLimits.history }) };
      }
    },
    discarded,
    /** Returns what accepting has done, with the names of the items that the user has decided against. */
    report(): PackageReport {
      const { restored, kept } = listsNeeded();
      const against = [...discarded()];
      return {
        outcome: outcome(),
        alreadyIn,
        discarded: against.slice(0, maxNamed).map(({ kind, name, decision }) => ({ kind, name, decision })),
        discardedCount: against.length,
        restoredLists: restored.map(({ name }) => name),
        keptLists: kept.map(({ name }) => name),
      };
    },
  };
}

/** The comparison of a package with this computer. */
export type Review = ReturnType<typeof createReview>;
