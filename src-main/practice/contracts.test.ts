import { expect, it } from 'vitest';
import { z } from 'zod';
import { call, issueToken, signIn, startForTest } from '../../testing/practice/practice-caller.ts';

// Reads the answers strictly by service §4.2, §2.4 and §2.2.
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const zoneless = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
const contractSchema = z.strictObject({
  contract_id: z.string().regex(new RegExp(`^cont\\.${uuid}$`)),
  name: z.string().min(1),
  account: z.string().regex(new RegExp(`^acct\\.${uuid}$`)),
  archive_configuration: z
    .strictObject({ restrictions: z.array(z.string()), collections: z.array(z.string()) })
    .nullable(),
  tasking_configuration: z.strictObject({ has_credentials: z.boolean() }),
  created_at: zoneless,
  updated_at: zoneless,
  status: z.string(),
});
const pageSchema = z.strictObject({
  count: z.number().int(),
  next: z.url().nullable(),
  previous: z.url().nullable(),
  results: z.array(contractSchema),
});

async function listed(query: string) {
  const service = await startForTest({ emptyWorld: true });
  const token = await issueToken(service, 'oauth', 'api');
  const ask = (url: string) => call(url, { headers: { authorization: `Bearer ${token}` } });
  const first = await ask(`${service.announcement.accounts_url}/v2/my/contracts${query}`);
  return { service, ask, page: pageSchema.parse(first.json) };
}

it('lists the kinds of contract a client must cope with', async () => {
  const { service, page } = await listed('');
  expect(page.results).toHaveLength(page.count);
  expect(new Set(page.results.map(({ contract_id }) => contract_id)).size).toBe(page.count);
  const active = page.results.filter(({ status }) => status === 'ACTIVE');
  expect(active.length).toBeGreaterThanOrEqual(3);
  expect(page.results.length).toBeGreaterThan(active.length);
  expect(page.results.some(({ archive_configuration }) => archive_configuration === null)).toBe(true);
  expect(page.results.some(({ archive_configuration }) => archive_configuration !== null)).toBe(true);
  for (const { created_at, updated_at } of page.results) expect(updated_at >= created_at).toBe(true);

  const clientCounts = [];
  for (const { name } of active) {
    const caller = await signIn(service, name);
    const clients = z.looseObject({ count: z.number() }).parse((await caller.get('/tasking/clients/')).json);
    clientCounts.push(clients.count);
  }
  expect(Math.max(...clientCounts)).toBeGreaterThan(1);
  expect(Math.min(...clientCounts)).toBe(1);
});

it('pages by limit and offset with absolute links both ways', async () => {
  const { ask, page } = await listed('?limit=1');
  expect(page.results).toHaveLength(1);
  expect(page.previous).toBeNull();
  const seen = page.results.map(({ contract_id }) => contract_id);
  let { next } = page;
  let last = page;
  while (next !== null) {
    const parameters = new URL(next).searchParams;
    expect([parameters.get('limit'), parameters.get('offset')]).toEqual(['1', String(seen.length)]);
    last = pageSchema.parse((await ask(next)).json);
    seen.push(...last.results.map(({ contract_id }) => contract_id));
    next = last.next;
  }
  expect(seen).toHaveLength(page.count);
  expect(new Set(seen).size).toBe(page.count);
  const back = pageSchema.parse((await ask(last.previous ?? '')).json);
  expect(back.results[0]?.contract_id).toBe(seen.at(-2));
});
