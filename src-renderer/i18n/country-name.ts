const names = new Map<string, Intl.DisplayNames>();

/** Returns the name of a country in a language by its ISO 3166-1 two-letter code; the code if it has no name. */
export function countryNameOf(code: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(code) ?? code;
}
