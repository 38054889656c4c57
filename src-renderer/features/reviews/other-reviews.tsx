import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SceneReview } from '../../../src-preload/contract/reviews.ts';
import { formatUtc } from '../../kit/i18n/format.ts';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { fieldWord, stateWord } from './review-words.ts';
import { remarkText, verdictText } from './value-text.ts';

/** Returns the statements of a reviewer as facts; a conflicting field has both values. */
function useFactsOf({ verdict, decision, rating, tags, notes, remarks, seen }: SceneReview): Fact[] {
  const { t, i18n } = useTranslation();
  const factOf = (name: string, values: readonly { text: string }[]): Fact[] => {
    const text = values
      .map((each) => each.text)
      .filter(Boolean)
      .join(' / ');
    return text === '' ? [] : [[name, text]];
  };
  return [
    ...factOf(
      fieldWord(t, 'verdict'),
      verdict.map(({ value, at }) => ({
        text: value === null ? '' : `${verdictText(t, value)} · ${formatUtc(i18n.language, at)}`,
      })),
    ),
    ...factOf(
      fieldWord(t, 'decision'),
      decision.map(({ value, at }) => ({
        text: value === null ? '' : `${stateWord(t, value)} · ${formatUtc(i18n.language, at)}`,
      })),
    ),
    ...factOf(
      fieldWord(t, 'rating'),
      rating.map(({ value }) => ({ text: value === null ? '' : `${value}/5` })),
    ),
    ...factOf(
      fieldWord(t, 'tags'),
      tags.map(({ value }) => ({ text: value.join(', ') })),
    ),
    ...factOf(
      fieldWord(t, 'notes'),
      notes.map(({ value }) => ({ text: value })),
    ),
    ...remarks.flatMap(({ values }) =>
      factOf(
        fieldWord(t, 'remark'),
        values.map(({ value }) => ({ text: remarkText(t, value) })),
      ),
    ),
    ...(seen === null ? [] : [[t('reviews.seen'), formatUtc(i18n.language, seen.last)] satisfies Fact]),
  ];
}

function OtherReview({ review }: { review: SceneReview }) {
  const facts = useFactsOf(review);
  return (
    <div data-testid="other-review">
      <Text size="xs" fw={600}>
        {review.name}
      </Text>
      <Facts facts={facts} />
    </div>
  );
}

/** The statements of other reviewers, and who has seen the scene. */
export function OtherReviews({ reviews }: { reviews: readonly SceneReview[] }) {
  const { t } = useTranslation();
  const others = reviews.filter(({ isMine }) => !isMine);
  if (others.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('reviews.others')}
      </Text>
      {others.map((review) => (
        <OtherReview key={review.reviewerId} review={review} />
      ))}
    </Stack>
  );
}
