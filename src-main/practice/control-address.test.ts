import { expect, it, onTestFinished } from 'vitest';
import { call, startForTest } from '../../testing/practice/practice-caller.ts';
import { createPracticeService } from './create-practice-service.ts';

it('is not there unless somebody asks for it', async () => {
  const service = await createPracticeService({ emptyWorld: true });
  onTestFinished(() => service.close());
  expect(service.controlUrl).toBeNull();
});

it('answers nobody who does not know the key', async () => {
  const service = await startForTest({ emptyWorld: true });
  const { origin, pathname } = new URL(service.controlUrl);
  expect(pathname).toMatch(/^\/[\w-]{32}$/);
  const plan = { match: {}, fault: { status: 503 } };
  for (const key of [
    '',
    '/',
    '/x',
    pathname.slice(0, -1),
    `${pathname}x`,
    `/${pathname}`,
    pathname.toUpperCase(),
  ])
    for (const [method, path] of [
      ['GET', '/log'],
      ['GET', '/tasks'],
      ['DELETE', '/log'],
      ['POST', '/faults'],
      ['POST', '/expire-tokens'],
    ] as const) {
      const answer = await call(`${origin}${key}${path}`, {
        method,
        ...(method === 'POST' ? { body: plan } : {}),
      });
      expect([key, path, answer.status]).toEqual([key, path, 404]);
    }
  // No fault was planned, and a caller with the key is answered.
  expect((await call(`${service.announcement.base_url}/tasking/products/`)).status).toBe(401);
  expect((await call(`${service.controlUrl}/log`)).json).toHaveLength(1);
});

it('two services have two keys', async () => {
  const [first, second] = [
    await startForTest({ emptyWorld: true }),
    await startForTest({ emptyWorld: true }),
  ];
  const stolen = new URL(second.controlUrl);
  stolen.port = new URL(first.controlUrl).port;
  expect((await call(`${stolen.href}/log`)).status).toBe(404);
});
