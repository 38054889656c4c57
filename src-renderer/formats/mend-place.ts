import type { Problem } from '../../src-shared/geometry/area.ts';
import { problemOfQuestion } from '../kit/i18n/place-reading.ts';
import { longestPlaceText, readPlace } from '../kit/i18n/read-place.ts';
import type { Answers, ImportedFeature, RejectedFeature } from './imported.ts';
import { createQuestions } from './questions.ts';

/**
 * Reads the retyped place of a rejected feature, in any notation and with the answers for its file. A place that is
 * still ambiguous is a problem, because the dialog asks no questions about a single feature.
 */
export function mendedFeature(
  { where, mend }: RejectedFeature,
  typed: string,
  answers: Answers,
): { feature: ImportedFeature } | { problem: Problem } {
  if (mend === null || typed.trim() === '') return { problem: { message: 'validation.required' } };
  if (typed.length > longestPlaceText) return { problem: { message: 'validation.tooLong' } };
  const reading = readPlace(typed);
  const question = 'question' in reading ? reading.question : null;
  // Without letters, the first number is the latitude, as on the screen.
  if (question !== null && question.kind !== 'order' && answers[question.kind] === undefined)
    return { problem: problemOfQuestion(question) };
  const found = createQuestions(answers).place(typed, reading);
  if ('problem' in found) return found;
  const [longitude, latitude] = found.at;
  const { altitudeMetres } = found;
  return {
    feature: { ...mend.text, geometry: { kind: 'point', longitude, latitude, altitudeMetres }, where },
  };
}
