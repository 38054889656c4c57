import { expect, it } from 'vitest';
import { createLinkSource } from './link-source.ts';

function make() {
  const asked: (string | null)[] = [];
  let renewals = 0;
  const source = createLinkSource(
    {
      fileName: 'a.tif',
      link: async (stale) => {
        asked.push(stale);
        return `https://s${asked.length}.test/a.tif`;
      },
    },
    new AbortController().signal,
    () => (renewals += 1),
  );
  return { source, asked, renewals: () => renewals };
}
const refused = { status: 403, url: 'https://s1.test/a.tif' };

it('asks once for all connections, and again only for who holds the latest one', async () => {
  const { source, asked, renewals } = make();
  expect(source.host()).toBe('');
  const first = await source.get(null);
  expect(await source.get(null)).toBe(first);
  expect(source.host()).toBe('s1.test');
  const second = await source.get(first);
  // The other connection still has the stale link.
  expect(await source.get(first)).toBe(second);
  expect(asked).toEqual([null, first]);
  expect(renewals()).toBe(2);
});

it('gives the file up after four refusals for each connection with no byte between them', () => {
  const { source } = make();
  for (let n = 0; n < 4; n += 1) source.countRefusal(refused, 1);
  source.resetRefusals();
  for (let n = 0; n < 4; n += 1) source.countRefusal(refused, 0);
  expect(() => source.countRefusal(refused, 1)).toThrow();
  for (let n = 5; n < 8; n += 1) source.countRefusal(refused, 2);
  expect(() => source.countRefusal(refused, 2)).toThrow();
});
