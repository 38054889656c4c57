import type {
  HandedDecision,
  HandedGroup,
  HandedKind,
  HandedState,
} from '../../../src-preload/contract/handover.ts';
import { contentHash } from '../../core/content-hash.ts';

/** The stored state of an item when a package last had it: the hash of its content (null if it was removed), and its revisions. */
export interface ItemState {
  hash: string | null;
  /** The revisions, newest last; the last one is that of the content. It is never empty. */
  history: readonly string[];
}

/** A side of an item: the hash of its content (null for no content), its revision, and the earlier revisions. */
export interface Side {
  hash: string | null;
  /** Null if this side never had the item. */
  revision: string | null;
  history: readonly string[];
}

/**
 * Returns the revision of the present content. The revision of content that was never handed over is its hash. The revision of a
 * change since the last package is made of the content and the revision before it, so that a return to an earlier content is a new
 * revision too.
 */
export function revisionOf(hash: string | null, recorded: ItemState | null): string | null {
  const last = recorded?.history.at(-1);
  if (recorded === null || last === undefined) return hash;
  return recorded.hash === hash ? last : contentHash([hash, last]);
}

interface Order {
  /** True if their side is newer than ours, and the other way round. If both are false, both sides were changed. */
  isTheirsNewer: boolean;
  isOursNewer: boolean;
}

function orderOf(mine: Side, theirs: Side): Order {
  return {
    isTheirsNewer: mine.revision !== null && theirs.history.includes(mine.revision),
    isOursNewer: theirs.revision !== null && mine.history.includes(theirs.revision),
  };
}

/**
 * Returns how the two sides of an item differ. A side is newer if its history has the revision of the other side. If neither history
 * does, both sides were changed, and only the user can decide.
 */
export function classify(mine: Side & { isSent: boolean }, theirs: Side): HandedState {
  if (mine.isSent) return 'sent-here';
  if (mine.hash === theirs.hash) return 'same';
  if (mine.revision === null) return 'new';
  const { isTheirsNewer, isOursNewer } = orderOf(mine, theirs);
  if (isTheirsNewer === isOursNewer) return 'conflict';
  if (isTheirsNewer) return theirs.hash === null ? 'removed-there' : 'changed-there';
  return mine.hash === null ? 'removed-here' : 'changed-here';
}

/** The group in which the review shows a state; null for items that are the same on both sides. */
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
export const defaultDecision: Readonly<Record<HandedState, HandedDecision | null>> = {
  same: 'mine',
  new: 'theirs',
  'changed-there': 'theirs',
  'removed-there': 'mine',
  conflict: null,
  'changed-here': 'mine',
  'removed-here': 'mine',
  'sent-here': 'mine',
};

/**
 * The kinds of items of which both versions can be kept. Places name their list by its id, and maps are settings, so two of
 * them would confuse.
 */
const canBeDoubled: readonly HandedKind[] = ['place', 'template', 'prepared', 'draft'];

/** Returns the decisions that the user may make about an item. */
export function optionsFor(
  kind: HandedKind,
  state: HandedState,
  { isHere, isThere }: { isHere: boolean; isThere: boolean },
): HandedDecision[] {
  if (state === 'same' || state === 'sent-here') return ['mine'];
  return isHere && isThere && canBeDoubled.includes(kind) ? ['mine', 'theirs', 'both'] : ['mine', 'theirs'];
}

/** Returns a revision that is newer than both sides, and that neither has had before. */
function laterRevision(hash: string | null, mine: Side, theirs: Side): string {
  const past = new Set([...mine.history, ...theirs.history, mine.revision, theirs.revision]);
  let revision = contentHash([hash, mine.revision, theirs.revision]);
  while (past.has(revision)) revision = contentHash([hash, revision]);
  return revision;
}

/**
 * Returns the revision of the side that is kept. Keeping the older side, or one of two that were both changed, makes a new
 * revision.
 */
function revisionAfter(mine: Side, theirs: Side, isTheirs: boolean): string | null {
  const { isTheirsNewer, isOursNewer } = orderOf(mine, theirs);
  if (mine.hash === theirs.hash) {
    if (isTheirsNewer !== isOursNewer) return isTheirsNewer ? theirs.revision : mine.revision;
    // Both computers must choose the same one of two revisions of the same content.
    return (mine.revision ?? '') > (theirs.revision ?? '') ? mine.revision : theirs.revision;
  }
  if (isTheirs)
    return mine.revision === null || (isTheirsNewer && !isOursNewer)
      ? theirs.revision
      : laterRevision(theirs.hash, mine, theirs);
  return isOursNewer && !isTheirsNewer ? mine.revision : laterRevision(mine.hash, mine, theirs);
}

/**
 * Returns the state to be stored of an item after the decision. Its history has the revisions of both sides, at most
 * `maxHistory`.
 */
export function stateAfter(
  mine: Side,
  theirs: Side,
  { isTheirs, maxHistory }: { isTheirs: boolean; maxHistory: number },
): ItemState {
  const last = revisionAfter(mine, theirs, isTheirs);
  const all = [...mine.history, ...theirs.history, mine.revision, theirs.revision, last];
  // The newest are last; a revision that occurs twice counts as the newer one.
  const history = [...new Set(all.filter((revision) => revision !== null).toReversed())]
    .slice(0, maxHistory)
    .toReversed();
  return { hash: isTheirs ? theirs.hash : mine.hash, history };
}
