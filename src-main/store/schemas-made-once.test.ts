import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Matches a schema that is created within the call that queries the store. */
const madeInCall =
  /(?:(?:store|\s)\.(?:all|get)\(\s*|readableItems\(\s*|readableRows\(\s*store,\s*)z\.\w+\(/g;

it('finds a schema that is made in a call', () => {
  expect('store.get(z.object({ n: z.number() }), sql)').toMatch(madeInCall);
  expect('store\n  .all(\n    z.looseObject({}),').toMatch(madeInCall);
  expect('readableRows(\n  store,\n  z.object({}),').toMatch(madeInCall);
  expect('store.get(countRow, sql)').not.toMatch(madeInCall);
});

it('makes the schemas of stored rows once: each call compiled one anew, 290 µs against 1 µs', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name) && !/(^|[\\/])testing[\\/]/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter(({ text }) => text.search(madeInCall) >= 0).map(({ name }) => name)).toEqual([]);
});
