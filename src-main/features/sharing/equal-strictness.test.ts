import { expect, it } from 'vitest';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { changedAt, createMutator } from '../../../testing/stac/mutate-object.ts';
import { keptSchemas, officialSchemas, validateValues } from '../../../testing/stac/official-validator.ts';
import { fullObjects, writtenObjects } from '../../../testing/stac/sample-objects.ts';

const seed = 12;
const count = 4_000;

/**
 * Why the kept schemas refuse what those of the authors of STAC accept: the extension and place of the fault, and one that is so, as
 * a change of the item with all fields.
 */
const reasons: readonly { why: string; fault: RegExp; way: string[]; value: unknown }[] = [
  {
    why: 'the authors wrote `minimumExclusive`, which is no word of JSON Schema, so that they refuse no wavelength',
    fault: /^eo \/.*\/eo:(center_wavelength|full_width_half_max)$/,
    way: ['properties', 'eo:center_wavelength'],
    value: -1,
  },
  {
    why: 'the authors look at the angles of the other places no more once those of one place are right',
    fault: /^view \/(properties|assets|item_assets)\b/,
    way: ['assets', 'a', 'view:off_nadir'],
    value: 91,
  },
  {
    why: 'Nadir writes no PROJJSON, and its schema is not kept',
    fault: /^projection \/.*\/proj:projjson$/,
    way: ['properties', 'proj:projjson'],
    value: { type: 'GeographicCRS', name: 'WGS 84' },
  },
];

/** Returns the first fault that each schema found, as its extension and place. */
const faultsIn = (problem: string): string[] =>
  [...problem.matchAll(/([\w-]+)(?:\/v[\d.]+\/schema\.json)?":\[\{"instancePath":"([^"]*)"/g)].map(
    ([, schema, place]) => `${schema} ${place}`,
  );

/** Returns the numbers of the values that are refused, with what is said of each. */
async function refusedOf(values: readonly unknown[], schemas: string): Promise<Map<number, string>> {
  const problems = await validateValues(
    values.map((value, n) => [String(n), value] as const),
    schemas,
  );
  return new Map(problems.map((problem) => [Number.parseInt(problem, 10), problem]));
}

// Only where the schemas of the authors are: they are not in the repository.
it.runIf(officialSchemas)(
  'the kept schemas and those of the authors of STAC say the same of objects that were changed at random',
  async () => {
    const mutate = createMutator(seededRandom(seed));
    const objects = Object.entries({ ...writtenObjects(), ...fullObjects() });
    const mutants = Array.from({ length: count }, (_, n) => {
      const [name = '', value] = objects[n % objects.length] ?? [];
      return { name, ...mutate(value) };
    });
    const values = mutants.map(({ value }) => value);
    const kept = await refusedOf(values, keptSchemas);
    const authors = await refusedOf(values, officialSchemas ?? '');
    const found = { accepted: 0, refused: 0, stricter: 0 };
    const unexplained: string[] = [];
    for (const [n, { name, what }] of mutants.entries()) {
      const [ours, theirs] = [kept.get(n), authors.get(n)];
      if (ours === undefined && theirs === undefined) found.accepted += 1;
      else if (ours !== undefined && theirs !== undefined) found.refused += 1;
      else if (ours === undefined) unexplained.push(`laxer: ${name} ${what}: ${theirs}`);
      else
        for (const fault of faultsIn(ours)) {
          if (!reasons.some((reason) => reason.fault.test(fault)))
            unexplained.push(`stricter: ${name} ${what}: ${fault}`);
          else found.stricter += 1;
        }
    }
    expect(unexplained).toEqual([]);
    // It sees something only if there is enough of each.
    expect(Math.min(found.accepted, found.refused)).toBeGreaterThan(count / 5);
  },
  600_000,
);

it.runIf(officialSchemas).each(reasons)(
  'the kept schemas are stricter: $why',
  async ({ fault, way, value }) => {
    const values = [['it', changedAt(fullObjects().fullItem, way, () => value)]] as const;
    expect(await validateValues(values, officialSchemas ?? '')).toEqual([]);
    expect((await validateValues(values, keptSchemas)).flatMap(faultsIn)).toEqual([
      expect.stringMatching(fault),
    ]);
  },
);
