import { cleanText } from './clean-text.ts';
import type { ExportLosses } from './export-losses.ts';

interface NamingRules {
  /** Names that the format uses for something else. */
  reserved: readonly string[];
  /** The maximum length of a name in bytes of UTF-8; undefined if there is none. */
  maxBytes?: number;
  /** Replaces what a name of this format must not contain; undefined if everything is allowed. */
  clean?: (name: string) => string;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/**
 * Returns the longest beginning of a text that fits into a number of bytes of UTF-8 and ends with a whole character.
 */
export function startOf(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || bytesOf(text) <= maxBytes) return text;
  // Iterates over code points, so that no character is split.
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += bytesOf(letter);
    if (bytes > maxBytes) break;
    end += letter.length;
  }
  return text.slice(0, end);
}

/**
 * Returns a field name for each key: never a reserved one, and unique regardless of case, because databases and
 * shapefiles compare names that way. Counts the names that had to be changed.
 */
export function fieldNames(
  keys: readonly string[],
  { reserved, maxBytes = 200, clean = (name) => name }: NamingRules,
  losses: ExportLosses,
): string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return keys.map((key) => {
    const wanted = startOf(clean(cleanText(key)).trim(), maxBytes) || 'field';
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const ending = `_${number}`;
      name = `${startOf(wanted, maxBytes - ending.length)}${ending}`;
    }
    taken.add(name.toLowerCase());
    if (name !== key) losses.note('changedNames');
    return name;
  });
}
