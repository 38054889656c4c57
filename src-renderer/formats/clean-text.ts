/**
 * Characters that no file may contain: control characters other than tab and line breaks, and two noncharacters. XML
 * forbids all of them, and NUL ends a text in most programs.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are replaced
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Returns the text with � in place of each character that no file may contain, such as NUL or a lone surrogate. */
export const cleanText = (text: string): string => text.toWellFormed().replace(forbidden, '\uFFFD');
