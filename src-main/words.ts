import en from '../resources/messages/en.json' with { type: 'json' };
import es from '../resources/messages/es.json' with { type: 'json' };

/** The texts of the catalogue that a host shows itself: its menu, and why it could not start. */
export type HostWords = Pick<typeof en, 'menu' | 'start'> & {
  downloads: Pick<typeof en.downloads, 'batchDone'>;
  tracking: Pick<typeof en.tracking, 'notice'>;
};

// A message that is missing in the Spanish catalogue is a type error here.
const catalogues: Record<'en' | 'es', HostWords> = { en, es };

/**
 * Returns the texts for a language. `preferred` lists the system's languages, best first; they decide if the user has not chosen.
 */
export function wordsFor(
  language: 'system' | 'en' | 'es',
  preferred: readonly string[],
): { language: 'en' | 'es'; words: HostWords } {
  const known = ['en', 'es'] as const;
  const chosen =
    language === 'system'
      ? preferred
          .map((tag) => known.find((each) => tag.toLowerCase().startsWith(each)))
          .find((each) => each !== undefined)
      : language;
  return { language: chosen ?? 'en', words: catalogues[chosen ?? 'en'] };
}

/** Returns the form that the language uses for this number: `name_one`, `name_many` or `name_other`. */
export function countedWords(
  forms: Readonly<Record<string, string>>,
  name: string,
  language: 'en' | 'es',
  count: number,
): string {
  const form = new Intl.PluralRules(language).select(count);
  const text = forms[`${name}_${form}`] ?? forms[`${name}_other`] ?? '';
  return fillWords(text, { count: new Intl.NumberFormat(language).format(count) });
}

/** Fills values into the `{{name}}` placeholders; numbers (`{{name, number}}`) must be formatted text. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (place, name: string) => values[name] ?? place);
}
