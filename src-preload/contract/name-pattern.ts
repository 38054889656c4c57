import type { AttributeValue } from './place-values.ts';

/** A piece of a name pattern: text as it is, or a field of the place. */
export type NamePart = { text: string } | { field: string };

/** What a pattern can name without an attribute: the name of the place, the name of its list, and its number in the selection. */
export const placeFields = ['name', 'list', 'number'] as const;
type PlaceField = (typeof placeFields)[number];

/** Why a pattern cannot be used: a key of the catalogue, and the fields that it is about. */
export interface PatternProblem {
  message: string;
  fields: string[];
}

const isPlaceField = (field: string): field is PlaceField => placeFields.some((each) => each === field);

/**
 * Reads a name pattern such as `{id} {name}`. A brace that is not closed, or has nothing in it, is a problem: as text it would be
 * in the name of every task.
 */
export function readNamePattern(pattern: string): { parts: NamePart[] } | { problem: PatternProblem } {
  const parts: NamePart[] = [];
  let at = 0;
  while (at < pattern.length) {
    const open = pattern.indexOf('{', at);
    const text = pattern.slice(at, open < 0 ? undefined : open);
    if (text.includes('}')) return { problem: { message: 'validation.openBrace', fields: [] } };
    if (text !== '') parts.push({ text });
    if (open < 0) break;
    const close = pattern.indexOf('}', open);
    const field = pattern.slice(open + 1, close < 0 ? undefined : close).trim();
    if (close < 0 || field === '' || field.includes('{'))
      return { problem: { message: 'validation.openBrace', fields: [] } };
    parts.push({ field });
    at = close + 1;
  }
  return parts.length === 0 ? { problem: { message: 'validation.required', fields: [] } } : { parts };
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the fields of a pattern that are no field of a place and none of these attributes. */
export function unknownFields(parts: readonly NamePart[], attributes: readonly string[]): string[] {
  const fields = parts.flatMap((part) => ('field' in part && !isPlaceField(part.field) ? [part.field] : []));
  return [...new Set(fields)].filter((field) => !attributes.some((name) => sameName(name, field)));
}

/** Returns the problem of a pattern with the attributes that places have; null if there is none. */
export function patternProblem(pattern: string, attributes: readonly string[]): PatternProblem | null {
  const read = readNamePattern(pattern);
  if ('problem' in read) return read.problem;
  const fields = unknownFields(read.parts, attributes);
  return fields.length === 0 ? null : { message: 'validation.unknownField', fields };
}

/** What a name is made of. */
export interface NamedPlace {
  name: string;
  list: string;
  /** Counted from 1. */
  number: number;
  attributes: Readonly<Record<string, AttributeValue>>;
}

function fieldText(field: string, place: NamedPlace): string {
  if (isPlaceField(field)) return String(place[field]);
  // Only its own: every object has a `constructor`, and its text is no part of a name.
  const exact = Object.hasOwn(place.attributes, field) ? place.attributes[field] : null;
  const name = Object.keys(place.attributes).find((each) => sameName(each, field));
  const value = exact ?? (name === undefined ? null : place.attributes[name]) ?? null;
  return value === null ? '' : String(value);
}

/** Returns the name of a place by a pattern, and the fields of it that this place does not have. */
export function patternedName(
  parts: readonly NamePart[],
  place: NamedPlace,
): { name: string; missing: string[] } {
  const missing: string[] = [];
  const texts = parts.map((part) => {
    if ('text' in part) return part.text;
    const text = fieldText(part.field, place);
    if (text.trim() === '') missing.push(part.field);
    return text;
  });
  return { name: texts.join('').replaceAll(/\s+/g, ' ').trim(), missing };
}
