import {
  type HandedDecision,
  type HandedGroup,
  type HandedKind,
  type HandedRow,
  handedDecisionSchema,
  handedGroupSchema,
  handedStateSchema,
  type PackageReport,
  type PackageReview,
  packageIdSchema,
} from '../../src-preload/contract/handover.ts';
import { AppError } from '../app-error.ts';
import { contentHash } from '../core/content-hash.ts';
import {
  classify,
  groupOf,
  type KnownState,
  knownAfter,
  optionsFor,
  revisionOf,
  usualDecision,
} from './classify.ts';
import { comparedItems, type FieldDifference, fieldDifferences, nameOf } from './item-fields.ts';
import { packageLimits } from './package-format.ts';
import type { OpenedPackage } from './read-package.ts';
import {
  createReviewOperations,
  type Entry,
  type HandedOperation,
  keyOf,
  type LocalItems,
} from './review-operations.ts';

/** What is remembered of an item after it was accepted. */
export interface HandedNote extends KnownState {
  kind: HandedKind;
  id: string;
}

const mostNamed = 200;
const noCounts = () => ({ list: 0, place: 0, template: 0, prepared: 0, draft: 0, map: 0 });
interface ReviewOptions {
  opened: OpenedPackage;
  fileName: string;
  local: LocalItems;
  newId: () => string;
}

/**
 * Compares a package with this computer and keeps what the user decides. Nothing is changed here: `operations` says what accepting
 * has to do. Everything of either side is in the result, or the user has decided against it and `report` counts it.
 */
export function createReview({ opened, fileName, local, newId }: ReviewOptions) {
  const { manifest, items } = opened;
  const entries = new Map<string, Entry>();

  for (const { kind, id, content, revision, history, side, ...item } of comparedItems(items)) {
    const here = local.read(kind, id);
    const known = local.known(kind, id);
    const hash = here === null ? null : contentHash(here.content);
    const mine = {
      ...{ hash, revision: revisionOf(hash, known), history: known?.history ?? [] },
      isSent: here?.isSent ?? false,
    };
    const theirs = { hash: content === null ? null : contentHash(content), revision, history };
    // Of a map only the presence counts: its place in the list and its look are the user's own.
    const state = kind === 'map' && here !== null ? 'same' : classify(mine, theirs);
    const name = 'name' in item ? item.name : nameOf(kind, content);
    entries.set(keyOf(kind, id), {
      ...{ kind, id, name, mine, theirs, content, side, state, isHere: here !== null },
      decision: usualDecision[state],
      options: optionsFor(kind, state, { isHere: here !== null, isThere: content !== null }),
    });
  }
  const all = [...entries.values()];
  const { outcome, listsNeeded, discarded, ...decided } = createReviewOperations({
    ...{ all, entries, local, newId },
    maker: manifest.maker,
  });
  const groups = new Map<HandedGroup, Entry[]>(handedGroupSchema.options.map((group) => [group, []]));
  for (const entry of all) {
    const group = groupOf[entry.state];
    if (group !== null) groups.get(group)?.push(entry);
  }

  /** Places that only this computer has, in lists of the package. */
  function countOnlyHere(): number {
    let count = 0;
    for (const { id } of items.list)
      for (const placeId of local.placesOf(id)) if (!entries.has(keyOf('place', placeId))) count += 1;
    return count;
  }
  const onlyHere = countOnlyHere();

  /** Returns the name of a list, as it is here or in the package. */
  function listName(listId: string): string {
    const here = local.read('list', listId);
    return nameOf('list', here?.content ?? entries.get(keyOf('list', listId))?.content ?? null) || listId;
  }

  function entryOf(kind: HandedKind, id: string): Entry {
    const entry = entries.get(keyOf(kind, id));
    if (entry === undefined) throw new AppError('NOT_FOUND', { what: `${kind} ${id}` });
    return entry;
  }

  const rowOf = ({ kind, id, name, state, decision, options, side, content, isHere }: Entry): HandedRow => {
    const here = isHere ? local.read(kind, id) : null;
    return {
      ...{ kind, itemId: id, name, state, decision, options, theirs: side },
      mine: here && { version: here.version, updatedAt: here.updatedAt, updatedBy: here.updatedBy },
      fields:
        here === null || content === null
          ? []
          : fieldDifferences(here.content, content)
              .slice(0, 12)
              .map(({ field }) => field),
    };
  };

  function decideOne(entry: Entry, decision: HandedDecision): boolean {
    if (!entry.options.includes(decision)) return false;
    entry.decision = decision;
    return true;
  }

  return {
    manifest,
    summary(): PackageReview {
      const states = handedStateSchema.options.map((state) => {
        const counts = noCounts();
        for (const entry of all) if (entry.state === state) counts[entry.kind] += 1;
        return [state, counts] as const;
      });
      const { packageId, madeAt, maker, note, instance, contractName } = manifest;
      const sizeOf = (group: HandedGroup) => groups.get(group)?.length ?? 0;
      return {
        packageId: packageIdSchema.parse(packageId),
        ...{ madeAt, maker, note, instance, contractName, fileName, onlyHere, outcome: outcome() },
        counts: {
          ...{ same: noCounts(), new: noCounts(), 'changed-there': noCounts(), 'removed-there': noCounts() },
          ...{ conflict: noCounts(), 'changed-here': noCounts(), 'removed-here': noCounts() },
          ...{ 'sent-here': noCounts() },
          ...Object.fromEntries(states),
        },
        groups: {
          ...{ new: sizeOf('new'), changed: sizeOf('changed') },
          ...{ conflict: sizeOf('conflict'), here: sizeOf('here') },
        },
        undecided: groups.get('conflict')?.filter(({ decision }) => decision === null).length ?? 0,
        needsScope: items.prepared.length + items.draft.length > 0,
        keysNeeded: items.map.filter(({ content }) => content.needsKey).map(({ content }) => content.name),
      };
    },
    rows(group: HandedGroup, { offset, limit }: { offset: number; limit: number }) {
      const found = groups.get(group) ?? [];
      const { restored, kept } = listsNeeded();
      const rows = found.slice(offset, offset + limit).map((entry) => ({
        ...rowOf(entry),
        ...(restored.includes(entry) || kept.includes(entry) ? { isNeeded: true } : {}),
      }));
      return { total: found.length, rows };
    },
    differences(kind: HandedKind, id: string): FieldDifference[] {
      const here = local.read(kind, id)?.content ?? null;
      return fieldDifferences(here, entryOf(kind, id).content).map(({ field, mine, theirs }) =>
        field === 'listId'
          ? { field, mine: mine && listName(mine), theirs: theirs && listName(theirs) }
          : { field, mine, theirs },
      );
    },
    /** Decides about one item; CONFLICT if it cannot be decided so. */
    decide(kind: HandedKind, id: string, decision: HandedDecision): number {
      if (!decideOne(entryOf(kind, id), handedDecisionSchema.parse(decision)))
        throw new AppError('CONFLICT', { detail: 'package-decision' });
      return 1;
    },
    /** Decides about all of a group that can be decided so; returns how many they are. */
    decideAll: (group: HandedGroup, decision: HandedDecision): number =>
      (groups.get(group) ?? []).filter((entry) => decideOne(entry, decision)).length,
    /** Returns what accepting does. Throws CONFLICT while a conflict is undecided. */
    operations(): Generator<HandedOperation> {
      if (all.some(({ decision }) => decision === null))
        throw new AppError('CONFLICT', { detail: 'package-undecided' });
      return decided.operations();
    },
    /** Returns what is to be remembered of each item after accepting. */
    *notes(): Generator<HandedNote> {
      const restored = new Set(listsNeeded().restored);
      for (const entry of all) {
        const { kind, id, mine, theirs, state, decision } = entry;
        const isTheirs = state !== 'same' && (decision === 'theirs' || restored.has(entry));
        yield { kind, id, ...knownAfter(mine, theirs, { isTheirs, most: packageLimits.history }) };
      }
    },
    discarded,
    report(): PackageReport {
      const { restored, kept } = listsNeeded();
      const named = [...discarded()];
      return {
        outcome: outcome(),
        discarded: named.slice(0, mostNamed).map(({ kind, name, decision }) => ({ kind, name, decision })),
        discardedCount: named.length,
        restoredLists: restored.map(({ name }) => name),
        keptLists: kept.map(({ name }) => name),
      };
    },
  };
}

/** The comparison of a package with this computer. */
export type Review = ReturnType<typeof createReview>;
