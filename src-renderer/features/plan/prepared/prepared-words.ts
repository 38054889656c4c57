import type { TFunction } from 'i18next';
import type { AcquisitionPeriod } from '../../../../src-preload/contract/acquired.ts';
import type { PreparedIssue, PreparedStep } from '../../../../src-preload/contract/prepared.ts';
import { formatPeriod, formatUtcDay } from '../../../kit/i18n/format.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';

const acquiredDays = (language: string, period: AcquisitionPeriod): string =>
  period.start === period.end ? formatUtcDay(language, period.start) : formatPeriod(language, period);

/**
 * Returns the message of an issue: of a row of the table, where others are named with their numbers, or of one of several tasks and
 * orders that are sent together.
 */
export function issueText(
  t: TFunction,
  language: string,
  { code, values }: PreparedIssue,
  among: 'rows' | 'together' = 'rows',
): string {
  if (code === 'field') return validationMessage(t, String(values.message));
  if (code === 'inLibrary')
    return t('prepared.issue.inLibrary', {
      at: acquiredDays(language, { start: String(values.start), end: String(values.end) }),
    });
  if (among === 'together' && (code === 'twin' || code === 'duplicate' || code === 'sceneTwice'))
    return t(`prepared.together.${code}`, values);
  if (code === 'sceneDelivered')
    return t(`prepared.issue.sceneDelivered.${values.from === 'task' ? 'task' : 'order'}`, values);
  if (code === 'existing' || code === 'sentBefore' || code === 'sceneOrdered') {
    const from = values.from === 'outbox' ? 'outbox' : 'service';
    return t(`prepared.issue.${code}.${from}`, values);
  }
  return t(`prepared.issue.${code}`, values);
}

/** Returns a description of a step, such as `change 3 rows`. */
export const preparedStepText = (t: TFunction, { kind, count }: PreparedStep): string =>
  t(`prepared.step.${kind}`, { count });
