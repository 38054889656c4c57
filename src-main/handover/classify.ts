import type {
  HandedDecision,
  HandedGroup,
  HandedKind,
  HandedState,
} from '../../src-preload/contract/handover.ts';
import { contentHash } from '../core/content-hash.ts';

/** What is remembered of an item since it last passed: the hash of its content (null if it was removed), and its revisions. */
export interface KnownState {
  hash: string | null;
  /** The newest stands last, and is that of the content. Never empty. */
  history: readonly string[];
}

/**
 * A side of an item: the hash of its content, null for nothing, and the revision of it. `history` are the revisions that it came
 * after.
 */
export interface Side {
  hash: string | null;
  /** Null if nothing is here and nothing ever was. */
  revision: string | null;
  history: readonly string[];
}

/**
 * Returns the revision of what is there now. Content that was never handed over is its own revision; a change since then is named by
 * the content and by the revision that it came after, so that going back to an earlier content is a new revision too.
 */
export function revisionOf(hash: string | null, known: KnownState | null): string | null {
  const last = known?.history.at(-1);
  if (known === null || last === undefined) return hash;
  return known.hash === hash ? last : contentHash([hash, last]);
}

interface Order {
  /** True if their side came after ours, and the other way round. Neither: both were changed. */
  theyCameAfter: boolean;
  weCameAfter: boolean;
}

function orderOf(mine: Side, theirs: Side): Order {
  return {
    theyCameAfter: mine.revision !== null && theirs.history.includes(mine.revision),
    weCameAfter: theirs.revision !== null && mine.history.includes(theirs.revision),
  };
}

/**
 * Compares the two sides of an item. A side came after the other one if it knows the revision of the other as one of its own past;
 * if neither does, both were changed and only the user can tell.
 */
export function classify(mine: Side & { isSent: boolean }, theirs: Side): HandedState {
  if (mine.isSent) return 'sent-here';
  if (mine.hash === theirs.hash) return 'same';
  if (mine.revision === null) return 'new';
  const { theyCameAfter, weCameAfter } = orderOf(mine, theirs);
  if (theyCameAfter === weCameAfter) return 'conflict';
  if (theyCameAfter) return theirs.hash === null ? 'removed-there' : 'changed-there';
  return mine.hash === null ? 'removed-here' : 'changed-here';
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

/** Returns a revision that came after both, and that neither has had before. */
function laterRevision(hash: string | null, mine: Side, theirs: Side): string {
  const past = new Set([...mine.history, ...theirs.history, mine.revision, theirs.revision]);
  let revision = contentHash([hash, mine.revision, theirs.revision]);
  while (past.has(revision)) revision = contentHash([hash, revision]);
  return revision;
}

/** Returns the revision of what is kept. Keeping the older side, or either of two that were both changed, is a revision of its own. */
function revisionAfter(mine: Side, theirs: Side, isTheirs: boolean): string | null {
  const { theyCameAfter, weCameAfter } = orderOf(mine, theirs);
  if (mine.hash === theirs.hash) {
    if (theyCameAfter !== weCameAfter) return theyCameAfter ? theirs.revision : mine.revision;
    // Both computers have to choose the same one of two names of the same content.
    return (mine.revision ?? '') > (theirs.revision ?? '') ? mine.revision : theirs.revision;
  }
  if (isTheirs)
    return mine.revision === null || (theyCameAfter && !weCameAfter)
      ? theirs.revision
      : laterRevision(theirs.hash, mine, theirs);
  return weCameAfter && !theyCameAfter ? mine.revision : laterRevision(mine.hash, mine, theirs);
}

/** Returns what is remembered of an item after it was decided: everything that either side knew is in the past of what is kept. */
export function knownAfter(
  mine: Side,
  theirs: Side,
  { isTheirs, most }: { isTheirs: boolean; most: number },
): KnownState {
  const last = revisionAfter(mine, theirs, isTheirs);
  const all = [...mine.history, ...theirs.history, mine.revision, theirs.revision, last];
  // The newest stand last; an older one that occurs again counts as new.
  const history = [...new Set(all.filter((revision) => revision !== null).toReversed())]
    .slice(0, most)
    .toReversed();
  return { hash: isTheirs ? theirs.hash : mine.hash, history };
}
