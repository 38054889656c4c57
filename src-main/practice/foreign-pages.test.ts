import { expect, it } from 'vitest';
import { call, startForTest } from '../../testing/practice/practice-caller.ts';

/** Requests that a page in the user's browser can cause; the last two can read the answer too (DNS rebinding). */
const pages: [string, Record<string, string>][] = [
  ['a form of another site', { origin: 'https://evil.invalid', 'sec-fetch-site': 'cross-site' }],
  ['a frame without an origin', { origin: 'null', 'content-type': 'text/plain' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['a picture of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a name that was pointed here', { host: 'evil.invalid', 'sec-fetch-site': 'same-origin' }],
  ['the same in an old browser', { host: '127.0.0.1.evil.invalid:80' }],
];

it.each(pages)('%s moves and reads nothing', async (_name, headers) => {
  const service = await startForTest({ emptyWorld: true });
  const { controlUrl, announcement } = service;
  const plan = { match: { path: '' }, fault: { status: 503 } };
  for (const path of ['/faults', '/advance', '/expire-tokens', '/expire-links'])
    expect(
      (await call(controlUrl + path, { method: 'POST', headers, body: { ...plan, seconds: 1 } })).status,
    ).toBe(403);
  expect((await call(`${controlUrl}/log`, { method: 'DELETE', headers })).status).toBe(403);
  for (const address of [
    `${controlUrl}/log`,
    `${controlUrl}/tasks`,
    `${announcement.base_url}/tasking/products/`,
    announcement.catalog_url,
  ]) {
    const { status, text } = await call(address, { headers });
    expect([status, text]).toEqual([403, '{"detail": "Not for web pages."}']);
  }
  // No fault was planned, and the journal has no entry of it.
  expect((await call(`${announcement.base_url}/tasking/products/`)).status).toBe(401);
  expect((await call(`${controlUrl}/log`)).json).toHaveLength(1);
});

it.each([
  ['a person who looks', { 'sec-fetch-site': 'none' }],
  ['a client by another name of this machine', { host: 'localhost:80' }],
])('%s is answered', async (_name, headers) => {
  const { controlUrl } = await startForTest({ emptyWorld: true });
  expect((await call(`${controlUrl}/log`, { headers })).status).toBe(200);
});
