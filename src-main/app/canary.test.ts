import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestRow } from '../../src-preload/contract/activity.ts';
import type { contract } from '../../src-preload/contract/contract.ts';
import {
  captureIdSchema,
  contractIdSchema,
  type LibraryFileId,
  type Scope,
} from '../../src-preload/contract/ids.ts';
import { makeConnection } from '../../testing/make-connection.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../testing/scripted-server.ts';
import type { HostApp } from '../host/host-app.ts';
import { createApp } from './create-app.ts';

/*
 * The whole application before a service that tries everything to get its secrets out: every redirect, every kind of place,
 * for links and for calls, and answers that repeat what they were sent. All secrets hold the word CANARY; afterwards every
 * place where none may be is searched. (`service/http/redirect-canary.test.ts` has the calls one by one, over TLS too.)
 */

const contractId = contractIdSchema.parse('cont-1');
const captureId = captureIdSchema.parse('capture-1');
const statuses = [301, 302, 303, 307, 308];
const signal = AbortSignal.timeout(100_000);

let own: ScriptedServer;
let foreign: ScriptedServer;
let folder: string;
let app: HostApp;
let client: ContractRouterClient<typeof contract>;
let scope: Scope;
/** All that a page was told. */
const told: string[] = [];
let links = 0;
/** What the calls meet, by their path; null where nothing is wrong with them. */
let call: { path: RegExp; status: number; location: string | null } | null = null;

const token = 'CANARY-token-of-the-service';
/** Where a redirect may point, with what it was sent in the place itself. */
const places: [string, (sent: string) => string][] = [
  ['another path of the same origin', (sent) => `/landed?again=1&token=${sent}`],
  ['another port', (sent) => `${foreign.origin()}/landed?token=${sent}`],
  ['another host', (sent) => `${own.origin('localhost')}/landed?token=${sent}`],
  ['another host and port', (sent) => `${foreign.origin('localhost')}/token/${sent}/landed`],
  ['the same host with a name before it', (sent) => `http://${sent}:x@${new URL(own.origin()).host}/landed`],
  [
    'a name that looks like the host',
    (sent) => `http://${new URL(own.origin()).host}@${new URL(foreign.origin()).host}/${sent}`,
  ],
  ['no scheme', (sent) => `//${new URL(foreign.origin()).host}/landed?token=${sent}`],
  ['backslashes', (sent) => `http:\\\\${new URL(foreign.origin()).host}\\landed?token=${sent}`],
  ['https on this port', (sent) => `https://${new URL(own.origin()).host}/landed?token=${sent}`],
  ['a file', (sent) => `file:///etc/hostname?token=${sent}`],
  ['ftp', (sent) => `ftp://${new URL(foreign.origin()).host}/?token=${sent}`],
  ['data', (sent) => `data:text/plain,${sent}`],
  ['a script', (sent) => `javascript:alert('${sent}')`],
  ['itself, for ever', () => ''],
  ['another origin, by way of the own', (sent) => `/onward?token=${sent}`],
];

const cases = statuses.flatMap((status) => places.map(([name, place]) => ({ status, name, place })));
const linkOf = (kind: 'raster' | 'attachment', n: number) => {
  const secret = `CANARY-link-${links}-${n}`;
  return kind === 'raster'
    ? `${own.origin()}/v2/scenes/S/token/${secret}/raster/case-${n}.tif`
    : `${own.origin()}/v2/scenes/S/attachments/case-${n}?token=${secret}`;
};

const foreignLinks = () => [
  `${foreign.origin()}/x?token=CANARY-link-direct`,
  `${own.origin('localhost')}/token/CANARY-link-direct/x`,
  `${foreign.origin()}/CANARY-link-direct/x`,
  `ftp://127.0.0.1/CANARY-link-direct/x`,
  `http://CANARY-link-user:CANARY-link-word@${new URL(own.origin()).host}/x`,
  'file:///etc/passwd?token=CANARY-link-direct',
  `//${new URL(foreign.origin()).host}/x?token=CANARY-link-direct`,
];

function sceneAnswer() {
  links += 1;
  const attachments = cases.map((_, n) => ({
    name: `case-${n}`,
    file_name: `case-${n}.bin`,
    url: linkOf('attachment', n),
  }));
  return {
    scene_id: 'S',
    edit_url: `${own.origin()}/edit?token=CANARY-link-edit`,
    metadata: {
      source: `${own.origin()}/token/CANARY-link-meta/x`,
      note: `see ${own.origin()}/y?token=CANARY-link-note`,
    },
    attachments: [
      ...attachments,
      ...foreignLinks().map((url, n) => ({ name: `direct-${n}`, file_name: `direct-${n}.bin`, url })),
    ],
    rasters: cases.map((_, n) => ({ file_name: `case-${n}.tif`, url: linkOf('raster', n), bands: ['red'] })),
  };
}

/** A page of rows, as the interface has them. */
const page = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results });

beforeAll(async () => {
  own = await startScriptedServer();
  foreign = await startScriptedServer();
  foreign.play((_, response) => response.writeHead(404).end('caught'));
  own.play((request, response) => {
    // Cookies are a way to be known again, and one to be sent elsewhere.
    response.setHeader('set-cookie', 'session=CANARY-cookie; Path=/');
    const sent = request.headers.authorizationtoken ?? request.headers.authorization ?? '';
    const linkCase = /case-(\d+)/.exec(request.path)?.[1];
    const each = linkCase === undefined ? undefined : cases[Number(linkCase)];
    if (request.path.startsWith('/onward'))
      return response.writeHead(302, { location: `${foreign.origin()}${request.path}` }).end();
    if (each) {
      const secret = /CANARY-link-[\d-]+/.exec(request.path)?.[0] ?? '';
      return response.writeHead(each.status, { location: each.place(secret) }).end(`moved, ${secret}`);
    }
    if (call?.status === 200 && call.path.test(request.path))
      return sendJson(response, { ...page([{ odd: 1 }]), next: call.location });
    if (call?.path.test(request.path)) {
      const body = JSON.stringify({
        detail: `what you sent: ${sent}`,
        token,
        nested: { authorization: sent },
      });
      const headers = {
        'content-type': 'application/json',
        ...(call.location === null ? {} : { location: call.location }),
      };
      return response.writeHead(call.status, headers).end(body);
    }
    if (request.path.startsWith('/landed')) return response.writeHead(404).end();
    if (request.path.includes('/oauth/token'))
      return sendJson(response, { access_token: token, expires_in: 3_600 });
    if (request.path.startsWith('/accounts'))
      return sendJson(response, page([{ contract_id: contractId, name: 'One', status: 'ACTIVE' }]));
    if (request.path.includes('/scenes/')) return sendJson(response, page([sceneAnswer()]));
    return sendJson(response, page([]));
  });
  folder = mkdtempSync(join(tmpdir(), 'nadir-canary-'));
  mkdirSync(join(folder, 'renderer'));
  app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
    },
  });
  client = createRouterClient(app.router);
  const { addresses, credentialKind } = makeConnection(own.origin());
  const { id } = await client.connections.add({ name: 'Guarded', credentialKind, addresses });
  await client.connections.setCredentials({
    id,
    clientId: 'client-one',
    clientSecret: 'CANARY-secret-of-the-client',
    sessionOnly: false,
  });
  await client.contracts.refresh({ connectionId: id });
  await client.contracts.select({ connectionId: id, contractId });
  await client.connections.activate({ id });
  scope = { connectionId: id, contractId };
});
afterAll(async () => {
  await app.close();
  await own.close();
  await foreign.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Keeps what the page is told, be it an answer or an error. */
async function hear<T>(answer: Promise<T>): Promise<T | null> {
  try {
    const value = await answer;
    told.push(JSON.stringify(value) ?? '');
    return value;
  } catch (error) {
    const { message, stack, ...rest } = error instanceof Error ? error : new Error(String(error));
    told.push(JSON.stringify({ message, stack, ...rest }));
    return null;
  }
}

/** Where none of it may be; each as text, with where it was found. */
function findings(): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => [
      entry.name,
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    ]);
  const elsewhere = own.seen.filter(({ headers }) => headers.host !== new URL(own.origin()).host);
  // A redirect of a download is followed to storage elsewhere: what the service itself wrote into that address goes there, of ours nothing.
  const withoutOwnAddress = (seen: typeof own.seen) =>
    JSON.stringify(
      seen.map(({ path, ...request }) => ({
        ...request,
        path: path.replaceAll(/CANARY-link-\d+-\d+/g, '…'),
      })),
    );
  const sinks: [string, string][] = [
    ...files,
    ['page', told.join('\n')],
    ['another origin', withoutOwnAddress(foreign.seen)],
    ['another name of this origin', withoutOwnAddress(elsewhere)],
    ['a cookie', own.seen.map(({ headers }) => headers.cookie ?? '').join('')],
  ];
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['nadir.db']));
  return sinks.flatMap(([name, text]) => {
    const at = text.indexOf('CANARY');
    return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 80), at + 40)}`];
  });
}

it('links: no case of any redirect gives a token away', async () => {
  const scenes = await hear(client.library.refreshCapture({ scope, captureId }));
  const files = scenes?.flatMap((scene) => scene.files) ?? [];
  expect(files).toHaveLength(2 * cases.length + foreignLinks().length);
  const ended = new Map<LibraryFileId, string>();
  const updates = await client.delivery.progress(undefined, { signal });
  await hear(client.delivery.download({ fileIds: files.map(({ fileId }) => fileId) }));
  for await (const each of updates) {
    told.push(JSON.stringify(each));
    for (const { fileId, state, error } of each.transfers)
      if (state === 'failed' || state === 'waiting' || state === 'done')
        ended.set(fileId, error?.code ?? state);
    if (ended.size === files.length) break;
  }
  // What may not be asked is refused before anything is sent; no place has a file, and one speaks no TLS.
  const codes = new Set(ended.values());
  expect([...codes].sort()).toEqual(['ADDRESS_REFUSED', 'NOT_FOUND', 'TLS_FAILED']);
  const asked = own.seen.filter(({ path }) => /case-\d+/.test(path));
  expect(asked.length).toBeGreaterThanOrEqual(2 * cases.length);
  for (const { headers } of asked) {
    const names = Object.keys(headers).filter((name) => /auth|cookie|contract|secret|key/i.test(name));
    expect(names).toEqual([]);
  }
  // Storage elsewhere is asked as anybody would ask it. A link that begins elsewhere is not followed at all.
  expect(foreign.seen.length).toBeGreaterThan(0);
  for (const { method, path, headers, body } of foreign.seen) {
    expect([method, body]).toEqual(['GET', '']);
    expect(path).toMatch(/^\/(landed|onward|token)/);
    expect(Object.keys(headers).sort()).toEqual(['accept-encoding', 'connection', 'host']);
  }
  expect(findings()).toEqual([]);
  // What waits for another try would go there again beside the calls below.
  for (const { fileId } of files) await client.delivery.remove({ fileId });
  foreign.seen.length = 0;
  // Some three hundred transfers, on a machine that may be busy.
}, 90_000);

const calls: [string, RegExp, () => Promise<unknown>][] = [
  ['contracts', /^\/accounts/, () => client.contracts.refresh({ connectionId: scope.connectionId })],
  ['tasks', /\/tasking\/tasks/, () => client.tasking.sync({ scope })],
  ['products', /\/products/, () => client.tasking.refreshReference({ scope })],
  ['scenes', /\/scenes\//, () => client.library.refreshCapture({ scope, captureId })],
  [
    'the check of a connection',
    /\/products|\/accounts/,
    () => client.connections.check({ id: scope.connectionId }),
  ],
];

describe.each(calls)('calls: %s', (_name, path, run) => {
  it('redirected anywhere, it gives no token away', async () => {
    for (const status of statuses)
      for (const [, place] of places) {
        call = { path, status, location: place(token) };
        await hear(run());
      }
    call = null;
    expect(foreign.seen).toEqual([]);
    expect(findings()).toEqual([]);
  });

  it('led on to a next page anywhere, it gives no token away', async () => {
    for (const [, place] of places) {
      call = { path, status: 200, location: place(token) };
      await hear(run());
    }
    call = null;
    expect(foreign.seen).toEqual([]);
    expect(findings()).toEqual([]);
  });

  it('answered with what it sent, it does not repeat it', async () => {
    for (const status of [400, 403, 404, 409, 418]) {
      call = { path, status, location: null };
      await hear(run());
    }
    call = null;
    expect(findings()).toEqual([]);
  });
});

it('nor do the lists, the log of requests, or what stands in the store afterwards', async () => {
  await hear(client.connections.list());
  await hear(client.app.notices());
  await hear(client.tasking.syncState({ scope }));
  const scenes = await hear(client.library.ofCapture({ scope, captureId }));
  expect(scenes).toHaveLength(1);
  for (const scene of scenes ?? []) await hear(client.library.get({ librarySceneId: scene.librarySceneId }));
  await hear(client.delivery.done({ offset: 0, limit: 500 }));
  const filter = { text: '', failedOnly: false, origin: null, upTo: null };
  let rows: RequestRow[] = [];
  for (let offset = 0; offset === 0 || rows.length % 500 === 0; offset += 500) {
    const page = await hear(client.activity.requests({ filter, offset, limit: 500 }));
    rows = [...rows, ...(page?.rows ?? [])];
    if ((page?.rows.length ?? 0) === 0) break;
  }
  // It was searched for where something is.
  expect(rows.some(({ address }) => address.includes('***'))).toBe(true);
  for (const { id } of rows) await hear(client.activity.request({ id }));
  for (const { id } of rows.slice(0, 200))
    for (const shell of ['posix', 'powershell'] as const) await hear(client.activity.command({ id, shell }));
  const failed = rows.filter(({ status }) => status === 418);
  const bodies = await Promise.all(failed.map(({ id }) => client.activity.request({ id })));
  // What the service said is there, without what it repeated.
  expect(bodies.some(({ receivedBody }) => receivedBody?.includes('what you sent'))).toBe(true);
  const bundle = await hear(client.activity.makeBundle());
  expect(bundle?.files.find(({ name }) => name === 'failed-requests.json')?.text).toContain('what you sent');
  expect(own.received()).toContain('CANARY-secret-of-the-client');
  expect(own.received()).toContain(token);
  expect(findings()).toEqual([]);
});
