import type { HandedGroup, HandedKind, HandedRow } from '../../../src-preload/contract/handover.ts';
import { AppError } from '../../core/app-error.ts';
import { type FieldDifference, fieldDifferences, nameOf } from './item-fields.ts';
import { type Entry, keyOf, type LocalItem, type LocalItems } from './review-operations.ts';
import { comparableSides } from './sent-rows.ts';

/** The fields of a row that say what differs; more do not fit into it. */
const maxFieldsOfRow = 12;

interface ReviewRowsOptions {
  entries: ReadonlyMap<string, Entry>;
  groups: ReadonlyMap<HandedGroup, readonly Entry[]>;
  local: LocalItems;
  /** Returns the lists that are restored or kept because places need them, whatever was decided about them. */
  listsNeeded: () => { restored: readonly Entry[]; kept: readonly Entry[] };
}

/** Returns an item of a review. @throws NOT_FOUND */
export function existingEntry(entries: ReadonlyMap<string, Entry>, kind: HandedKind, id: string): Entry {
  const entry = entries.get(keyOf(kind, id));
  if (entry === undefined) throw new AppError('NOT_FOUND', { what: `${kind} ${id}` });
  return entry;
}

/** Returns the fields in which an item of the package differs from the one here. */
function differencesFrom(here: LocalItem | null, kind: HandedKind, content: unknown): FieldDifference[] {
  const sides = here?.isSent && kind === 'prepared' ? comparableSides(here.content, content) : null;
  return sides === null
    ? fieldDifferences(here?.content ?? null, content)
    : fieldDifferences(sides.mine, sides.theirs);
}

/** Creates the functions that return what a review shows of its items. */
export function createReviewRows({ entries, groups, local, listsNeeded }: ReviewRowsOptions) {
  function rowOf({ kind, id, name, state, decision, options, side, content, isHere }: Entry): HandedRow {
    const here = isHere ? local.read(kind, id) : null;
    const differences = here === null || content === null ? [] : differencesFrom(here, kind, content);
    return {
      kind,
      itemId: id,
      name,
      state,
      decision,
      options,
      theirs: side,
      mine: here && { version: here.version, updatedAt: here.updatedAt, updatedBy: here.updatedBy },
      fields: differences.slice(0, maxFieldsOfRow).map(({ field }) => field),
    };
  }

  /** Returns the name of a list, as it is here or else in the package; its id if it has none. */
  function listName(listId: string): string {
    const here = local.read('list', listId);
    return nameOf('list', here?.content ?? entries.get(keyOf('list', listId))?.content ?? null) || listId;
  }

  return {
    /** Returns a page of a group, with the number of all its items. */
    rows(group: HandedGroup, { offset, limit }: { offset: number; limit: number }) {
      const all = groups.get(group) ?? [];
      const { restored, kept } = listsNeeded();
      const rows = all.slice(offset, offset + limit).map((entry) => ({
        ...rowOf(entry),
        ...(restored.includes(entry) || kept.includes(entry) ? { isNeeded: true } : {}),
      }));
      return { total: all.length, rows };
    },
    /** Returns the fields in which the two sides of an item differ. @throws NOT_FOUND */
    differences(kind: HandedKind, id: string): FieldDifference[] {
      const { content } = existingEntry(entries, kind, id);
      return differencesFrom(local.read(kind, id), kind, content).map(({ field, mine, theirs }) =>
        field === 'listId'
          ? { field, mine: mine && listName(mine), theirs: theirs && listName(theirs) }
          : { field, mine, theirs },
      );
    },
  };
}
