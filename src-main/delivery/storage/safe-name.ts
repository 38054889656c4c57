/** Names that Windows keeps for devices, whatever their extension. */
export const deviceNames = /^(con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;
const maxBytes = 180;

/** Cuts to a number of UTF-8 bytes without breaking a character. */
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

/**
 * One path segment from a name that the service gave: never a separator, never `.` or `..`, no control character, no
 * device name, no trailing dot or space, NFC, bounded. Odd but harmless names (`..foo.txt`, spaces inside) stay.
 */
export function safeName(name: string, fallback: string): string {
  let safe = name
    // Separators and characters that some file system refuses; controls, bidi overrides and lone surrogates mislead the reader.
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    // Only now: what was taken out may have stood between a letter and its accent.
    .normalize('NFC')
    .trim()
    .replace(/[. ]+$/, '');
  const dot = safe.lastIndexOf('.');
  const extension = dot > 0 ? cut(safe.slice(dot), 20) : '';
  if (Buffer.byteLength(safe) > maxBytes)
    safe = cut(safe.slice(0, dot > 0 ? dot : undefined), maxBytes - Buffer.byteLength(extension)) + extension;
  // The cut may have bared a dot or a space.
  safe = safe.replace(/[. ]+$/, '');
  if (deviceNames.test(safe)) safe = `_${safe}`;
  return safe === '' || /^\.+$/.test(safe) ? fallback : safe;
}

/** The same file to a file system that folds case or normalizes. */
export function foldedName(name: string): string {
  // Up first: some letters (ſ, ß) meet their plain form only that way.
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
