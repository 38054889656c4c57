import { expect, it } from 'vitest';
import { languageChoiceSchema, languageSchema, systemLanguage } from './languages.ts';

it.each([
  [['es-419', 'en'], 'es'],
  [['de', 'ES'], 'es'],
  [['en-GB'], 'en'],
  // Estonian, by its longer tag.
  [['est', 'en'], 'en'],
  [['de', 'fr'], 'en'],
  [[], 'en'],
] as const)('%j speaks %s', (preferred, language) => expect(systemLanguage(preferred)).toBe(language));

it('leaves the choice to the system, or takes one of the languages', () =>
  expect(languageChoiceSchema.options).toEqual(['system', ...languageSchema.options]));
