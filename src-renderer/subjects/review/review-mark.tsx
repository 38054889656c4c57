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

/** A summary of a scene's reviews for a list row: an icon with its word, the rating and the tags. */
export function ReviewMark({ review, t }: { review: ReviewSummary; t: TFunction }) {
  const { state, rating, tags } = review;
  const [Mark, colour] = state === null ? [IconEye, 'var(--nadir-quiet)'] : icons[state];
  const word = state === null ? t('reviews.opened') : stateWord(t, state);
  const more = [rating === null ? '' : `${rating}/5`, ...tags].filter(Boolean).join(' · ');
  return (
    <span
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0, flexShrink: 1 }}
      data-testid="review-mark"
      data-state={state ?? 'opened'}
    >
      <Mark size={14} color={colour} role="img" aria-label={word} style={{ flex: 'none' }} />
      <span
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
