import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService, testCredentials } from '../../../testing/make-service.ts';
import {
  type Script,
  type ScriptedServer,
  sendJson,
  startScriptedServer,
} from '../../../testing/scripted-server.ts';
import { AppError } from '../../core/app-error.ts';
import type { Credentials } from './connection-record.ts';

const signal = new AbortController().signal;
let server: ScriptedServer;
let time: number;
let own: Credentials | null;
let made: ReturnType<typeof makeService>;
let connection: ReturnType<typeof makeConnection>;

function make(options: Parameters<typeof makeConnection>[1] = {}) {
  connection = makeConnection(server.origin(), options);
  made = makeService(connection, { now: () => time, credentials: async () => own });
  return made;
}
beforeEach(async () => {
  time = 1_000_000;
  own = testCredentials;
  server = await startScriptedServer({ script: issue() });
  make();
});
afterEach(async () => {
  await made.close();
  await server.close();
});

/** Answers with the tokens `t1`, `t2`, … and these fields. */
function issue(extra: object = { expires_in: 3_600 }): Script {
  let count = 0;
  return (_, response) => {
    count += 1;
    sendJson(response, { access_token: `t${count}`, scope: 'api:tasking', token_type: 'Bearer', ...extra });
  };
}

it('asks the issuer as the interface says, once per audience', async () => {
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t1');
  expect(await made.tokens.get(connection, 'accounts', signal)).toBe('t2');
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t1');
  expect(await made.tokens.get(connection, 'accounts', signal)).toBe('t2');
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /issuer/oauth/token',
    'POST /issuer/oauth/token',
  ]);
  expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  expect(server.seen.map(({ body }) => JSON.parse(body))).toEqual(
    ['https://audience.invalid/api', 'api'].map((audience) => ({
      client_id: testCredentials.clientId,
      client_secret: testCredentials.clientSecret,
      audience,
      grant_type: 'client_credentials',
    })),
  );
});

it('asks the legacy issuer for legacy credentials', async () => {
  make({ kind: 'legacy' });
  await made.tokens.get(connection, 'tasking', signal);
  expect(server.seen[0]?.path).toBe('/legacy-issuer/oauth/token');
  make({ kind: 'legacy', legacyAuthUrl: null });
  await made.tokens.get(connection, 'tasking', signal);
  expect(server.seen[1]?.path).toBe('/issuer/oauth/token');
});

it('fetches once for fifty callers at the same time', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 50 }, () => made.tokens.get(connection, 'tasking', signal)),
  );
  expect(new Set(tokens)).toEqual(new Set(['t1']));
  expect(server.seen).toHaveLength(1);
});

it('lets fifty callers hear of one failure, and then tries anew', async () => {
  server.play((_, response) => sendJson(response, { error: 'access_denied' }, 401));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => made.tokens.get(connection, 'tasking', signal)),
  );
  expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true);
  expect(server.seen).toHaveLength(1);
  server.play(issue());
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t1');
});

it.each([
  ['a day', { expires_in: 86_400 }, 86_400 - 60],
  ['as text', { expires_in: '3600' }, 3_600 - 60],
  ['a short life', { expires_in: 10 }, 9],
  ['missing', {}, 270],
  ['null', { expires_in: null }, 270],
  ['zero', { expires_in: 0 }, 270],
  ['negative', { expires_in: -5 }, 270],
  ['words', { expires_in: 'a while' }, 270],
  ['for ever', { expires_in: 1e12 }, 30 * 86_400 - 60],
])('renews before the end: %s', async (_, extra, seconds) => {
  server.play(issue(extra));
  await made.tokens.get(connection, 'tasking', signal);
  time += seconds * 1_000 - 1;
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t1');
  time += 1;
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t2');
});

it.each([
  [400, { error: 'invalid_client', error_description: 'no such client' }, 'invalid_client no such client'],
  [401, { message: 'bad secret' }, 'bad secret'],
  [401, { message: 'no contract for these credentials' }, 'no contract for these credentials'],
  [403, '<html>no</html>', 'HTTP 403'],
  [401, {}, 'HTTP 401'],
])('calls a %i of the issuer wrong credentials', async (status, body, detail) => {
  server.play((_, response) => {
    if (typeof body === 'string') response.writeHead(status).end(body);
    else sendJson(response, body, status);
  });
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({
    code: 'WRONG_CREDENTIALS',
    data: { host: new URL(server.origin()).host, detail },
  });
  expect(server.seen).toHaveLength(1);
});

it('never repeats the secret in what it says about a refusal', async () => {
  server.play((request, response) => sendJson(response, { detail: `what is ${request.body}?` }, 401));
  const error = await made.tokens.get(connection, 'tasking', signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(JSON.stringify(error)).not.toContain(testCredentials.clientSecret);
});

it.each([
  ['no token', {}],
  ['an empty token', { access_token: '' }],
  ['a number', { access_token: 5 }],
  ['a line break in it', { access_token: 'a\r\nx-evil: 1' }],
])('does not use an answer with %s', async (_, body) => {
  server.play((__, response) => sendJson(response, body));
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({
    code: 'BAD_ANSWER',
    data: { detail: 'token' },
  });
});

it('gets over a passing fault of the issuer, and names a lasting one', async () => {
  let times = 0;
  server.play((request, response, raw) => {
    times += 1;
    if (times === 1) sendJson(response, {}, 503);
    else if (times === 2) raw.socket.resetAndDestroy();
    else issue()(request, response, raw);
  });
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t1');
  made.tokens.forget(connection.id);
  server.play((_, response) => sendJson(response, {}, 429, { 'retry-after': '120' }));
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    data: { retryAfterSeconds: 120 },
  });
  server.play((_, response) => response.end('<html>'));
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  server.play((_, response) => response.writeHead(404).end());
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { what: 'token' },
  });
});

it('says that there are no credentials without asking anybody', async () => {
  own = null;
  await expect(made.tokens.get(connection, 'tasking', signal)).rejects.toMatchObject({
    code: 'NO_CREDENTIALS',
    data: { connectionId: connection.id },
  });
  expect(server.seen).toEqual([]);
});

it('rejects the very token that was refused, and no newer one', async () => {
  await made.tokens.get(connection, 'tasking', signal);
  made.tokens.reject(connection.id, 'tasking', 't1');
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t2');
  made.tokens.reject(connection.id, 'tasking', 't1');
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('t2');
});

it('keeps nothing of a fetch that was under way when the credentials changed', async () => {
  const pending: (() => void)[] = [];
  server.play((request, response) => {
    const { client_id: id } = JSON.parse(request.body);
    pending.push(() => sendJson(response, { access_token: `of-${id}`, expires_in: 3_600 }));
  });
  const before = made.tokens.get(connection, 'tasking', signal);
  await expect.poll(() => pending.length).toBe(1);
  own = { clientId: 'client-two', clientSecret: 'CANARY-secret-2' };
  made.tokens.forget(connection.id);
  const after = made.tokens.get(connection, 'tasking', signal);
  await expect.poll(() => pending.length).toBe(2);
  pending[1]?.();
  expect(await after).toBe('of-client-two');
  pending[0]?.();
  await before;
  expect(await made.tokens.get(connection, 'tasking', signal)).toBe('of-client-two');
});

it('lets one caller leave a shared fetch, and the others have it', async () => {
  let go: () => void = () => undefined;
  server.play((request, response, raw) => {
    go = () => issue()(request, response, raw);
  });
  const leaving = new AbortController();
  const first = made.tokens.get(connection, 'tasking', leaving.signal);
  const second = made.tokens.get(connection, 'tasking', signal);
  await expect.poll(() => server.seen.length).toBe(1);
  leaving.abort();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  go();
  expect(await second).toBe('t1');
  expect(server.seen).toHaveLength(1);
});

it('ends a shared fetch with Nadir, between two tries too', async () => {
  await made.close();
  const closing = new AbortController();
  server.play((_, response) => response.writeHead(503, { 'retry-after': '30' }).end());
  made = makeService(connection, {
    now: () => time,
    closing: closing.signal,
    onPause: (stop) => new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason))),
  });
  const token = made.tokens.get(connection, 'tasking', signal);
  await expect.poll(() => made.pauses.length).toBe(1);
  closing.abort();
  await expect(token).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(server.seen).toHaveLength(1);
});
