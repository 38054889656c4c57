import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../../resources/messages/en.json' with { type: 'json' };
import type { Language } from '../../../src-preload/contract/languages.ts';

type Catalogue = typeof en;

// English is in the first script, because it is the fallback for missing messages. Other languages are loaded when they
// are first shown. A missing catalogue or message is a type error here; the catalogues' test finds extra messages
// (apart from the plural form `many`, which English does not have).
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  es: () => import('../../../resources/messages/es.json', { with: { type: 'json' } }),
};

/** Loads the messages of a language once. Rejects if its file cannot be read. */
async function readCatalogue(language: Language): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return;
  const { default: messages } = await catalogues[language]();
  i18next.addResourceBundle(language, 'translation', messages);
}

/** The language that was requested last. An earlier one whose file arrives later must not replace it. */
let wanted: Language = 'en';

/**
 * Changes the language of the whole window. Rejects if its messages cannot be read, and keeps the previous language.
 */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  await readCatalogue(language);
  if (wanted !== language) return;
  document.documentElement.lang = language;
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

/** Starts i18next in this language; in English if the messages of this language cannot be read. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes values.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = 'en';
  await setLanguage(language).catch(() => undefined);
}
