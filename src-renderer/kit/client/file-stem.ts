const longestStem = 100;

/** Returns a text without what no system allows in the names of files; empty if nothing of it is left. */
export const fileStem = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|\p{C}]/gu, '_')
    .replace(/^[\s.]+/, '')
    .slice(0, longestStem)
    .replace(/[\s.]+$/, '');
