import { z } from 'zod';

/** Every language that Nadir speaks; each has its catalogue in `resources/messages/`. */
export const languageSchema = z.enum(['en', 'es']);

/** What can be selected in Settings: a language, or whichever the system prefers. */
export const languageChoiceSchema = z.enum(['system', ...languageSchema.options]);

/** Returns the first language of the system that Nadir has, else English. `preferred`: tags, best first. */
export function systemLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const known = languageSchema.options.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** A language that Nadir speaks, by its tag. */
export type Language = z.infer<typeof languageSchema>;
/** A language, or `system` for whichever of them the system prefers. */
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;
