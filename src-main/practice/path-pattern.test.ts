import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { matcherOf, pathPatternSchema } from './path-pattern.ts';

it.each([
  ['', '/anything', true],
  ['/tasks/', '/api/tasking/tasks/?limit=5', true],
  ['/tasks/?', '/api/tasking/tasks/?limit=5', true],
  ['/tasks/?', '/api/tasking/tasks/7/', false],
  ['/orders$', '/v2/orders', true],
  ['/orders$', '/v2/orders?limit=5', false],
  ['/orders$', '/v2/orders/3/orders', true],
  ['^/v2', '/v2/orders', true],
  ['^/v2', '/api/v2/orders', false],
  ['^/v2/orders$', '/v2/orders', true],
  ['^/v2/orders$', '/v2/v2/orders', false],
  ['/orders/*/events', '/v2/orders/000301/events', true],
  ['/orders/*/events', '/v2/orders/events', false],
  ['/a*a$', '/a', false],
  ['/a*a$', '/a/a', true],
  ['^/a*b*c$', '/a/b/c/b/c', true],
  ['/raster/|/download/', '/x/download/?token=1', true],
  ['/raster/|/download/', '/x/thumbnail/', false],
])('%j fits %j: %s', (pattern, address, fits) => {
  expect(matcherOf(pathPatternSchema.parse(pattern))(address)).toBe(fits);
});

it.each(['(a+)+$', '\\d', '[a-z]', 'a{9}', '/orders/.*/events', 'x'.repeat(301)])(
  'refuses %s, which would be read as something else',
  (pattern) => {
    expect(pathPatternSchema.safeParse(pattern).success).toBe(false);
  },
);

it('the worst pattern for the worst address takes time in proportion to its length', () => {
  const matches = matcherOf(`${'*a'.repeat(149)}b$`);
  const took = (length: number) => {
    const begun = performance.now();
    for (let round = 0; round < 200; round += 1) expect(matches('a'.repeat(length))).toBe(false);
    return performance.now() - begun;
  };
  const best = (length: number) => Math.min(...[1, 2, 3, 4, 5].map(() => took(length)));
  best(2_000);
  // Eight times the length takes about eight times as long; a search from each place would take sixty-four times as long.
  expect(best(16_000)).toBeLessThan(40 * Math.max(0.5, best(2_000)));
});
