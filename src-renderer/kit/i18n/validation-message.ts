import type { TFunction } from 'i18next';
import en from '../../../resources/messages/en.json' with { type: 'json' };

type ValidationKey = keyof typeof en.validation;

function isValidationKey(key: string): key is ValidationKey {
  return Object.hasOwn(en.validation, key);
}

/**
 * Returns the text for the message of a schema, which is a key of the catalogue; for a message of zod itself, returns
 * "not valid".
 */
export function validationMessage(
  t: TFunction,
  message: string,
  values: Record<string, string | number> = {},
): string {
  const key = message.replace(/^validation\./, '');
  return isValidationKey(key) ? t(`validation.${key}`, values) : t('validation.invalid');
}
