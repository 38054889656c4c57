import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { WebSocket } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../src-preload/contract/contract.ts';
import { type Answer, portOf, socketHeaders, visit } from '../../testing/loopback/visit.ts';
import { createFiles } from '../host/files.ts';
import type { HostApp } from '../host/host-app.ts';
import { pageHeaders } from '../host/page-policy.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/*
 * The rules below are written from the product's description of the loopback port, not from the server. Every request needs the
 * exact Host with port; every write and the socket need the exact Origin and Sec-Fetch-Site. Files and calls need the session's
 * cookie and a key, because other ports of this machine receive the cookie but not the key: in the address of a file, in the
 * first message on the socket. The launch token is valid once, as JSON. Requests of another site, another port or a rebound
 * name are refused for pages, calls and files alike. `Sec-Fetch-Site: none` means a typed address, which is allowed for pages
 * only. Browsers send no Sec-Fetch-Site with a socket (Chromium) or in old versions: absent is not foreign, and Origin decides.
 */
const hosts = ['own', 'localhost', 'foreign', 'rebound', 'no port', 'other port', 'v6', 'none'] as const;
const origins = ['none', 'own', 'foreign', 'null', 'localhost', 'https', 'other port'] as const;
const sites = ['none sent', 'same-origin', 'same-site', 'cross-site', 'none'] as const;
const cookies = ['none', 'session', 'wrong', 'empty', 'shortened', 'other port', 'two'] as const;
const fileKeys = ['none', 'files', 'page', 'shortened', 'empty', 'cookie'] as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const;
const routes = ['/', '/assets/page.js', '/files/raster/1', '/rpc'] as const;

interface Case {
  host: (typeof hosts)[number];
  origin: (typeof origins)[number];
  site: (typeof sites)[number];
  cookie: (typeof cookies)[number];
  method: string;
  route: string;
  key: (typeof fileKeys)[number];
}

/** Another port may set a second cookie of this name; the session still counts. */
const isOfSession = (cookie: Case['cookie']) => cookie === 'session' || cookie === 'two';

function mayRead({ host, origin, site, cookie, method, route, key }: Case): boolean {
  const knownPlace = host === 'own' && (origin === 'none' || origin === 'own');
  const reads = method === 'GET' || method === 'HEAD';
  if (!knownPlace || !reads || route === '/rpc') return false;
  const own = site === 'same-origin' || site === 'none sent';
  if (route.startsWith('/files/')) return own && isOfSession(cookie) && key === 'files';
  return own || site === 'none';
}

function mayOpenSocket({ host, origin, site, cookie, route }: Case): boolean {
  const own = site === 'same-origin' || site === 'none sent';
  return route === '/rpc' && host === 'own' && origin === 'own' && own && isOfSession(cookie);
}

let folder: string;
let app: Pick<HostApp, 'router' | 'files'>;
let server: LoopbackServer;
let port: number;
let session: string;
let keys: { page: string; files: string };
let agent: Agent;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-matrix-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'the page');
  writeFileSync(join(folder, 'assets/page.js'), 'the script');
  writeFileSync(join(folder, 'raster.tif'), 'the pixels');
  const files = createFiles({
    rendererFolder: folder,
    resolve: (pathname) =>
      pathname === '/files/raster/1' ? { path: join(folder, 'raster.tif'), contentType: 'image/tiff' } : null,
  });
  const os = implement(contract);
  // This test is about access, so unanswered calls do not matter.
  app = { router: Object.create(os), files };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  agent = new Agent({ keepAlive: true, maxSockets: 8 });
  await startAfresh();
});
afterEach(async () => {
  agent.destroy();
  await server.close();
});

async function startAfresh() {
  server = await startLoopbackServer({ app, port: 0 });
  port = portOf(server.origin);
  session = '';
  keys = { page: '', files: '' };
}

const hostHeader = (host: Case['host']): string | null =>
  ({
    own: `127.0.0.1:${port}`,
    localhost: `localhost:${port}`,
    foreign: 'evil.example',
    rebound: `evil.example:${port}`,
    'no port': '127.0.0.1',
    'other port': `127.0.0.1:${port === 1_024 ? 1_025 : port - 1}`,
    v6: `[::1]:${port}`,
    none: null,
  })[host];

const originHeader = (origin: Case['origin']): string | null =>
  ({
    none: null,
    own: server.origin,
    foreign: 'https://evil.example',
    null: 'null',
    localhost: `http://localhost:${port}`,
    https: `https://127.0.0.1:${port}`,
    'other port': 'http://127.0.0.1:1',
  })[origin];

const cookieHeader = (cookie: Case['cookie']): string | null =>
  ({
    none: null,
    session,
    wrong: `nadir-${port}=${'x'.repeat(43)}`,
    empty: `nadir-${port}=`,
    shortened: session.slice(0, -1),
    'other port': session.replace(`nadir-${port}`, 'nadir-1'),
    two: `${session}; nadir-${port}=second`,
  })[cookie];

/** Returns the key for files as a part of an address. */
const withKey = ({ route, key }: Pick<Case, 'route' | 'key'>): string =>
  ({
    none: route,
    files: `${route}?key=${keys.files}`,
    page: `${route}?key=${keys.page}`,
    shortened: `${route}?key=${keys.files.slice(0, -1)}`,
    empty: `${route}?key=`,
    cookie: `${route}?key=${session.split('=')[1]}`,
  })[key];

const headersOf = ({ host, origin, site, cookie }: Case) => ({
  host: hostHeader(host),
  origin: originHeader(origin),
  'sec-fetch-site': site === 'none sent' ? null : site,
  cookie: cookieHeader(cookie),
});

type SentHeaders = Record<string, string | readonly string[] | null>;

const enter = (token: string, headers: SentHeaders = {}) => sendToSession({ token }, headers);

function sendToSession(body: unknown, headers: SentHeaders = {}) {
  return visit({
    port,
    agent,
    method: 'POST',
    target: '/session',
    headers: {
      host: `127.0.0.1:${port}`,
      origin: server.origin,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const keysSchema = z.strictObject({ page: z.string().length(43), files: z.string().length(43) });

async function signIn() {
  const { headers, body } = await enter(server.launchToken);
  keys = keysSchema.parse(JSON.parse(body));
  session = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(session).toMatch(/^nadir-\d+=.{43}$/);
}

/** Sends all requests, a few at a time; returns those with a wrong answer. */
async function mismatches(cases: readonly Case[], judge: (each: Case) => Promise<string | null>) {
  const wrong: string[] = [];
  const left = [...cases];
  const worker = async () => {
    for (let each = left.pop(); each; each = left.pop()) {
      const complaint = await judge(each);
      if (complaint !== null) wrong.push(`${complaint}: ${JSON.stringify(each)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong;
}

/** Returns what a refusal leaks (content, a cookie, permission for other origins); null if nothing. */
function leaks({ headers, body }: Answer): string | null {
  if (body !== '') return 'content in a refusal';
  if (headers['set-cookie']) return 'a cookie in a refusal';
  const open = Object.keys(headers).find((name) => name.startsWith('access-control-'));
  return open === undefined ? null : `${open} in a refusal`;
}

const product = (
  route: string,
  each: {
    methods: readonly string[];
    hosts?: readonly Case['host'][];
    /** The keys in the address; by default none, and for files the right one. */
    keys?: readonly Case['key'][];
  },
): Case[] =>
  (each.hosts ?? hosts).flatMap((host) =>
    origins.flatMap((origin) =>
      sites.flatMap((site) =>
        cookies.flatMap((cookie) =>
          each.methods.flatMap((method) =>
            (each.keys ?? [route.startsWith('/files/') ? 'files' : 'none']).map((key) => ({
              host,
              origin,
              site,
              cookie,
              method,
              route,
              key,
            })),
          ),
        ),
      ),
    ),
  );

describe('Host × Origin × Sec-Fetch-Site × cookie × method', () => {
  it.each(routes)('on %s', async (route) => {
    await signIn();
    // Every origin with one method; the own origin and a rebound name with every method.
    const cases = product(route, { methods: ['GET'] }).concat(
      product(route, { methods: methods.slice(1), hosts: ['own', 'rebound'] }).filter(
        ({ origin, cookie }) =>
          ['none', 'own', 'foreign'].includes(origin) && ['none', 'session', 'wrong', 'two'].includes(cookie),
      ),
      // The own origin with every key.
      product(route, { methods: ['GET', 'HEAD'], hosts: ['own'], keys: fileKeys }).filter(
        ({ origin, site }) => ['none', 'own'].includes(origin) && site !== 'cross-site',
      ),
    );
    let allowed = 0;
    const wrong = await mismatches(cases, async (each) => {
      const answer = await visit({
        port,
        agent,
        method: each.method,
        target: withKey(each),
        headers: headersOf(each),
      });
      if (mayRead(each)) {
        allowed += 1;
        return answer.status === 200 ? null : `${answer.status} instead of 200`;
      }
      if (answer.status < 400 || answer.status > 499) return `${answer.status} instead of a refusal`;
      return leaks(answer);
    });
    expect(wrong).toEqual([]);
    expect(allowed > 0).toBe(route !== '/rpc');
  });

  it.each(['/rpc', '/', '/files/raster/1', '/session'])('on a socket to %s', async (route) => {
    await signIn();
    let allowed = 0;
    const places = product(route, {
      methods: ['GET'],
      hosts: route === '/rpc' ? hosts : ['own', 'rebound'],
    });
    const wrong = await mismatches(places, async (each) => {
      const headers = { ...headersOf(each), ...socketHeaders };
      const answer = await visit({ port, method: 'GET', target: route, headers });
      if (mayOpenSocket(each)) {
        allowed += 1;
        return answer.status === 101 ? null : `${answer.status} instead of 101`;
      }
      if (answer.status < 400 || answer.status > 499) return `${answer.status} instead of a refusal`;
      return leaks(answer);
    });
    expect(wrong).toEqual([]);
    expect(allowed > 0).toBe(route === '/rpc');
  });
});

describe('Host × Origin × Sec-Fetch-Site × method × content type × token', () => {
  const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', null] as const;
  const tokens = ['right', 'wrong', 'none'] as const;

  it.each(types)('on /session with content type %s', async (type) => {
    const places = product('/session', { methods: ['POST'] })
      .concat(product('/session', { methods: ['GET', 'PUT', 'OPTIONS'], hosts: ['own', 'rebound'] }))
      .filter(({ cookie }) => cookie === 'none');
    const json = type?.startsWith('application/json') === true;
    let entered = 0;
    for (const token of tokens) {
      const wrong = await mismatches(places, async (each) => {
        const own = each.site === 'same-origin' || each.site === 'none sent';
        const place = each.host === 'own' && each.origin === 'own' && own && each.method === 'POST';
        // Admitted requests use up the token, so they are tested below, each with its own server.
        if (token === 'right' && place && json) return null;
        const answer = await visit({
          port,
          agent,
          method: each.method,
          target: '/session',
          headers: { ...headersOf(each), 'content-type': type },
          ...(each.method === 'POST' || each.method === 'PUT'
            ? {
                body: JSON.stringify(
                  token === 'none' ? {} : { token: token === 'right' ? server.launchToken : 'x' },
                ),
              }
            : {}),
        });
        if (answer.status < 400 || answer.status > 499) return `${answer.status} instead of a refusal`;
        return leaks(answer);
      });
      expect(wrong).toEqual([]);
    }
    for (const site of ['same-origin', null]) {
      await server.close();
      await startAfresh();
      const { status } = await enter(server.launchToken, { 'sec-fetch-site': site, 'content-type': type });
      if (status === 200) entered += 1;
    }
    expect(entered).toBe(json ? 2 : 0);
  });
});

describe('the launch token', () => {
  it('has 256 bits', () => expect(server.launchToken).toMatch(/^[A-Za-z0-9_-]{43}$/));

  it('is good for one cookie: HttpOnly, SameSite=Strict, for the whole host, gone with the browser', async () => {
    const { status, headers } = await enter(server.launchToken);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toHaveLength(1);
    const [pair, ...attributes] = headers['set-cookie']?.[0]?.split('; ') ?? [];
    expect(pair).toMatch(new RegExp(`^nadir-${port}=[A-Za-z0-9_-]{43}$`));
    expect(pair).not.toContain(server.launchToken);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('works once', async () => {
    await enter(server.launchToken);
    const again = await enter(server.launchToken);
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('works once even for several at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(server.launchToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body !== '')).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1);
  });

  it('is not used up by wrong ones', async () => {
    for (const wrong of ['', 'x', server.launchToken.slice(1), `${server.launchToken}x`]) {
      expect((await enter(wrong)).status).toBe(401);
    }
    expect((await enter(server.launchToken)).status).toBe(200);
  });

  it('is not needed by a page that shows its key: it gets the cookie again, which another port may have taken away', async () => {
    await signIn();
    for (const cookie of [null, `nadir-${port}=second`, session]) {
      const again = await sendToSession({ key: keys.page }, { cookie });
      expect(again.status).toBe(200);
      expect(again.headers['set-cookie']?.[0]?.split(';')[0]).toBe(session);
      expect(keysSchema.parse(JSON.parse(again.body))).toEqual(keys);
    }
  });

  it('is needed by whoever has the cookie alone, and by whoever knows the address of a file', async () => {
    await signIn();
    const wrong = ['', 'x', keys.files, keys.page.slice(1), `${keys.page}x`, session.split('=')[1]];
    for (const key of wrong) {
      const answer = await sendToSession({ key }, { cookie: session });
      expect(answer.status).toBe(401);
      expect(leaks(answer)).toBe(null);
    }
    const used = await enter(server.launchToken, { cookie: session });
    expect(used.status).toBe(401);
    expect(leaks(used)).toBe(null);
  });

  it('and cookie and keys are four secrets', async () => {
    await signIn();
    const four = [server.launchToken, session.split('=')[1], keys.page, keys.files];
    expect(new Set(four).size).toBe(4);
  });

  it('is another one, and so is the cookie, in the next process', async () => {
    await signIn();
    const earlier = { token: server.launchToken, session, keys };
    await server.close();
    await startAfresh();
    await signIn();
    expect(server.launchToken).not.toBe(earlier.token);
    expect(session.split('=')[1]).not.toBe(earlier.session.split('=')[1]);
    expect(keys.page).not.toBe(earlier.keys.page);
    expect(keys.files).not.toBe(earlier.keys.files);
  });

  it.each([
    ['broken JSON', '{"token":'],
    ['another shape', '["token"]'],
    ['a number', '{"token":1}'],
    ['far too much', JSON.stringify({ token: 'x'.repeat(100_000) })],
  ])('is not to be had with %s', async (_name, body) => {
    const headers = { host: `127.0.0.1:${port}`, origin: server.origin, 'content-type': 'application/json' };
    const { status } = await visit({ port, method: 'POST', target: '/session', headers, body });
    // A request that is too large is cut off without an answer.
    expect([0, 401]).toContain(status);
    expect((await enter(server.launchToken)).status).toBe(200);
  });
});

describe('other ways in', () => {
  const own = () => ({ host: `127.0.0.1:${port}`, cookie: session, 'sec-fetch-site': 'same-origin' });

  it.each([
    ['two Origins', () => ({ origin: [server.origin, 'https://evil.example'] })],
    ['two Sec-Fetch-Sites', () => ({ 'sec-fetch-site': ['same-origin', 'cross-site'] })],
    ['its own Host with a trailing dot', () => ({ host: `127.0.0.1.:${port}` })],
    ['its own Host with a user', () => ({ host: `x@127.0.0.1:${port}` })],
    ['its own Host written as a number', () => ({ host: `2130706433:${port}` })],
  ])('refuses %s', async (_name, headers) => {
    await signIn();
    for (const target of ['/', withKey({ route: '/files/raster/1', key: 'files' })]) {
      const answer = await visit({ port, method: 'GET', target, headers: { ...own(), ...headers() } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toBe('');
    }
  });

  it.each([
    'http://evil.example/',
    'http://evil.example/files/raster/1?key=',
    '//evil.example/files/raster/1?key=',
    '*',
  ])('refuses the request target %s', async (target) => {
    await signIn();
    const full = target.endsWith('=') ? target + keys.files : target;
    const answer = await visit({ port, method: 'GET', target: full, headers: own() });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toBe('');
  });

  it.each([
    '/x/../files/raster/1',
    '/./files/raster/1',
    '/files//raster/1',
    '/files%2fraster/1',
    '/FILES/raster/1',
    '/%66iles/raster/1',
    '\\files\\raster\\1',
    '/assets/..%2ffiles/raster/1',
    '/assets/..%2fraster.tif',
  ])('gives no file without the cookie as %s', async (target) => {
    const headers = { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' };
    const answer = await visit({ port, method: 'GET', target, headers });
    expect(answer.body).toBe('');
    // An invalid request target is cut off without an answer.
    expect(answer.status === 0 || answer.status >= 400).toBe(true);
  });

  it('listens on no other address of this machine than ::1, which it only holds so that nobody else answers there', async () => {
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
    const status = await fetch(`http://[::1]:${port}/files/raster/1`).then(
      (answer) => answer.status,
      // This machine has no IPv6.
      () => 403,
    );
    expect(status).toBe(403);
  });

  it('gives every answer, refused or not, the headers of a page', async () => {
    for (const host of [`127.0.0.1:${port}`, 'evil.example']) {
      for (const target of ['/', '/nowhere', '/files/raster/1', '/rpc', '/session']) {
        const { headers } = await visit({ port, method: 'GET', target, headers: { host } });
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['content-security-policy']).toContain("default-src 'none'");
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['x-frame-options']).toBe('DENY');
        expect(headers['referrer-policy']).toBe('no-referrer');
        expect(headers).toMatchObject(pageHeaders(`ws://127.0.0.1:${port}`));
      }
    }
  });
});

describe('the visit that opens the application window', () => {
  const launch = () => ({
    host: `127.0.0.1:${port}`,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  });

  it('gets a page that asks again in its own name, and nothing else', async () => {
    const answer = await visit({ port, method: 'GET', target: '/', headers: launch() });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain("location.replace('/?' + location.hash)");
    expect(answer.body).not.toContain('the page');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    // A cached page would be shown instead of the application. The other headers are those of every answer.
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': pageHeaders(null)['cross-origin-opener-policy'],
    });
    const again = { ...launch(), 'sec-fetch-site': 'same-origin' };
    expect((await visit({ port, method: 'GET', target: '/?', headers: again })).body).toBe('the page');
  });

  it('is nothing special once the token was handed in', async () => {
    await signIn();
    const answer = await visit({ port, method: 'GET', target: '/', headers: launch() });
    expect([answer.status, answer.body]).toEqual([403, '']);
  });

  it.each([
    ['from a frame', { 'sec-fetch-dest': 'iframe' }, '/', 'GET'],
    ['from a script', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }, '/', 'GET'],
    ['with an Origin', { origin: 'https://evil.example' }, '/', 'GET'],
    ['under another name', { host: 'evil.example' }, '/', 'GET'],
    ['as a form', {}, '/', 'POST'],
    ['to an asset', {}, '/assets/page.js', 'GET'],
    ['to a file', {}, '/files/raster/1', 'GET'],
  ])('is plainly refused %s', async (_name, headers, target, method) => {
    const answer = await visit({ port, method, target, headers: { ...launch(), ...headers } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toBe('');
  });
});

describe('the first message on the socket', () => {
  /** Returns the messages of the server on a socket with the cookie, until it is admitted or closed. */
  async function greet(first: string | Buffer | null) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, {
      headers: { cookie: session, origin: server.origin },
    });
    const said: unknown[] = [];
    const ended = new Promise<'in' | 'closed'>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        said.push(data);
        resolve('in');
      });
      socket.addEventListener('close', () => resolve('closed'));
      socket.addEventListener('error', () => undefined);
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    if (first !== null) socket.send(first);
    return { said, end: await ended, close: () => socket.close() };
  }
  const call = JSON.stringify({ i: '1', p: { u: '/app/notices' } });

  it('lets in whoever shows the key of the page', async () => {
    await signIn();
    const { said, end, close } = await greet(keys.page);
    expect({ said, end }).toEqual({ said: ['nadir:in'], end: 'in' });
    close();
  });

  it.each([
    ['nothing', () => ''],
    ['a call', () => call],
    ['the key for files', () => keys.files],
    ['a part of the key', () => keys.page.slice(1)],
    ['the cookie', () => session.split('=')[1] ?? ''],
    ['the launch token', () => server.launchToken],
    ['the key in bytes', () => Buffer.from(keys.page)],
  ])('closes on %s', async (_name, first) => {
    await signIn();
    const { said, end } = await greet(first());
    expect({ said, end }).toEqual({ said: [], end: 'closed' });
  });
});

it('cookies of other ports, as many and as long as a browser keeps, lock nobody out', async () => {
  await signIn();
  const others = Array.from({ length: 150 }, (_, i) => `c${i}=${'x'.repeat(4_000)}`);
  const headers = {
    host: `127.0.0.1:${port}`,
    'sec-fetch-site': 'same-origin',
    cookie: [...others, `nadir-${port}=other`, session].join('; '),
  };
  for (const target of ['/', withKey({ route: '/files/raster/1', key: 'files' })])
    expect((await visit({ port, method: 'GET', target, headers })).status).toBe(200);
});
