import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Remark, ReviewProblem } from '../../../../src-preload/contract/reviews.ts';
import { contentHash } from '../../../core/content-hash.ts';
import { isBeyondBounds } from '../../../service/http/nesting.ts';
import { distinctValues } from '../model/merge-reviews.ts';
import { type Review, type ReviewedScene, reviewSchema, writerSchema } from '../model/review.ts';

/** Review files are never larger than this. */
export const maxReviewBytes = 8 * 1024 * 1024;
/** The limit of a review as JSON, below that of its file, which has everything twice: for Nadir and for other programs. */
export const maxReviewLength = 3 * 1024 * 1024;

const layout = 1;

const headSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  'nadir:review': z.looseObject({ version: z.number() }),
});
const fileSchema = z.looseObject({
  'nadir:review': z.object({
    version: z.literal(layout),
    writer: writerSchema,
    digest: z.string().max(100),
    review: z.unknown(),
  }),
  features: z.array(z.unknown()),
});

/** A review file as it was read. */
export interface ReadReview {
  review: Review;
  /** The id of the database that wrote it. */
  writer: string;
  /** False if somebody has changed the file since Nadir wrote it: its statements are used, and it is never replaced. */
  isUnchanged: boolean;
}

/** True for the names of review files, also of copies that a file manager has renamed. */
export const isReviewName = (name: string): boolean =>
  name.length <= 200 && /^stac-review\.[^/\\]*\.json$/i.test(name);

/**
 * Returns the nth name for the file of a review, from 1. Each database writes its own files, so that folders of two computers can be merged
 * by copying, and no two programs write the same file. The name has a hash of the scene, because two scenes may share a folder.
 */
export function reviewFileName(
  review: Pick<Review, 'scene' | 'reviewer'>,
  writer: string,
  n: number,
): string {
  const { contractId, sceneId } = review.scene;
  const scene = createHash('sha256')
    .update(JSON.stringify([contractId, sceneId]))
    .digest('hex')
    .slice(0, 8);
  return `stac-review.${scene}-${review.reviewer.id}-${writer}${n === 1 ? '' : `-${n}`}.json`;
}

/** True if both are the same scene. Services are not compared, because an address may change. */
export const isOfSameScene = (one: ReviewedScene, other: ReviewedScene): boolean =>
  one.sceneId === other.sceneId && one.contractId === other.contractId;

const featureOf = (geometry: Remark['geometry'] | null, properties: object, id?: string) => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  geometry,
  properties,
});

/** Returns the features for other programs: one without a geometry for the scene, and one for each drawn remark. */
function featuresOf({ scene, reviewer, seen, fields, remarks }: Review): object[] {
  const [verdict] = distinctValues(fields.verdict);
  const common = { scene: scene.sceneId, reviewer: reviewer.name };
  const about = featureOf(null, {
    ...common,
    kind: 'review',
    verdict: verdict?.value?.verdict ?? null,
    reason: verdict?.value?.reason ?? null,
    rating: distinctValues(fields.rating)[0]?.value ?? null,
    tags: (distinctValues(fields.tags)[0]?.value ?? []).join(', '),
    notes: distinctValues(fields.notes)[0]?.value ?? '',
    at: verdict?.at ?? null,
    seen: seen?.last ?? null,
  });
  const drawn = Object.entries(remarks).flatMap(([id, versions]) =>
    distinctValues(versions).flatMap(({ value, at }, i) =>
      value === null
        ? []
        : [
            featureOf(
              value.geometry,
              { ...common, kind: 'remark', text: value.text, at },
              i === 0 ? id : `${id}-${i + 1}`,
            ),
          ],
    ),
  );
  return [about, ...drawn];
}

/** Returns the text of a review file. */
export function toReviewText(review: Review, writer: string): string {
  const features = featuresOf(review);
  const digest = contentHash({ review, features });
  const content = {
    type: 'FeatureCollection',
    'nadir:review': { version: layout, writer, digest, review },
    features,
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

/** Returns why a review is refused. */
function problemOf(issues: readonly z.core.$ZodIssue[]): ReviewProblem {
  const [issue] = issues;
  if (issue === undefined) return 'invalid';
  const path = issue.path.map(String);
  if (path.includes('geometry')) return 'geometry';
  if (path.includes('counter') || path.includes('past')) return 'clock';
  if (issue.code === 'too_big' && ['array', 'set', 'map'].includes(String(issue.origin))) return 'too-many';
  return path.at(-1) === 'remarks' && issue.code === 'custom' ? 'too-many' : 'invalid';
}

/**
 * Reads the text of a review file. Nothing in it is trusted: a file that is malformed or exceeds a limit is refused as a whole; then the
 * problem is returned.
 */
export function readReviewText(text: string): ReadReview | ReviewProblem {
  if (Buffer.byteLength(text) > maxReviewBytes) return 'too-large';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  if (isBeyondBounds(json)) return 'too-complex';
  const head = headSchema.safeParse(json);
  if (!head.success) return 'not-review';
  if (head.data['nadir:review'].version !== layout) return 'other-version';
  const file = fileSchema.safeParse(json);
  if (!file.success) return 'invalid';
  const { digest, writer, review: content } = file.data['nadir:review'];
  try {
    const read = reviewSchema.safeParse(content);
    if (!read.success) return problemOf(read.error.issues);
    const isUnchanged = digest === contentHash({ review: content, features: file.data.features });
    return { review: read.data, writer, isUnchanged };
  } catch {
    // With very many invalid parts the schema check itself throws.
    return 'invalid';
  }
}
