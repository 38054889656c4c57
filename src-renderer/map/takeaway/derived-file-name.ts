const longestStem = 150;

/** Returns a name for a file that is made from another one: its name without the ending, and what it is now. */
export function derivedFileName(fileName: string, what: string): string {
  const stem = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '');
  return `${stem.slice(0, longestStem)}-${what}`;
}
