import { cleanText } from './clean-text.ts';
import type { ExportLosses } from './export-losses.ts';

interface NamingRules {
  /** Names that the file uses for something else. */
  reserved: readonly string[];
  /** The largest length of a name in bytes of UTF-8; left out if there is none. */
  mostBytes?: number;
  /** Replaces what a name of this format must not contain; left out if it may contain everything. */
  clean?: (name: string) => string;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** Returns the beginning of a text that fits into this number of bytes of UTF-8 and ends with a whole character. */
export function startOf(text: string, mostBytes: number): string {
  if (text.length * 3 <= mostBytes || bytesOf(text) <= mostBytes) return text;
  // Walked by code points, so that no character is cut into halves.
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += bytesOf(letter);
    if (bytes > mostBytes) break;
    end += letter.length;
  }
  return text.slice(0, end);
}

/**
 * Returns a name of a field for each key: unique without regard to case, because databases and shapefiles compare so,
 * and never a reserved one. A name that had to be changed is noted.
 */
export function fieldNames(
  keys: readonly string[],
  { reserved, mostBytes = 200, clean = (name) => name }: NamingRules,
  losses: ExportLosses,
): string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return keys.map((key) => {
    const wanted = startOf(clean(cleanText(key)).trim(), mostBytes) || 'field';
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const ending = `_${number}`;
      name = `${startOf(wanted, mostBytes - ending.length)}${ending}`;
    }
    taken.add(name.toLowerCase());
    if (name !== key) losses.note('changedNames');
    return name;
  });
}
