import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureIdSchema, contractIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { fakeNames } from '../../../testing/fake-names.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../../testing/test-certificate.ts';
import { trustCertificate } from '../../../testing/trust-certificate.ts';
import { isAppError } from '../../core/app-error.ts';

/*
 * Libraries do not know the service's header as a credential, and forward it after every redirect (service §11.3). This test
 * tries every call, redirect status and kind of target.
 */

const signal = new AbortController().signal;
const contractId = contractIdSchema.parse('cont.CANARY-contract');
const taskId = taskIdSchema.parse(12);
const captureId = captureIdSchema.parse('capture-1');
const undo: (() => unknown)[] = [];
const names = ['service.invalid', 'other.invalid', 'localhost'];

async function start() {
  const tls = makeTestCertificate({ hosts: names, forAddress: true });
  undo.push(trustCertificate(tls.cert), fakeNames(names));
  const made = {
    plain: await startScriptedServer(),
    plainOther: await startScriptedServer(),
    secure: await startScriptedServer({ tls }),
    secureOther: await startScriptedServer({ tls }),
  };
  for (const server of Object.values(made)) undo.push(() => server.close());
  return made;
}
let servers: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  servers = await start();
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

type Made = ReturnType<typeof makeService>;
type Call = (made: Made, connection: ReturnType<typeof makeConnection>) => Promise<unknown>;
const scopeOf = ({ service }: Made, { id }: { id: ReturnType<typeof makeConnection>['id'] }) =>
  service.forScope({ connectionId: id, contractId });

const calls: { name: string; path: RegExp; follows: boolean; run: Call }[] = [
  {
    name: 'products',
    path: /^\/api\/tasking\/products\//,
    follows: true,
    run: (made, connection) => scopeOf(made, connection).products(signal),
  },
  {
    name: 'contracts',
    path: /^\/accounts\//,
    follows: true,
    run: ({ service }, { id }) => service.contracts(id, signal),
  },
  {
    name: 'scenes',
    path: /^\/api\/archive\/scenes\//,
    follows: true,
    run: (made, connection) => scopeOf(made, connection).scenes(captureId, signal),
  },
  {
    name: 'link',
    path: /^\/v2\/scenes\//,
    follows: true,
    async run({ links }, { id, addresses }) {
      const url = `${addresses.catalogUrl}/v2/scenes/S/token/CANARY-link/raster/a.tif`;
      // Other headers of a caller are ignored.
      const headers = { range: 'bytes=0-', authorizationToken: 'CANARY-handed-in' };
      const answer = await links.get({ connectionId: id, url, headers }, signal);
      await answer.discard();
      return answer.status;
    },
  },
  {
    name: 'submit',
    path: /^\/api\/tasking\/tasks\/$/,
    follows: false,
    run: (made, connection) => scopeOf(made, connection).submitTask(sampleTask, signal),
  },
  {
    name: 'cancel',
    path: /^\/api\/tasking\/tasks\/12\/cancel\//,
    follows: false,
    run: (made, connection) => scopeOf(made, connection).cancelTask(taskId, signal),
  },
  {
    name: 'token',
    path: /^\/issuer\//,
    follows: false,
    run: ({ tokens }, connection) => tokens.get(connection, 'tasking', signal),
  },
];

const followed = new Set([301, 302, 303, 307, 308]);
/** These statuses mean that the request was not processed; 303 means that it was. */
const unprocessed = new Set([301, 302, 307, 308]);
const statuses = [300, ...followed, 304, 305];

/** The source and the target; `own` is the configured origin. */
const routes: { name: string; own: () => string; to: () => string; same?: boolean }[] = [
  {
    name: 'http, same origin',
    own: () => servers.plain.origin(),
    to: () => servers.plain.origin(),
    same: true,
  },
  {
    name: 'https, same origin',
    own: () => servers.secure.origin(),
    to: () => servers.secure.origin(),
    same: true,
  },
  { name: 'http, other port', own: () => servers.plain.origin(), to: () => servers.plainOther.origin() },
  {
    name: 'http, other host',
    own: () => servers.plain.origin(),
    to: () => servers.plain.origin('localhost'),
  },
  { name: 'http to https', own: () => servers.plain.origin(), to: () => servers.secure.origin() },
  {
    name: 'https, other host',
    own: () => servers.secure.origin('service.invalid'),
    to: () => servers.secure.origin('other.invalid'),
  },
  {
    name: 'https, subdomain of the same port',
    own: () => servers.secure.origin('service.invalid'),
    to: () => servers.secureOther.origin('service.invalid'),
  },
  { name: 'https to http on loopback', own: () => servers.secure.origin(), to: () => servers.plain.origin() },
  {
    name: 'https to http, same host',
    own: () => servers.secure.origin('service.invalid'),
    to: () => servers.plain.origin('service.invalid'),
  },
];

/** Answers every call correctly, except the tested one with a redirect to `/landed…` at `to`. */
function play(own: ScriptedServer, path: RegExp, status: number, to: string) {
  own.play((request, response) => {
    if (path.test(request.path))
      response.writeHead(status, { location: `${to}/landed${request.path}` }).end();
    else if (request.path.endsWith('/oauth/token'))
      sendJson(response, {
        access_token: `CANARY-token-${JSON.parse(request.body).audience}`,
        expires_in: 600,
      });
    else if (request.method === 'POST') sendJson(response, sampleTaskAnswer, 201);
    else sendJson(response, { count: 0, next: null, previous: null, results: [] });
  });
}

describe.each(routes)('$name', ({ own, to, same = false }) => {
  it.each(calls)('$name', async ({ name, run, path, follows }) => {
    const connection = makeConnection(own());
    const ownServer = Object.values(servers).find((server) => server.port === Number(new URL(own()).port));
    if (!ownServer) throw new Error('no such server');
    for (const status of statuses) {
      // A new service each time, because it learns moved addresses.
      const made = makeService(connection);
      for (const server of Object.values(servers)) server.seen.length = 0;
      play(ownServer, path, status, to());
      const outcome = await run(made, connection).catch((error: unknown) =>
        isAppError(error) ? error.code : error,
      );
      made.tokens.forget(connection.id);

      const everything = Object.values(servers).flatMap((server) => server.seen);
      const landed = everything.filter((request) => request.path.startsWith('/landed'));
      const isSubmission = path.test('/api/tasking/tasks/');
      const isMoved = !follows && !path.test('/issuer/oauth/token') && unprocessed.has(status);
      // A download may continue at a storage server, but never by plain http on another machine.
      const elsewhere = name === 'link' && !to().startsWith('http://service.invalid');
      const goes = follows && followed.has(status) && (same || elsewhere);
      // The new address of a submission is checked with a GET, and nothing is sent there.
      const isReconciled = isSubmission && isMoved && same;
      expect(
        landed.map(({ method }) => method),
        `${status}`,
      ).toEqual(goes || isReconciled ? ['GET'] : []);
      // Only the configured origin receives a secret, in any header, body or path.
      const ownHost = new URL(own()).host;
      const foreign = everything.filter((request) => request.headers.host !== ownHost);
      expect(foreign, `${status}`).toHaveLength(goes && !same ? 1 : 0);
      // The path and query of the target come from the service; everything else comes from us.
      for (const { method, headers, body } of foreign) {
        expect([method, body]).toEqual(['GET', '']);
        expect(Object.keys(headers).sort()).toEqual(['accept-encoding', 'connection', 'host', 'range']);
      }
      if (follows && followed.has(status) && !goes) expect(outcome).toBe('ADDRESS_REFUSED');
      if (!follows)
        expect(outcome, `${status}`).toBe(
          isMoved ? 'ADDRESS_MOVED' : isSubmission ? 'OUTCOME_UNKNOWN' : 'SERVICE_FAILED',
        );
      await made.close();
      // The contract is not secret to its own user.
      expect(JSON.stringify(made.log).replaceAll(contractId, '')).not.toContain('CANARY');
    }
  });
});

it('sends each call its own header and token, and a link none', async () => {
  const connection = makeConnection(servers.plain.origin());
  const made = makeService(connection);
  const headersOf: Record<string, Record<string, string>> = {};
  for (const { name, path, run } of calls) {
    servers.plain.seen.length = 0;
    play(servers.plain, /^never$/, 302, '');
    await run(made, connection);
    const request = servers.plain.seen.find((each) => path.test(each.path));
    const telling = ['authorization', 'authorizationtoken', 'x-service-contract-id', 'cookie', 'range'];
    headersOf[name] = Object.fromEntries(
      Object.entries(request?.headers ?? {}).filter(([header]) => telling.includes(header)),
    );
  }
  await made.close();
  const tasking = {
    authorizationtoken: 'Bearer CANARY-token-https://audience.invalid/api',
    'x-service-contract-id': contractId,
  };
  expect(headersOf).toEqual({
    products: tasking,
    contracts: { authorization: 'Bearer CANARY-token-api' },
    scenes: tasking,
    link: { range: 'bytes=0-' },
    submit: tasking,
    cancel: tasking,
    token: {},
  });
});
