import en from '../resources/messages/en.json' with { type: 'json' };
import es from '../resources/messages/es.json' with { type: 'json' };
import { type Language, type LanguageChoice, systemLanguage } from '../src-preload/contract/languages.ts';

/** The catalogue's words that a host shows itself: its menu, and why it could not start. */
export type HostWords = Pick<typeof en, 'menu' | 'start'> & {
  downloads: Pick<typeof en.downloads, 'batchDone'>;
  tracking: Pick<typeof en.tracking, 'notice'>;
};

// A catalogue that is missing, or that lacks one of these messages, is a type error here.
const catalogues: Record<Language, HostWords> = { en, es };

/** `preferred`: the system's languages, best first; they decide where the person has not. */
export function wordsFor(
  choice: LanguageChoice,
  preferred: readonly string[],
): { language: Language; words: HostWords } {
  const language = choice === 'system' ? systemLanguage(preferred) : choice;
  return { language, words: catalogues[language] };
}

/** `name_one`, `name_many`, `name_other`: the form that the language has for this number. */
export function countedWords(
  forms: Readonly<Record<string, string>>,
  name: string,
  language: Language,
  count: number,
): string {
  const form = new Intl.PluralRules(language).select(count);
  const text = forms[`${name}_${form}`] ?? forms[`${name}_other`] ?? '';
  return fillWords(text, { count: new Intl.NumberFormat(language).format(count) });
}

/** Puts values into the catalogue's `{{name}}` places; numbers (`{{name, number}}`) come as formatted text. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (place, name: string) => values[name] ?? place);
}
