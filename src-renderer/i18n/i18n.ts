import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../resources/messages/en.json' with { type: 'json' };
import es from '../../resources/messages/es.json' with { type: 'json' };
import type { Language } from '../../src-preload/contract/languages.ts';

// A catalogue that is missing, or that lacks a message, is a type error here; a message too many (but for the plural form
// `many`, which English has not) is found by the catalogues' test.
const catalogues: Record<Language, { translation: typeof en }> = {
  en: { translation: en },
  es: { translation: es },
};

/** Starts i18next with the messages of all languages, in this language. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: catalogues,
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

/** Changes the language of the whole window. */
export async function setLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
