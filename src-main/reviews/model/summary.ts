import type { ReviewState, ReviewSummary, Verdict } from '../../../src-preload/contract/reviews.ts';
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
function latest<T>(versions: readonly Version<T>[]): Version<T> | undefined {
  return versions.toSorted((a, b) => b.counter - a.counter || (a.writer < b.writer ? -1 : 1))[0];
}

/** Returns the summary of all reviews of a scene. */
export function summaryOf(reviews: readonly Review[]): ReviewSummary {
  const state = stateOf(reviews);
  const reasons = reviews.filter(({ fields }) => isConflict(fields.verdict)).length;
  const tags = new Set(reviews.flatMap(({ fields }) => fields.tags.flatMap(({ value }) => value)));
  return {
    state,
    rating: latest(reviews.flatMap(({ fields }) => fields.rating))?.value ?? null,
    tags: [...tags].sort().slice(0, 200),
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
export function disputedSummary(summary: ReviewSummary, disputed: readonly Disputed[]): ReviewSummary {
  const isVerdict = disputed.some(({ said, isDecision }) => isDecision || said.fields.verdict.length > 0);
  if (!isVerdict) return summary;
  return { ...summary, state: 'conflict', conflicts: Math.max(1, summary.conflicts) };
}
