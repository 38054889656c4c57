import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../resources/messages/en.json' with { type: 'json' };
import es from '../../resources/messages/es.json' with { type: 'json' };

const languages = ['en', 'es'] as const;
type Language = (typeof languages)[number];

// A message that the Spanish catalogue lacks is a type error here; one too many (but for the plural form `many`, which
// English has not) is found by the catalogue's test.
const spanish: typeof en = es;

/** The first language of the system that Nadir speaks; English where it speaks none of them. */
export function systemLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** Loads the messages of a language and starts i18next with them. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, es: { translation: spanish } },
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

/** Changes the language of the whole window; its messages are loaded first. */
export async function setLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
