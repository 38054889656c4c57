import en from '../resources/messages/en.json' with { type: 'json' };
import es from '../resources/messages/es.json' with { type: 'json' };

/** The catalogue's words that a host shows itself: its menu, and why it could not start. */
export type HostWords = Pick<typeof en, 'menu' | 'start'>;

// A message that the Spanish catalogue lacks is a type error here.
const catalogues: Record<'en' | 'es', HostWords> = { en, es };

/** `preferred`: the system's languages, best first; they decide where the person has not. */
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

/** Puts values into the catalogue's `{{name}}` places. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}
