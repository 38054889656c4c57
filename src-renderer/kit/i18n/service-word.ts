import type { TFunction } from 'i18next';

/**
 * Returns a status of the service for which Nadir has no words: the service's own word, with blanks for the underscores of its code
 * (`awaiting_conditions`). "Unknown" if it gave none.
 */
export const serviceWord = (t: TFunction, status: string): string =>
  status.replace(/_+/g, ' ').trim() || t('common.unknown');
