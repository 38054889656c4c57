import { canonicalText } from '../../../core/content-hash.ts';
import type { StatementTarget } from './field-values.ts';
import { mergeVersions } from './merge-reviews.ts';
import { allVersions, emptyReview, type Review, type Version } from './review.ts';

/**
 * What a reviewer said in this database, and a file says under the same name that it was replaced. Nadir cannot know whether the person did
 * that at another computer or somebody else wrote the file, so both are shown until the person chooses.
 */
export interface Disputed {
  /** A review with nothing but the replaced statements. */
  said: Review;
  /** True if the file decides between reviewers, which was not decided in this database. */
  isDecision: boolean;
}

/** Returns the versions of this writer that were replaced by other values. */
function findReplaced<T>(before: readonly Version<T>[], after: readonly Version<T>[], writer: string) {
  const left = new Set(after.map((version) => canonicalText(version)));
  const values = new Set(after.map(({ value }) => canonicalText(value ?? null)));
  return before.filter(
    (version) =>
      version.writer === writer &&
      !left.has(canonicalText(version)) &&
      !values.has(canonicalText(version.value ?? null)),
  );
}

const isEmpty = ({ said, isDecision }: Disputed) => allVersions(said).next().done === true && !isDecision;

/**
 * Returns what a merge with a file has replaced of the statements of this database; null if nothing. `before` is the review without the
 * file, `after` the merged one, both of the reviewer of this computer.
 */
export function findDisputed(before: Review, after: Review, writer: string): Disputed | null {
  const replaced = <T>(versions: readonly Version<T>[], merged: readonly Version<T>[]) =>
    findReplaced(versions, merged, writer);
  const { fields } = before;
  const said: Review = {
    ...emptyReview(before.scene, before.reviewer),
    fields: {
      verdict: replaced(fields.verdict, after.fields.verdict),
      rating: replaced(fields.rating, after.fields.rating),
      tags: replaced(fields.tags, after.fields.tags),
      notes: replaced(fields.notes, after.fields.notes),
      decision: [],
    },
    remarks: Object.fromEntries(
      Object.entries(before.remarks)
        .map(([id, versions]) => [id, replaced(versions, after.remarks[id] ?? [])] as const)
        .filter(([, versions]) => versions.length > 0),
    ),
  };
  const known = new Set(fields.decision.map((version) => canonicalText(version)));
  const wasReviewedHere = [...allVersions(before)].some((version) => version.writer === writer);
  const isDecision =
    wasReviewedHere && after.fields.decision.some((version) => !known.has(canonicalText(version)));
  const disputed = { said, isDecision };
  return isEmpty(disputed) ? null : disputed;
}

/** Returns a review with the statements of another one beside its own: different values become a conflict. */
export function withStatements({ fields, remarks, ...review }: Review, { said }: Disputed): Review {
  // Older than those that replaced them.
  const all: Review['remarks'] = { ...remarks };
  for (const [id, versions] of Object.entries(said.remarks)) all[id] = [...versions, ...(remarks[id] ?? [])];
  return {
    ...review,
    fields: {
      verdict: [...said.fields.verdict, ...fields.verdict],
      rating: [...said.fields.rating, ...fields.rating],
      tags: [...said.fields.tags, ...fields.tags],
      notes: [...said.fields.notes, ...fields.notes],
      decision: fields.decision,
    },
    remarks: all,
  };
}

/** Returns both together; an earlier dispute of a field stays until the person chooses. */
export function joinDisputed(one: Disputed | null, other: Disputed): Disputed {
  if (one === null) return other;
  const [a, b] = [one.said.fields, other.said.fields];
  const remarks: Review['remarks'] = { ...one.said.remarks };
  for (const [id, versions] of Object.entries(other.said.remarks))
    remarks[id] = mergeVersions(remarks[id] ?? [], versions);
  return {
    said: {
      ...one.said,
      fields: {
        verdict: mergeVersions(a.verdict, b.verdict),
        rating: mergeVersions(a.rating, b.rating),
        tags: mergeVersions(a.tags, b.tags),
        notes: mergeVersions(a.notes, b.notes),
        decision: [],
      },
      remarks,
    },
    isDecision: one.isDecision || other.isDecision,
  };
}

/** Returns the disputes without that of a field, about which the person has said something now; null if none is left. */
export function withoutTarget(disputed: Disputed, { field, remarkId }: StatementTarget): Disputed | null {
  const { said } = disputed;
  const { [remarkId ?? '']: _, ...others } = said.remarks;
  const left: Disputed = {
    said:
      field === 'remark'
        ? { ...said, remarks: others }
        : { ...said, fields: { ...said.fields, [field]: [] } },
    isDecision: disputed.isDecision && field !== 'decision',
  };
  return isEmpty(left) ? null : left;
}
