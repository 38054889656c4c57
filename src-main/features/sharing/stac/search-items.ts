import type { SearchTerms } from './search-terms.ts';
import { boxOfShape, intersects, positionsOf } from './shapes.ts';
import { type FoundRow, itemIdOf, type SharedSource, sceneIdsOf } from './shared-source.ts';
import type { ItemContext, StacItems } from './stac-items.ts';

/** The scenes that are read at once. */
const batchScenes = 200;
/** The scenes that one request checks at most; its answer has the items found by then and a link to the next ones. */
const maxChecked = 20_000;
/** The pairs of vertices that one request compares at most: some seconds of the only thread that answers. */
const maxPairs = 200_000_000;
/** An answer ends with the item that makes it longer than this, in characters. */
const maxAnswerLength = 16 * 1024 * 1024;
const dayMs = 86_400_000;

const dayOf = (ms: number): string | null => {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
};

/** Returns what the database can select by: all scenes of the search and some more. */
function selectionOf({ shape, box, from, to, ids, isOldestFirst }: SearchTerms) {
  return {
    box: shape === null ? box : boxOfShape(shape),
    // One day more on both sides, because a stored time may be in any time zone.
    fromDay: from === null ? null : dayOf(from - dayMs),
    toDay: to === null ? null : dayOf(to + 2 * dayMs),
    sceneIds: ids === null ? null : ids.flatMap(sceneIdsOf),
    isOldestFirst,
    limit: batchScenes,
  };
}

/** Creates the search for items. */
export function createSearchItems({
  scenes,
  itemOf,
}: { scenes: Pick<SharedSource, 'page' | 'rings'> } & Pick<StacItems, 'itemOf'>) {
  /** True if the scene matches exactly. `addPairs` receives the number of pairs of vertices that are compared at most. */
  function isMatch(
    { shape, from, to, ids }: SearchTerms,
    found: FoundRow,
    addPairs: (pairs: number) => void,
  ): boolean {
    if (ids !== null && !ids.includes(itemIdOf(found))) return false;
    if (from !== null || to !== null) {
      // An item without a moment is found by its interval (STAC API, Item Search).
      const [start, end] = [Date.parse(found.takenFrom ?? ''), Date.parse(found.takenUntil ?? '')];
      if (!(end >= (from ?? -Infinity) && start <= (to ?? Infinity))) return false;
    }
    if (shape === null) return true;
    const rings = scenes.rings(found.row);
    addPairs((positionsOf(shape) * rings.reduce((sum, ring) => sum + ring.length, 0)) / 2);
    return intersects(shape, rings);
  }

  /** Returns the items of a page as JSON, and the row after which the next page begins; null if this is the last page. */
  return (context: ItemContext, terms: SearchTerms): { texts: string[]; next: FoundRow | null } => {
    const texts: string[] = [];
    const selection = selectionOf(terms);
    let last: FoundRow | null = null;
    let after = terms.after;
    let pairs = 0;
    const addPairs = (more: number) => {
      pairs += more;
    };
    for (let checked = 0, length = 0; checked < maxChecked; ) {
      const batch = scenes.page({ ...selection, after });
      for (const found of batch) {
        checked += 1;
        const item = isMatch(terms, found, addPairs) ? itemOf(context, found) : null;
        if (item !== null) {
          if (texts.length === terms.limit || length > maxAnswerLength) return { texts, next: last };
          const text = JSON.stringify(item);
          length += text.length;
          texts.push(text);
        }
        if (texts.length < terms.limit || item !== null) last = found;
        after = found;
        if (pairs >= maxPairs) return { texts, next: last };
      }
      if (batch.length < batchScenes) return { texts, next: null };
    }
    return { texts, next: last };
  };
}

/** What `createSearchItems` returns. */
export type SearchItems = ReturnType<typeof createSearchItems>;
