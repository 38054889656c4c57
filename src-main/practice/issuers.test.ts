import { expect, it } from 'vitest';
import { call, issueToken, signIn, startForTest } from '../../testing/practice/practice-caller.ts';

// Service §4.1, §2.3, §5.

async function asked(
  kind: 'oauth' | 'legacy',
  issuer: 'oauth' | 'legacy',
  changes: Record<string, unknown> = {},
) {
  const { announcement } = await startForTest({ emptyWorld: true, tokenSeconds: 86_400 });
  const known = announcement.credentials.find((credentials) => credentials.kind === kind);
  const base = issuer === 'oauth' ? announcement.auth_url : announcement.legacy_auth_url;
  const answer = await call(`${base}/oauth/token`, {
    method: 'POST',
    body: {
      client_id: known?.client_id,
      client_secret: known?.client_secret,
      audience: announcement.tasking_audience,
      grant_type: 'client_credentials',
      ...changes,
    },
  });
  return answer;
}

it('gives a tasking token with both of its scopes', async () => {
  const answer = await asked('oauth', 'oauth');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json).toEqual({
    access_token: expect.stringMatching(/^\S{20,}$/),
    scope: 'api:tasking api:delivery',
    expires_in: 86_400,
    token_type: 'Bearer',
  });
});

it('gives an accounts token for the audience "api"', async () => {
  expect((await asked('oauth', 'oauth', { audience: 'api' })).json).toMatchObject({
    scope: 'accounts:principals:profile accounts:contracts:read',
    token_type: 'Bearer',
    expires_in: 86_400,
  });
});

it('serves legacy credentials at the legacy issuer only', async () => {
  expect((await asked('legacy', 'legacy')).json).toMatchObject({ scope: 'api:tasking api:delivery' });
  expect((await asked('legacy', 'oauth')).status).toBe(401);
  expect((await asked('oauth', 'legacy')).status).toBe(401);
  expect((await asked('legacy', 'legacy', { audience: 'api' })).status).toBe(403);
});

it('refuses a wrong secret, an unknown audience and incomplete bodies by field', async () => {
  expect((await asked('oauth', 'oauth', { client_secret: 'wrong' })).status).toBe(401);
  expect((await asked('oauth', 'oauth', { client_id: 'wrong' })).status).toBe(401);
  expect((await asked('oauth', 'oauth', { audience: 'https://elsewhere.invalid' })).status).toBe(403);
  for (const [name, value] of Object.entries({
    client_id: undefined,
    client_secret: 5,
    audience: null,
    grant_type: 'password',
  })) {
    const answer = await asked('oauth', 'oauth', { [name]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(Object(answer.json))).toEqual([name]);
  }
});

it('takes the accounts token in Authorization and the tasking token in authorizationToken, never swapped', async () => {
  const service = await startForTest({ emptyWorld: true });
  const { announcement } = service;
  const tasking = await issueToken(service, 'oauth');
  const accounts = await issueToken(service, 'oauth', 'api');
  const contracts = `${announcement.accounts_url}/v2/my/contracts`;
  const products = `${announcement.base_url}/tasking/products/`;
  const caller = await signIn(service);
  const contract = caller.headers[announcement.contract_header] ?? '';
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await call(url, { headers: { [announcement.contract_header]: contract, ...headers } })).status;

  expect(await statusOf(contracts, { authorization: `Bearer ${accounts}` })).toBe(200);
  expect(await statusOf(contracts, { authorizationToken: `Bearer ${accounts}` })).toBe(401);
  expect(await statusOf(contracts, { authorization: `Bearer ${tasking}` })).toBe(401);
  expect(await statusOf(contracts, { authorization: accounts })).toBe(401);
  expect(await statusOf(contracts, {})).toBe(401);
  expect(await statusOf(products, { authorizationToken: `Bearer ${tasking}` })).toBe(200);
  expect(await statusOf(products, { authorization: `Bearer ${tasking}` })).toBe(401);
  expect(await statusOf(products, { authorizationToken: `Bearer ${accounts}` })).toBe(401);
  expect(await statusOf(products, { authorizationToken: 'Bearer made-up' })).toBe(401);
});

it('lets tokens end after expires_in and not before', async () => {
  let now = Date.UTC(2026, 10, 21);
  const service = await startForTest({ emptyWorld: true, tokenSeconds: 60 }, () => now);
  const caller = await signIn(service);
  now += 59_000;
  expect((await caller.get('/tasking/products/')).status).toBe(200);
  now += 1_000;
  expect((await caller.get('/tasking/products/')).status).toBe(401);
  expect((await (await signIn(service)).get('/tasking/products/')).status).toBe(200);
});

it('asks for a contract, knows only its own, and refuses one from legacy credentials', async () => {
  const service = await startForTest({ emptyWorld: true });
  const { contract_header, base_url } = service.announcement;
  const token = { authorizationToken: `Bearer ${await issueToken(service, 'oauth')}` };
  const products = `${base_url}/tasking/products/`;

  const missing = await call(products, { headers: token });
  expect(missing.status).toBe(401);
  expect(missing.text).toMatch(/contract/i);
  for (const foreign of ['cont.00000000-0000-4000-8000-000000000000', 'rubbish', '']) {
    const answer = await call(products, { headers: { ...token, [contract_header]: foreign } });
    expect(answer.status).toBe(401);
    expect(answer.text).toMatch(/contract/i);
  }

  const legacy = await signIn(service, 'legacy');
  expect((await legacy.get('/tasking/products/')).status).toBe(200);
  const bound = (await signIn(service)).headers[contract_header] ?? '';
  expect((await legacy.call('/tasking/products/', { headers: { [contract_header]: bound } })).status).toBe(
    403,
  );
});
