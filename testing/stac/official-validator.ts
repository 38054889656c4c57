import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validate from 'stac-node-validator';
import { z } from 'zod';

const reportSchema = z.looseObject({ valid: z.boolean().nullable(), results: z.unknown() });

/** The folder with the official schemas, if this machine has one (docs/development.md); null otherwise. */
export const officialSchemas: string | null = process.env.NADIR_STAC_SCHEMAS ?? null;

/**
 * Validates objects with the validator of the STAC community and the official JSON Schemas in a folder, each at the place that its
 * address names (`schemas.stacspec.org/v1.1.0/item-spec/json-schema/item.json`). Asks no network. Returns what is not valid.
 */
export async function validateValues(
  schemas: string,
  values: readonly (readonly [name: string, value: unknown])[],
): Promise<string[]> {
  const loader = async (address: string): Promise<unknown> => {
    if (!URL.canParse(address)) return JSON.parse(readFileSync(address, 'utf8'));
    const { host, pathname } = new URL(address);
    const path = join(schemas, host, pathname);
    // No item has a field of this one.
    if (host === 'proj.org' && !existsSync(path)) return { $id: address };
    return JSON.parse(readFileSync(path, 'utf8'));
  };
  const problems: string[] = [];
  for (const [name, value] of values) {
    const report = reportSchema.parse(await validate(value, { loader }));
    if (report.valid !== true) problems.push(`${name}: ${JSON.stringify(report.results)}`);
  }
  return problems;
}

/** Does the same with files. */
export const validateOfficially = (schemas: string, paths: readonly string[]): Promise<string[]> =>
  validateValues(
    schemas,
    paths.map((path) => [path, JSON.parse(readFileSync(path, 'utf8'))]),
  );
