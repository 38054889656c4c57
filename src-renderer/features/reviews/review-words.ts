import type { TFunction } from 'i18next';
import {
  type ReviewState,
  type ReviewStep,
  reviewStates,
  type Verdict,
} from '../../../src-preload/contract/reviews.ts';
import type { AttributeValue } from '../../formats/exported-feature.ts';
import type { RemarkShape } from '../../kit/state/review-store.ts';

/** Returns the word for a scene's state; any other attribute value as text. */
export function stateWord(t: TFunction, value: AttributeValue): string {
  const state: ReviewState | undefined = reviewStates.find((each) => each === value);
  return state === undefined ? String(value) : t(`reviews.state.${state}`);
}

/** Returns the label of the field of a statement. */
export function fieldWord(t: TFunction, field: ReviewStep['field']): string {
  const words = {
    verdict: t('reviews.verdict'),
    rating: t('reviews.rating'),
    tags: t('places.column.tags'),
    notes: t('places.column.notes'),
    decision: t('reviews.decision'),
    remark: t('reviews.remark'),
  };
  return words[field];
}

/** Returns the word for the shape of a remark. */
export const shapeWord = (t: TFunction, shape: RemarkShape): string =>
  ({ point: t('places.kind.point'), line: t('reviews.line'), area: t('places.kind.area') })[shape];

/** Returns the label of the button of a verdict. */
export const verdictAction = (t: TFunction, verdict: Verdict): string =>
  verdict === 'accepted' ? t('handover.review.accept') : t(`reviews.act.${verdict}`);
