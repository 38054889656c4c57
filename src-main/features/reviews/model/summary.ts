import type {
  ReviewerId,
  ReviewState,
  ReviewSummary,
  Verdict,
} from '../../../../src-preload/contract/reviews.ts';
import type { Disputed } from './disputed.ts';
import { distinctValues } from './merge-reviews.ts';
import { type Decision, maxDecided, type Review, type StatementKey, type Version } from './review.ts';

/** A verdict or a decision that counts unless a later decision was made over it. */
interface Claim {
  key: StatementKey;
  verdict: Verdict;
}

const keyText = ({ reviewer, writer, counter }: StatementKey) => `${reviewer} ${writer} ${counter}`;
const keyOf = (reviewer: StatementKey['reviewer'], { writer, counter }: Version<unknown>): StatementKey => ({
  reviewer,
  writer,
  counter,
});

/** Returns the verdicts and decisions of all reviewers without those that a decision was made over. */
function openClaims(reviews: readonly Review[]): Claim[] {
  const claims: Claim[] = [];
  const decided = new Set<string>();
  for (const { reviewer, fields } of reviews) {
    for (const version of fields.verdict)
      if (version.value !== null)
        claims.push({ key: keyOf(reviewer.id, version), verdict: version.value.verdict });
    for (const version of fields.decision) {
      if (version.value === null) continue;
      claims.push({ key: keyOf(reviewer.id, version), verdict: version.value.verdict });
      for (const key of version.value.over) decided.add(keyText(key));
    }
  }
  return claims.filter(({ key }) => !decided.has(keyText(key)));
}

/**
 * Returns the state of a scene: the common verdict of all reviewers, or the decision between them. Null without any verdict. A decision
 * covers the statements that were known when it was made: a later different one is a conflict again.
 */
export function stateOf(reviews: readonly Review[]): ReviewState | null {
  const verdicts = new Set(openClaims(reviews).map(({ verdict }) => verdict));
  if (verdicts.size > 1) return 'conflict';
  return [...verdicts][0] ?? null;
}

/** Returns a decision over all verdicts and decisions that are known now. */
export function decide(reviews: readonly Review[], verdict: Verdict): Decision {
  const over = reviews.flatMap(({ reviewer, fields }) =>
    [...fields.verdict, ...fields.decision].map((version) => keyOf(reviewer.id, version)),
  );
  return { verdict, over: over.slice(0, maxDecided) };
}

const isConflict = (versions: readonly Version<unknown>[]) => distinctValues(versions).length > 1;

/** Returns the number of fields and remarks of one reviewer that have a conflict. Verdicts are not counted here. */
function ownConflicts({ fields, remarks }: Review): number {
  const all = [fields.rating, fields.tags, fields.notes, ...Object.values(remarks)];
  return all.filter(isConflict).length;
}

const isShown = (versions: readonly Version<unknown>[]) => versions.some(({ value }) => value !== null);

/** Returns the version with the highest counter; of equal counters the first by writer, so that all computers agree. */
function latest<Each extends Version<unknown>>(versions: readonly Each[]): Each | undefined {
  return versions.toSorted((a, b) => b.counter - a.counter || (a.writer < b.writer ? -1 : 1))[0];
}

/** The limit for tags in a summary, and for the reviewers that are named for one of them. */
const maxTags = 200;
const maxNamed = 5;

/** Returns the tags of all reviewers, those of `me` first, and who has given the others. */
function joinTags(reviews: readonly Review[], me: ReviewerId): Pick<ReviewSummary, 'tags' | 'tagsBy'> {
  const own = new Set<string>();
  const others = new Map<string, Set<string>>();
  for (const { reviewer, fields } of reviews)
    for (const tag of fields.tags.flatMap(({ value }) => value))
      if (reviewer.id === me) own.add(tag);
      else others.set(tag, (others.get(tag) ?? new Set()).add(reviewer.name));
  const ofOthers = [...others].filter(([tag]) => !own.has(tag)).sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = ofOthers.slice(0, Math.max(0, maxTags - own.size));
  return {
    tags: [...[...own].sort().slice(0, maxTags), ...shown.map(([tag]) => tag)],
    tagsBy: Object.fromEntries(shown.map(([tag, names]) => [tag, [...names].sort().slice(0, maxNamed)])),
  };
}

/** Returns the rating of `me`, or else the latest one of another reviewer with the name of who gave it. */
function chooseRating(
  reviews: readonly Review[],
  me: ReviewerId,
): Pick<ReviewSummary, 'rating' | 'ratingBy'> {
  const given = reviews.flatMap(({ reviewer, fields }) =>
    fields.rating.flatMap((version) => (version.value === null ? [] : [{ ...version, reviewer }])),
  );
  const own = latest(given.filter(({ reviewer }) => reviewer.id === me));
  if (own !== undefined) return { rating: own.value, ratingBy: null };
  const other = latest(given);
  return { rating: other?.value ?? null, ratingBy: other?.reviewer.name ?? null };
}

/** Returns the summary of all reviews of a scene, as `me` sees it. */
export function summaryOf(reviews: readonly Review[], me: ReviewerId): ReviewSummary {
  const state = stateOf(reviews);
  const reasons = reviews.filter(({ fields }) => isConflict(fields.verdict)).length;
  return {
    state,
    ...chooseRating(reviews, me),
    ...joinTags(reviews, me),
    conflicts:
      reviews.reduce((sum, review) => sum + ownConflicts(review), 0) +
      // One decision ends the conflicts of verdicts, within a reviewer and between reviewers.
      Math.max(reasons, state === 'conflict' ? 1 : 0),
    remarks: reviews.reduce(
      (sum, { remarks }) => sum + Object.values(remarks).filter((versions) => isShown(versions)).length,
      0,
    ),
    reviewers: reviews.length,
  };
}

/** Returns the summary of a scene of which files say to have replaced statements: a verdict or decision in dispute is a conflict. */
export function disputedSummary<Summary extends Pick<ReviewSummary, 'state' | 'conflicts'>>(
  summary: Summary,
  disputed: readonly Disputed[],
): Summary {
  const isVerdict = disputed.some(({ said, isDecision }) => isDecision || said.fields.verdict.length > 0);
  if (!isVerdict) return summary;
  return { ...summary, state: 'conflict', conflicts: Math.max(1, summary.conflicts) };
}
