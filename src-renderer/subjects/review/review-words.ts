import type { TFunction } from 'i18next';
import {
  type ReviewState,
  type ReviewStep,
  reviewStates,
  type Verdict,
} from '../../../src-preload/contract/reviews.ts';
import type { AttributeValue } from '../../formats/exported-feature.ts';
import type { RemarkShape } from '../../state/review-store.ts';

/** Returns the word for the state of a scene; of an attribute that is none, its text. */
export function stateWord(t: TFunction, value: AttributeValue): string {
  const state: ReviewState | undefined = reviewStates.find((each) => each === value);
  return state === undefined ? String(value) : t(`reviews.state.${state}`);
}

/** Returns the name of what a statement is about. */
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

/** Returns the name of the shape of a drawn remark. */
export const shapeWord = (t: TFunction, shape: RemarkShape): string =>
  ({ point: t('places.kind.point'), line: t('reviews.line'), area: t('places.kind.area') })[shape];

/** Returns the name of the button of a verdict. */
export const verdictAction = (t: TFunction, verdict: Verdict): string =>
  verdict === 'accepted' ? t('handover.review.accept') : t(`reviews.act.${verdict}`);
