import type { AttributeValue } from '../../../src-preload/contract/place-values.ts';
import type { PlaceSearch } from '../../../src-preload/contract/places.ts';

/** The terms of a search and replacement, without the filter of places. */
export type TextSearch = Omit<PlaceSearch, 'filter'>;

/** The texts of a place that can be searched. */
export interface SearchedTexts {
  name: string;
  notes: string;
  tags: string[];
  attributes: Record<string, AttributeValue>;
}

/** Returns the text in lower case, with each letter at the position that it has in the text. */
const foldCase = (text: string) =>
  Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');

function occurrences(text: string, { find, matchCase, wholeCell }: TextSearch): number[] {
  const [within, wanted] = matchCase ? [text, find] : [foldCase(text), foldCase(find)];
  if (wholeCell) return within === wanted ? [0] : [];
  const found: number[] = [];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    found.push(at);
  return found;
}

function replacedIn(text: string, search: TextSearch, replacement: string): string {
  let end = 0;
  let result = '';
  for (const at of occurrences(text, search)) {
    result += text.slice(end, at) + replacement;
    end = at + search.find.length;
  }
  return result + text.slice(end);
}

const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Returns the value of a replaced text: a number stays a number, and a boolean a boolean, if the text can be read as one. */
function replacedValue(before: AttributeValue, text: string): AttributeValue {
  if (typeof before === 'number' && isNumber.test(text)) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Returns the texts of a place after a replacement, and how many of its cells contained the text. */
export function replacedTexts<Texts extends SearchedTexts>(
  texts: Texts,
  search: TextSearch,
  replacement: string,
): { texts: Texts; cells: number } {
  const { column } = search;
  const isIn = (name: 'name' | 'notes' | 'tags') => column === 'all' || column === name;
  const isInAttribute = (name: string) =>
    column === 'all' || (typeof column === 'object' && column.attribute === name);
  let cells = 0;
  const replaced = (text: string): string => {
    if (occurrences(text, search).length === 0) return text;
    cells += 1;
    return replacedIn(text, search, replacement);
  };
  const name = isIn('name') ? replaced(texts.name) : texts.name;
  const notes = isIn('notes') ? replaced(texts.notes) : texts.notes;
  const tags = isIn('tags') ? texts.tags.map(replaced).filter((tag) => tag.trim() !== '') : texts.tags;
  const attributes = Object.fromEntries(
    Object.entries(texts.attributes).map(([key, value]) => {
      if (value === null || !isInAttribute(key)) return [key, value];
      const text = replaced(String(value));
      return [key, text === String(value) ? value : replacedValue(value, text)];
    }),
  );
  return { texts: { ...texts, name, notes, tags: [...new Set(tags)], attributes }, cells };
}
