import i18next from 'i18next';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { commandInputSchema } from '../../../src-preload/contract/outbox.ts';
import { placeSourceSchema } from '../../../src-preload/contract/place-values.ts';
import { preparedRowSchema } from '../../../src-preload/contract/prepared.ts';
import { templateContentSchema } from '../../../src-preload/contract/templates.ts';
import { fieldText } from './handover-words.ts';

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Yields the fields of a schema as a package compares them: nested names with points between. */
function* fieldsOf(schema: JsonSchema, prefix: string): Generator<string> {
  if (typeof schema === 'boolean') return;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inner = Object.entries(schema.properties ?? {});
  for (const each of alternatives) yield* fieldsOf(each, prefix);
  for (const [name, each] of inner) yield* fieldsOf(each, `${prefix}.${name}`);
  if (inner.length === 0 && alternatives.length === 0 && schema.type !== 'null') yield prefix;
}

const text = z.string();
const placeFields = {
  listId: text,
  geometry: text,
  positionText: text,
  name: text,
  notes: text,
  tags: text,
  colour: text,
  source: placeSourceSchema,
};

it.each([
  ['a place', placeFields, Object.keys(placeFields)],
  ['a template', templateContentSchema.shape, Object.keys(templateContentSchema.shape)],
  ['a prepared row', preparedRowSchema.shape, ['kind', 'templateName', 'listName', 'values', 'base']],
  ['a draft', { input: z.union(commandInputSchema.options.slice(0, 2)) }, ['input']],
] as const)('every field of %s has words', (_, shape, names) => {
  const schemas: Readonly<Record<string, z.ZodType>> = shape;
  const raw: string[] = [];
  for (const name of names) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`no field ${name}`);
    // Geometries are shown as one field.
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const fields = name === 'geometry' ? [name] : [...fieldsOf(json, name)];
    raw.push(...fields.filter((field) => fieldText(i18next.t, field) === field.split('.').at(-1)));
  }
  expect(raw).toEqual([]);
});

it('an attribute keeps its own name, and so does a parameter of the service that no form has', () => {
  const { t } = i18next;
  expect(fieldText(t, 'attributes.depth.max')).toBe('depth.max');
  expect(fieldText(t, 'input.request.properties.parameters.haze_limit')).toBe('haze_limit');
  expect(fieldText(t, 'values.maxSimultaneous')).toBe('Simultaneous captures');
  expect(fieldText(t, 'base.client')).toBe('Client (of the template)');
});
