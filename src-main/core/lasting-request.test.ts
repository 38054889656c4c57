import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createLastingRequest } from './lasting-request.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('passes the end on to somebody who keeps nothing but its signal', async () => {
  const gone = new AbortController();
  const { signal } = createLastingRequest('http://127.0.0.1/tile', { signal: gone.signal });
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  gone.abort();
  expect(signal.aborted).toBe(true);
});
