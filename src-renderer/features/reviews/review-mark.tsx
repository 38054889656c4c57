import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconRotateClockwise2,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReviewState, ReviewSummary } from '../../../src-preload/contract/reviews.ts';
import { stateWord } from './review-words.ts';

const icons: Readonly<Record<ReviewState, readonly [icon: Icon, colour: string]>> = {
  accepted: [IconCircleCheck, 'var(--nadir-accent)'],
  rejected: [IconCircleX, 'var(--nadir-warning)'],
  'needs-task': [IconRotateClockwise2, 'var(--nadir-quiet)'],
  conflict: [IconAlertTriangle, 'var(--nadir-warning)'],
};

/**
 * A summary of a scene's reviews for a list row: an icon with its word, the rating and the tags, with who gave them unless it was this
 * reviewer.
 */
export function ReviewMark({ review, t }: { review: ReviewSummary; t: TFunction }) {
  const { state, rating, ratingBy, tags, tagsBy } = review;
  const [Mark, colour] = state === null ? [IconEye, 'var(--nadir-quiet)'] : icons[state];
  const word = state === null ? t('reviews.opened') : stateWord(t, state);
  const by = (text: string, names: readonly string[]) =>
    names.length === 0 ? text : t('reviews.saidBy', { text, names: names.join(', ') });
  const more = [
    ...(rating === null ? [] : [by(`${rating}/5`, ratingBy === null ? [] : [ratingBy])]),
    ...tags.map((tag) => by(tag, tagsBy[tag] ?? [])),
  ].join(' · ');
  return (
    <span
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0, flexShrink: 1 }}
      data-testid="review-mark"
      data-state={state ?? 'opened'}
    >
      <Mark size={14} color={colour} role="img" aria-label={word} style={{ flex: 'none' }} />
      <span
        title={more === '' ? undefined : more}
        style={{
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: 'var(--nadir-quiet)',
          fontSize: 11,
        }}
      >
        {more}
      </span>
    </span>
  );
}
