import { z } from 'zod';
import type { HandedKind } from '../../../src-preload/contract/handover.ts';
import { placeGeometrySchema, verticesOfGeometry } from '../../../src-preload/contract/place-geometry.ts';
import { canonicalText } from '../../core/content-hash.ts';
import type { PackageItems } from './read-package.ts';

/** A longer text of a field is cut. */
const maxTextLength = 2_000;
const maxFields = 300;

/** Fields that are not shown: they are ids, and the names of the items are fields too. */
const unshown: ReadonlySet<string> = new Set(['placeId', 'templateId']);

/** The schema of a content with a name, of any kind. */
const named = z.looseObject({ name: z.string() });
const preparedNamed = z.looseObject({ values: named });
const requestNamed = z.looseObject({
  input: z.looseObject({
    request: z.union([
      z.looseObject({ task_name: z.string() }).transform(({ task_name }) => task_name),
      z
        .looseObject({ properties: z.looseObject({ order_name: z.string() }) })
        .transform(({ properties }) => properties.order_name),
    ]),
  }),
});

/** Returns the name in the content of an item; empty if it has none. */
export function nameOf(kind: HandedKind, content: unknown): string {
  if (kind === 'prepared') return preparedNamed.safeParse(content).data?.values.name ?? '';
  if (kind === 'draft') return requestNamed.safeParse(content).data?.input.request ?? '';
  return named.safeParse(content).data?.name ?? '';
}

function shown(value: unknown): string {
  const geometry = placeGeometrySchema.safeParse(value).data;
  if (geometry?.kind === 'point') {
    const { latitude, longitude, altitudeMetres } = geometry;
    return [latitude, longitude, ...(altitudeMetres === null ? [] : [`${altitudeMetres} m`])].join(', ');
  }
  if (geometry !== undefined) {
    const [x, y] = geometry.rings[0]?.[0] ?? [];
    return `${verticesOfGeometry(geometry)} × (${y}, ${x}, …)`;
  }
  const text = typeof value === 'string' ? value : canonicalText(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

const isGroup = (value: unknown): value is object =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !placeGeometrySchema.safeParse(value).success;

/** Returns the values of a content by the names of their fields; a nested field has all names with points between them. */
function fieldsOf(content: unknown, prefix = '', depth = 0): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (!isGroup(content)) return fields;
  for (const [name, value] of Object.entries(content)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (isGroup(value) && depth < 4)
      for (const [inner, innerValue] of fieldsOf(value, key, depth + 1)) fields.set(inner, innerValue);
    else fields.set(key, value);
  }
  return fields;
}

/** A field that differs between two contents; null for a side without it. */
export interface FieldDifference {
  field: string;
  mine: string | null;
  theirs: string | null;
}

/** Returns the fields in which two contents differ: all fields of one if the other is missing. */
export function fieldDifferences(mine: unknown, theirs: unknown): FieldDifference[] {
  const [own, other] = [fieldsOf(mine), fieldsOf(theirs)];
  const textOf = (value: unknown) => (value === undefined || value === null ? null : shown(value));
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((field) => !unshown.has(field))
    .filter((field) => canonicalText([own.get(field)]) !== canonicalText([other.get(field)]))
    .slice(0, maxFields)
    .map((field) => ({ field, mine: textOf(own.get(field)), theirs: textOf(other.get(field)) }));
}

/**
 * Returns the content of a copy that is kept beside the user's own item. Its name ends with the maker, so that the two can be
 * told apart.
 */
export function copyOf(kind: HandedKind, content: unknown, maker: string): unknown {
  if (kind !== 'place' && kind !== 'template') return content;
  const parsed = named.safeParse(content);
  if (!parsed.success) return content;
  const ending = ` (${maker})`;
  return { ...parsed.data, name: `${parsed.data.name.slice(0, 200 - ending.length)}${ending}` };
}

/** The kinds of items that are compared. */
export const handedKinds = ['list', 'place', 'template', 'prepared', 'draft', 'map'] as const;

/** Yields all items of a package that can be compared, in the order in which they are accepted. */
export function* comparedItems(items: PackageItems) {
  for (const kind of handedKinds)
    for (const { id, content, revision, history, version, updatedAt, updatedBy } of items[kind])
      yield { kind, id: String(id), content, revision, history, side: { version, updatedAt, updatedBy } };
  for (const { kind, id, name, revision, history } of items.removed)
    yield { kind, id, content: null, name, revision, history, side: null };
}
