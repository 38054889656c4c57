/** What services have been seen to do to the names that they are sent. */
export const respellings = {
  upper: (name: string) => name.toUpperCase(),
  cut: (name: string) => name.slice(0, 24),
  blanks: (name: string) => name.replaceAll(/\s+/g, ' ').trim(),
  escaped: (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  composed: (name: string) => name.normalize('NFC'),
} as const;

/** The name of a respelling. */
export type Respelling = keyof typeof respellings;

/** Returns a name as the service shows it. */
export const respell = (name: string, how: Respelling | null): string =>
  how === null ? name : respellings[how](name);
