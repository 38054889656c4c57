import { expect, it } from 'vitest';
import { acceptedLanguages } from './accepted-languages.ts';

it.each([
  ['es-ES,es;q=0.9,en;q=0.8', ['es-ES', 'es', 'en']],
  ['', []],
  [undefined, []],
  ['*', []],
  ['en<script>, es', ['es']],
  [Array(5_000).fill('fr').join(','), Array(20).fill('fr')],
])('reads %s', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags);
});
