import type { TFunction } from 'i18next';
import type { Problem } from '../../../../src-shared/geometry/area.ts';
import type { RejectedFeature, Where } from '../../../formats/imported.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';

/** Returns the text of a problem. Values that are messages are translated too, with the other values. */
export function problemText(t: TFunction, { message, values = {} }: Problem): string {
  const translated = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' && value.startsWith('validation.')
      ? validationMessage(t, value, values)
      : value,
  ]);
  return validationMessage(t, message, Object.fromEntries(translated));
}

/** Returns the text of a feature's position in its file: its line, or its number if several features share a line. */
export function whereText(t: TFunction, { layer, line, number }: Where): string {
  const at = line === null || number > line ? t('import.feature', { number }) : t('import.line', { line });
  return layer === null ? at : t('import.inLayer', { layer, at });
}

/** Returns the name of a rejected feature, or the beginning of its raw text. */
export const rejectedName = (t: TFunction, { name, raw, where }: RejectedFeature): string =>
  name ?? (raw === '' ? whereText(t, where) : raw);
