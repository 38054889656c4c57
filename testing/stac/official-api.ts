import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ApiAnswer } from './check-api.ts';

const host = 'api.stacspec.org';
const root = `https://${host}/v1.0.0/`;
/** The documents of the classes that Nadir's API claims, and those that they refer to. */
const documents = [
  'core/commons.yaml',
  'core/openapi.yaml',
  'fragments/itemcollection/openapi.yaml',
  'item-search/openapi.yaml',
  'ogcapi-features/openapi-features.yaml',
  'ogcapi-features/openapi-collections.yaml',
];

const contentSchema = z.record(z.string(), z.looseObject({}));
const responseSchema = z.looseObject({ $ref: z.string().optional(), content: contentSchema.optional() });
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), responseSchema).optional() })),
  ),
});

const partOf = (pointer: string) => pointer.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns a function that validates answers by the official OpenAPI documents of STAC API 1.0.0, which are in a folder at the places
 * of their addresses (`api.stacspec.org/v1.0.0/core/openapi.yaml`). It asks no network. It returns what is not valid, and by how many
 * schemas an answer was validated: several documents describe the same call.
 */
export function openApiValidator(schemas: string) {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const parsed = documents.map((name) => {
    const text = readFileSync(join(schemas, host, 'v1.0.0', name), 'utf8');
    const document = z.looseObject({}).parse(parse(text));
    ajv.addSchema({ ...document, $id: root + name });
    return { name, document };
  });
  /** Follows the references between responses, which are no schemas. Null if the body is not described. */
  const responseAt = (name: string, pointer: string): string | null => {
    const document = parsed.find((each) => each.name === name)?.document;
    let at: unknown = document;
    for (const part of pointer.split('/').slice(1))
      at = z.looseObject({}).parse(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    const response = responseSchema.parse(at);
    if (response.$ref === undefined) {
      const type = Object.keys(response.content ?? {}).find((each) => each.includes('json'));
      return type === undefined ? null : `${root}${name}#${pointer}/content/${partOf(type)}/schema`;
    }
    const { href, hash } = new URL(response.$ref, root + name);
    return responseAt(href.slice(root.length).split('#')[0] ?? '', hash.slice(1));
  };
  return ({ method, path, status, body }: ApiAnswer): { problems: string[]; schemas: number } => {
    const problems: string[] = [];
    let count = 0;
    for (const { name, document } of parsed) {
      if (!('paths' in document)) continue;
      const responses = documentSchema.parse(document).paths[path]?.[method]?.responses;
      if (responses?.[status] === undefined) continue;
      const schema = responseAt(name, `/paths/${partOf(path)}/${method}/responses/${status}`);
      if (schema === null) continue;
      count += 1;
      if (ajv.validate({ $ref: schema }, body)) continue;
      problems.push(`${name} ${method} ${path} ${status}: ${ajv.errorsText(ajv.errors)}`);
    }
    return { problems, schemas: count };
  };
}
