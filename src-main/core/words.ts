import { createInstance, type TFunction } from 'i18next';
import en from '../../resources/messages/en.json' with { type: 'json' };
import es from '../../resources/messages/es.json' with { type: 'json' };
import { type Language, type LanguageChoice, systemLanguage } from '../../src-preload/contract/languages.ts';

/** The words of the native menu; all other messages of main are translated by key. */
export type MenuWords = (typeof en)['menu'];

// A catalogue that is missing, or that lacks a message of the menu, is a type error here.
const menus: Record<Language, MenuWords> = { en: en.menu, es: es.menu };

const translations = createInstance();
void translations.init({
  fallbackLng: 'en',
  resources: { en: { translation: en }, es: { translation: es } } satisfies Record<Language, unknown>,
  // Native menus, notifications and terminals show plain text.
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** What a host says in the language of the user. */
export interface HostWords {
  language: Language;
  menu: MenuWords;
  t: TFunction;
}

/** Returns the words in the chosen language; `preferred`, the languages of the system, best first, decide when none is chosen. */
export function wordsFor(choice: LanguageChoice, preferred: readonly string[]): HostWords {
  const language = choice === 'system' ? systemLanguage(preferred) : choice;
  return { language, menu: menus[language], t: translations.getFixedT(language) };
}
