import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogFile, catalogScene } from '../../../testing/catalog-scene.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { createSharingWorld, type SharingWorld } from '../../../testing/sharing-world.ts';
import { type ApiAnswer, answerProblems } from '../../../testing/stac/check-api.ts';
import { changedAt, createMutator, withoutPart } from '../../../testing/stac/mutate-object.ts';
import { openApiValidator } from '../../../testing/stac/official-api.ts';
import { officialSchemas } from '../../../testing/stac/official-validator.ts';

const one = '/collections/{collectionId}';
const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
/** A call of each class, and one that is refused where something can be. */
const calls: readonly [
  path: ApiAnswer['path'],
  address: string,
  init: RequestInit | null,
  status: ApiAnswer['status'],
][] = [
  ['/', '/', null, '200'],
  ['/conformance', '/conformance', null, '200'],
  ['/collections', '/collections', null, '200'],
  [one, '/collections/library', null, '200'],
  [`${one}/items`, '/collections/library/items?limit=2', null, '200'],
  [`${one}/items/{featureId}`, '/collections/library/items/S1', null, '200'],
  ['/search', '/search?limit=2', null, '200'],
  ['/search', '/search', post({ limit: 2 }), '200'],
  ['/search', '/search', post({ limit: 50 }), '200'],
  ['/search', '/search?bbox=1', null, '4XX'],
  ['/search', '/search', post({ limit: -1 }), '4XX'],
  [one, '/collections/none', null, '4XX'],
  [`${one}/items`, '/collections/none/items', null, '4XX'],
  [`${one}/items/{featureId}`, '/collections/library/items/none', null, '4XX'],
];

let world: SharingWorld;
let answers: readonly ApiAnswer[];
let description: unknown;
beforeAll(async () => {
  const scenes = Array.from({ length: 5 }, (_, n) =>
    catalogScene(n, {
      ...(n === 4 ? { timestamp: null } : {}),
      files: [catalogFile(`Coast/S${n}/con espacio #${n}.tif`)],
    }),
  );
  world = await createSharingWorld(scenes);
  // All answers are fetched before the schemas are compiled, because that blocks the thread that also serves.
  description = await (await fetch(`${world.base}/api`)).json();
  answers = await Promise.all(
    calls.map(async ([path, address, init, status]) => {
      const answer = await fetch(`${world.base}${address}`, init ?? {});
      expect([address, answer.ok]).toEqual([address, status === '200']);
      return { method: init === null ? 'get' : 'post', path, status, body: await answer.json() } as const;
    }),
  );
});
afterAll(() => world.close());

const answerOf = (path: ApiAnswer['path'], status: ApiAnswer['status'] = '200'): ApiAnswer => {
  const found = answers.find((answer) => answer.path === path && answer.status === status);
  if (found === undefined) throw new Error(`There is no answer of ${path}.`);
  return found;
};

it('each answer keeps the rules of its class, and the objects of STAC in it are valid', async () => {
  for (const answer of answers) expect(await answerProblems(answer)).toEqual([]);
  const schema = z.looseObject({ openapi: z.string().startsWith('3.0'), paths: z.looseObject({}) });
  expect(schema.safeParse(description).error).toBeUndefined();
});

it.each<[fault: string, path: ApiAnswer['path'], way: string[]]>([
  ['a landing page without classes', '/', ['conformsTo']],
  ['a landing page without a description', '/', ['description']],
  ['a landing page that names no search', '/', ['links', '5']],
  ['no classes', '/conformance', ['conformsTo', '0']],
  ['no collections', '/collections', ['collections']],
  ['a collection of a list without a licence', '/collections', ['collections', '0', 'license']],
  ['a collection without its items', one, ['links', '3']],
  ['items without links', `${one}/items`, ['links']],
  ['items whose number is another', '/search', ['features', '0']],
  ['an item of a list without assets', '/search', ['features', '1', 'assets']],
  ['an item without a collection', `${one}/items/{featureId}`, ['collection']],
])('%s is refused', async (_, path, way) => {
  const answer = answerOf(path);
  expect(await answerProblems({ ...answer, body: withoutPart(answer.body, way) })).toHaveLength(1);
});

it.each<[fault: string, path: ApiAnswer['path'], status: ApiAnswer['status'], way: string[], value: unknown]>(
  [
    ['a relative address', '/', '200', ['links', '0', 'href'], './'],
    ['an unknown method', '/', '200', ['links', '5', 'method'], 'PUT'],
    ['an extent beyond the globe', one, '200', ['extent', 'spatial', 'bbox', '0', '3'], 91],
    ['a number that is a text', '/search', '200', ['numberReturned'], '2'],
    [
      'too many clouds in an item of a list',
      '/search',
      '200',
      ['features', '0', 'properties', 'eo:cloud_cover'],
      101,
    ],
    ['an error whose code is a number', '/search', '4XX', ['code'], 400],
  ],
)('%s is refused', async (_, path, status, way, value) => {
  const answer = answerOf(path, status);
  expect(await answerProblems({ ...answer, body: changedAt(answer.body, way, () => value) })).toHaveLength(1);
});

it.runIf(officialSchemas)('each answer is as the OpenAPI documents of the authors describe it', () => {
  const validate = openApiValidator(officialSchemas ?? '');
  for (const answer of answers) {
    const { problems, schemas } = validate(answer);
    expect(problems).toEqual([]);
    expect([answer.path, schemas > 0]).toEqual([answer.path, true]);
  }
});

it.runIf(officialSchemas)(
  'what the OpenAPI documents of the authors refuse is refused here',
  async () => {
    const validate = openApiValidator(officialSchemas ?? '');
    const mutate = createMutator(seededRandom(21));
    const laxer: string[] = [];
    let refused = 0;
    for (let n = 0; n < 4_000; n += 1) {
      const [answer = answerOf('/')] = [answers[n % answers.length]];
      const { value: body, what } = mutate(answer.body);
      const { problems } = validate({ ...answer, body });
      if (problems.length === 0) continue;
      refused += 1;
      if ((await answerProblems({ ...answer, body })).length === 0) laxer.push(`${what}: ${problems.join()}`);
    }
    expect(laxer).toEqual([]);
    expect(refused).toBeGreaterThan(1_000);
  },
  600_000,
);
