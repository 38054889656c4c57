const longestStem = 150;

/** Returns a name for a file that is derived from another one: the other name without its extension, and `what`. */
export function derivedFileName(fileName: string, what: string): string {
  const stem = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '');
  return `${stem.slice(0, longestStem)}-${what}`;
}
