/** Names that Windows reserves for devices, with any extension. */
export const deviceNames = /^(con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;
const maxBytes = 180;

/** Cuts to a number of UTF-8 bytes without splitting a character. */
function cut(text: string, bytes: number): string {
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    kept += character;
  }
  return kept;
}

/** Shortens a name to the most bytes, keeping its extension, and removes dots and spaces at its end. */
function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? cut(name.slice(dot), 20) : '';
  const short =
    Buffer.byteLength(name) > maxBytes
      ? cut(name.slice(0, dot > 0 ? dot : undefined), maxBytes - Buffer.byteLength(extension)) + extension
      : name;
  // The cut may have left a dot or a space at the end.
  return short.replace(/[. ]+$/, '');
}

/**
 * Turns a name from the service into one path segment: no separator, not `.` or `..`, no control character, no device name, no
 * trailing dot or space, NFC, limited length. Odd but harmless names (`..foo.txt`, spaces inside) stay.
 */
export function safeName(name: string, fallback: string): string {
  const harmless = name
    // Separators and characters that some file system refuses; control characters, bidi overrides and lone surrogates mislead the
    // reader.
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    // Normalized after the removal: a removed character may have stood between a letter and its accent.
    .normalize('NFC')
    .trim()
    .replace(/[. ]+$/, '');
  const short = shorten(harmless);
  // Shortened again, because the letter in front may make it too long.
  const safe = deviceNames.test(short) ? shorten(`_${short}`) : short;
  return safe === '' ? fallback : safe;
}
