import i18next from 'i18next';
import { expect, it } from 'vitest';
import { setLanguage, startI18n } from './i18n.ts';

it('starts in a language after its messages are loaded', async () => {
  await startI18n('es');
  expect(i18next.t('common.close')).toBe('Cerrar');
  expect(document.documentElement.lang).toBe('es');
  await startI18n('en');
  expect(i18next.t('common.close')).toBe('Close');
  expect(document.documentElement.lang).toBe('en');
});

it('keeps the language that was requested last, whichever file arrives first', async () => {
  i18next.removeResourceBundle('es', 'translation');
  await Promise.all([setLanguage('es'), setLanguage('en')]);
  expect(i18next.language).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
