import type { ReviewProblem } from '../../../../src-preload/contract/reviews.ts';
import { canonicalText } from '../../../core/content-hash.ts';
import {
  clockOf,
  maxCounter,
  maxVersions,
  maxWriters,
  type Past,
  type Review,
  type Version,
} from './review.ts';

const textOf = (version: Version<unknown>) => canonicalText(version);

/**
 * True if `one` replaced `other` or a version that had replaced it. The counter grows with each statement, so that no two versions can
 * replace each other, not even in a hand-made file.
 */
const replaces = (one: Version<unknown>, other: Version<unknown>) =>
  one.counter > other.counter && (one.past[other.writer] ?? 0) >= other.counter;

/**
 * Merges the versions of one field: replaced versions are left out, all others stay. The order of merging makes no difference, and merging
 * twice changes nothing. Two different versions with the same counter, from a hand-made file or a copied database, both stay.
 */
export function mergeVersions<T>(one: readonly Version<T>[], other: readonly Version<T>[]): Version<T>[] {
  const all = new Map<string, Version<T>>();
  for (const version of [...one, ...other]) all.set(textOf(version), version);
  return [...all]
    .filter(([, version]) => ![...all.values()].some((each) => each !== version && replaces(each, version)))
    .toSorted(([a, first], [b, second]) => first.counter - second.counter || (a < b ? -1 : 1))
    .map(([, version]) => version);
}

/** Compares two times, equal ones by their text, so that the order of merging makes no difference. */
const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b) || (a < b ? -1 : 1);

function mergeSeen(one: Review['seen'], other: Review['seen']): Review['seen'] {
  if (one === null || other === null) return one ?? other;
  const [first = one.first] = [one.first, other.first].sort(byTime);
  return { first, last: [one.last, other.last].sort(byTime).at(-1) ?? one.last };
}

/**
 * Returns the reviewer with the name that was entered last: that with the higher counter, of equal ones that of the review with the higher
 * clock, and else the last in the alphabet, so that the order makes no difference.
 */
function mergeReviewer(one: Review, other: Review): Review['reviewer'] {
  const [named, namedOther] = [one.reviewer.nameCounter ?? 0, other.reviewer.nameCounter ?? 0];
  if (named !== namedOther) return (named > namedOther ? one : other).reviewer;
  const [a, b] = [clockOf(one), clockOf(other)];
  if (a !== b) return (a > b ? one : other).reviewer;
  return (one.reviewer.name > other.reviewer.name ? one : other).reviewer;
}

/** Thrown if a merged review would exceed the limit of different values; the reviews stay as they are. */
export class TooManyVersionsError extends Error {}

/** Thrown if the counters of a review are too far ahead of what is known of its scene (`maxAhead`). */
export class ClockAheadError extends Error {}

/** Returns why a review from a file cannot be merged; null for a defect. */
export function mergeProblemOf(error: unknown): ReviewProblem | null {
  if (error instanceof ClockAheadError) return 'clock';
  return error instanceof TooManyVersionsError ? 'too-many' : null;
}

/** Merges two versions of one reviewer's review of one scene. Neither is changed. */
export function mergeReviews(one: Review, other: Review): Review {
  const remarks: Review['remarks'] = { ...one.remarks };
  for (const [id, versions] of Object.entries(other.remarks))
    remarks[id] = mergeVersions(remarks[id] ?? [], versions);
  const merged: Review = {
    scene: one.scene,
    reviewer: mergeReviewer(one, other),
    seen: mergeSeen(one.seen, other.seen),
    fields: {
      verdict: mergeVersions(one.fields.verdict, other.fields.verdict),
      rating: mergeVersions(one.fields.rating, other.fields.rating),
      tags: mergeVersions(one.fields.tags, other.fields.tags),
      notes: mergeVersions(one.fields.notes, other.fields.notes),
      decision: mergeVersions(one.fields.decision, other.fields.decision),
    },
    remarks,
  };
  const fields = [...Object.values(merged.fields), ...Object.values(remarks)];
  if (fields.some(({ length }) => length > maxVersions)) throw new TooManyVersionsError();
  return merged;
}

/** Returns the statements that these versions have replaced, and these versions. */
function pastOf(versions: readonly Version<unknown>[]): Past {
  const past: Record<string, number> = {};
  for (const version of versions) {
    for (const [writer, counter] of Object.entries(version.past))
      past[writer] = Math.max(past[writer] ?? 0, counter);
    past[version.writer] = Math.max(past[version.writer] ?? 0, version.counter);
  }
  return past;
}

/** The writer, counter and time of a statement. */
export type Stamp = Pick<Version<unknown>, 'writer' | 'counter' | 'at'>;

/**
 * Returns the versions of a field after these values have replaced all others. Several values are a conflict, as after the undo of a choice
 * between them. Throws TooManyVersionsError if its counters or writers exceed a limit.
 */
export function restate<T>(
  versions: readonly Version<T>[],
  values: readonly T[],
  { writer, counter, at }: Stamp,
): Version<T>[] {
  const past = pastOf(versions);
  if (Object.keys(past).length >= maxWriters || counter + values.length > maxCounter)
    throw new TooManyVersionsError();
  return values.map((value, i) => ({ value, writer, counter: counter + i, past, at }));
}

/** Returns the different values of a field, that with the highest counter first. More than one is a conflict. */
export function distinctValues<T>(versions: readonly Version<T>[]): Version<T>[] {
  const values = new Map<string, Version<T>>();
  for (const version of versions.toReversed()) {
    const key = canonicalText(version.value ?? null);
    if (!values.has(key)) values.set(key, version);
  }
  return [...values.values()];
}
