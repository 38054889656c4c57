import type { TFunction } from 'i18next';
import type { Remark, VerdictValue } from '../../../src-preload/contract/reviews.ts';
import { shapeWord, stateWord } from './review-words.ts';

/** Formats a verdict with its reason. */
export function verdictText(t: TFunction, value: VerdictValue | null): string {
  if (value === null) return t('reviews.noVerdict');
  const word = stateWord(t, value.verdict);
  return value.reason === '' ? word : `${word} (${value.reason})`;
}

/** Formats a remark; null stands for a removed one. */
export function remarkText(t: TFunction, remark: Remark | null): string {
  if (remark === null) return t('reviews.removedRemark');
  const shape = { Point: 'point', LineString: 'line', Polygon: 'area' } as const;
  const word = shapeWord(t, shape[remark.geometry.type]);
  return remark.text === '' ? word : `${word}: ${remark.text}`;
}
