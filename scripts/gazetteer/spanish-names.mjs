import { foldName } from '../../src-renderer/gazetteer/fold-name.ts';
import { spanishNature } from '../basemap/nature-names.mjs';
import { spanishDivision } from '../basemap/place-names.mjs';

const towns = new Set(['town', 'capital', 'part', 'former']);
/** What has no name of its own in another language, or one that the page knows by its code. */
const unnamed = new Set(['country', 'airport', 'spaceport', 'port', 'district']);

function spanishOf({ kind, names, country, zone }, spanishTown) {
  if (unnamed.has(kind)) return null;
  const found = (of) => names.map(of).find((name) => name !== null) ?? null;
  if (kind === 'division') return found((name) => spanishDivision(country, name));
  // Another town of the same zone may have one of the other names.
  if (towns.has(kind)) return spanishTown({ country, name: names[0], zone });
  return spanishNature(names);
}

/**
 * The entries with the Spanish names that the map writes, so that a name on the map can be found. It stands in place of other spellings that
 * differ from it by their accents alone.
 * @param {import('./entry.mjs').Entry[]} entries
 * @param {(town: { country: string | null, name: string, zone: string | undefined }) => string | null} spanishTown
 * @returns {import('./entry.mjs').Entry[]}
 */
export function withSpanishNames(entries, spanishTown) {
  return entries.map(({ zone, ...entry }) => {
    const spanish = spanishOf({ ...entry, zone }, spanishTown);
    const [usual, ...others] = entry.names;
    if (spanish === null || spanish === usual) return entry;
    const isOther = (name) => foldName(name) !== foldName(spanish);
    return { ...entry, names: [usual, spanish, ...others.filter(isOther)], spanish };
  });
}
