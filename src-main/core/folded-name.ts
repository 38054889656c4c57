/** Returns the same text for all names that a file system which folds case or normalizes treats as one file. */
export function foldedName(name: string): string {
  // Upper case first: some letters (ſ, ß) become their plain form only this way.
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
