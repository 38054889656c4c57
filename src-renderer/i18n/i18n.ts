import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../resources/messages/en.json' with { type: 'json' };
import es from '../../resources/messages/es.json' with { type: 'json' };

const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

// A message missing in the Spanish catalogue is a type error here; the test of the catalogue finds extra ones (except
// for the plural form `many`, which English does not have).
const spanish: typeof en = es;

/** Returns the first of the system's languages that Nadir supports; English if it supports none. */
export function systemLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** Starts i18next with the messages of all languages, in this language. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, es: { translation: spanish } },
    // React escapes the values itself.
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
