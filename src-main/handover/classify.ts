import type {
  HandedDecision,
  HandedGroup,
  HandedKind,
  HandedState,
} from '../../src-preload/contract/handover.ts';

/** What this computer has of an item. */
export interface LocalSide {
  /** Of the content that is here now; null if nothing is. */
  hash: string | null;
  /** Of contents that were handed over and that the present one, or its removal, came after. Empty if nothing ever was. */
  history: readonly string[];
  /** True if it was sent to the service from here. */
  isSent: boolean;
}

/** What the package has of it; a hash of null says that the maker has removed it. */
export interface TheirSide {
  hash: string | null;
  history: readonly string[];
}

/**
 * Compares the two sides of an item. A side came after the other one if it knows the content of the other as one of its own past;
 * if neither does, or each does, both were changed and only the user can tell.
 */
export function classify(mine: LocalSide, theirs: TheirSide): HandedState {
  if (mine.isSent) return 'sent-here';
  if (mine.hash === theirs.hash) return 'same';
  const theyCameAfter = mine.hash === null ? false : theirs.history.includes(mine.hash);
  const weCameAfter = theirs.hash === null ? false : mine.history.includes(theirs.hash);
  if (theirs.hash === null) return theyCameAfter ? 'removed-there' : 'conflict';
  if (mine.hash === null) {
    if (mine.history.length === 0) return 'new';
    return weCameAfter ? 'removed-here' : 'conflict';
  }
  if (theyCameAfter === weCameAfter) return 'conflict';
  return theyCameAfter ? 'changed-there' : 'changed-here';
}

/** The group in which the review shows a state; null for what is the same on both sides. */
export const groupOf: Readonly<Record<HandedState, HandedGroup | null>> = {
  same: null,
  new: 'new',
  'changed-there': 'changed',
  'removed-there': 'changed',
  conflict: 'conflict',
  'changed-here': 'here',
  'removed-here': 'here',
  'sent-here': 'here',
};

/** What is done if the user says nothing; null if the user has to decide. Nothing is removed and nothing is lost by it. */
export const usualDecision: Readonly<Record<HandedState, HandedDecision | null>> = {
  same: 'mine',
  new: 'theirs',
  'changed-there': 'theirs',
  'removed-there': 'mine',
  conflict: null,
  'changed-here': 'mine',
  'removed-here': 'mine',
  'sent-here': 'mine',
};

/** Lists hold places by their ids and maps are settings, so a second one of them would only confuse. */
const canBeDoubled: readonly HandedKind[] = ['place', 'template', 'prepared', 'draft'];

/** Returns what the user may decide about an item. */
export function optionsFor(
  kind: HandedKind,
  state: HandedState,
  { isHere, isThere }: { isHere: boolean; isThere: boolean },
): HandedDecision[] {
  if (state === 'same' || state === 'sent-here') return ['mine'];
  return isHere && isThere && canBeDoubled.includes(kind) ? ['mine', 'theirs', 'both'] : ['mine', 'theirs'];
}

/** Returns what is remembered of an item after it was decided: everything that either side knew is in the past of what is kept. */
export function historyAfter(
  mine: LocalSide,
  theirs: TheirSide,
  { most }: { most: number },
): string[] {
  const all = [...mine.history, ...theirs.history, mine.hash, theirs.hash].filter((hash) => hash !== null);
  // The newest stand last; an older one that occurs again counts as new.
  return [...new Set(all.toReversed())].slice(0, most).toReversed();
}
