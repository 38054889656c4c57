const names = new Map<string, Intl.DisplayNames>();

/** What `Intl.DisplayNames` takes as a region: two letters of ISO 3166-1, or three digits of UN M49. */
const regionCode = /^(?:[A-Za-z]{2}|[0-9]{3})$/;

/**
 * Returns the name of a country in a language by its ISO 3166-1 two-letter code; null if the language has no name for
 * it, and for a text that is no code. Files write such texts where no code is assigned (`-1`, `-99`), and
 * `Intl.DisplayNames` throws for them, which would end whatever is drawn.
 */
export function findCountryName(code: string, language: string): string | null {
  if (!regionCode.test(code)) return null;
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  names.set(language, known);
  return known.of(code) ?? null;
}

/** Returns the name of a country as `findCountryName` does; the code itself if it has no name. */
export function countryNameOf(code: string, language: string): string {
  return findCountryName(code, language) ?? code;
}
