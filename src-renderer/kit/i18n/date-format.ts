import i18next from 'i18next';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { writeDaysAsIso } from './format.ts';

/** Changes how days are written in the whole window. */
export async function setDateFormat(format: Settings['dateFormat']): Promise<void> {
  // The language stays, but its change is what makes every part of the window draw its texts again.
  if (writeDaysAsIso(format === 'iso')) await i18next.changeLanguage(i18next.language);
}
