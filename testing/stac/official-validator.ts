import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validate from 'stac-node-validator';
import { z } from 'zod';

const oneSchema = z.looseObject({ valid: z.boolean().nullable(), results: z.unknown() });
const reportSchema = z.looseObject({ children: z.array(oneSchema) });

/**
 * The folder with the schemas that are kept here: the rules of STAC 1.1.0 and of the extensions that Nadir writes, in our own words,
 * each at the place that its address names (`schemas.stacspec.org/v1.1.0/item-spec/json-schema/item.json`).
 */
export const keptSchemas: string = join(import.meta.dirname, 'schemas');
/** The folder with the schemas of the authors of STAC, if this machine has one (docs/development.md); null otherwise. */
export const officialSchemas: string | null = process.env.NADIR_STAC_SCHEMAS || null;

/** Reads the schemas of a folder by their addresses, each once. */
function loaderOf(schemas: string) {
  const read = new Map<string, unknown>();
  return async (address: string): Promise<unknown> => {
    const { host, pathname } = new URL(address);
    const path = join(schemas, host, pathname);
    // The schema of PROJJSON alone may be left out: no item has a field of it.
    const text = host === 'proj.org' && !existsSync(path) ? '{"type":"object"}' : null;
    const schema = read.get(address) ?? JSON.parse(text ?? readFileSync(path, 'utf8'));
    read.set(address, schema);
    return schema;
  };
}

/** What the validator asks for rules of its users; it takes from here what it has compiled before, and has no other rules. */
function keeperOf() {
  let kept: object | null = null;
  return {
    createAjv: async (made: object): Promise<object> => (kept ??= made),
    afterLoading: async (value: unknown): Promise<unknown> => value,
    bypassValidation: async (): Promise<null> => null,
    testFn: async (): Promise<void> => undefined,
  };
}

const configs = new Map<string, NonNullable<Parameters<typeof validate>[1]>>();

function configOf(schemas: string) {
  const config = configs.get(schemas) ?? { loader: loaderOf(schemas), customValidator: keeperOf() };
  configs.set(schemas, config);
  return config;
}

/**
 * Validates objects with the validator of the STAC community and the JSON Schemas in a folder: those of the authors of STAC if this
 * machine has them, otherwise those that are kept. Asks no network. Returns what is not valid, one text for each object.
 */
export async function validateValues(
  values: readonly (readonly [name: string, value: unknown])[],
  schemas: string = officialSchemas ?? keptSchemas,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, value] of values)
    try {
      const { children } = reportSchema.parse(await validate([value], configOf(schemas)));
      for (const { valid, results } of children)
        if (valid !== true) problems.push(`${name}: ${JSON.stringify(results)}`);
    } catch (error) {
      // The validator looks at the version before the schemas do.
      problems.push(`${name}: ${error instanceof Error ? error.message : 'cannot be validated'}`);
    }
  return problems;
}

/** Does the same with files. */
export const validateFiles = (paths: readonly string[], schemas?: string): Promise<string[]> =>
  validateValues(
    paths.map((path) => [path, JSON.parse(readFileSync(path, 'utf8'))]),
    schemas,
  );
