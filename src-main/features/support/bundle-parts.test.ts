import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import { connectionIdSchema, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { makeLogEntry } from '../../../testing/log-entry.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { settingsOf } from '../../../testing/page/samples.ts';
import { type BundlePartsOptions, bundleParts } from './bundle-parts.ts';
import { createNotices } from './notices.ts';
import { createRequestLog } from './request-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = () => new Date('2026-01-02T03:04:05Z');
const makeRequests = () => createRequestLog({ changed: () => undefined, thorough: (text) => text });

const settings = settingsOf({
  theme: 'dark',
  language: 'es',
  coordinateFormat: 'mgrs',
  allContracts: true,
  workspace: { lastSearch: 'a secret place', 'map-view': { centre: [12.345678, 45.678912] } },
});

function parts(options: Partial<BundlePartsOptions> = {}) {
  const read = bundleParts({
    folder,
    version: '1.2.3',
    host: 'loopback',
    libraryFolder: () => join(folder, 'library'),
    languages: () => ['es-MX', 'en'],
    settings: () => settings,
    connections: async () => [],
    notices: createNotices({ now: at, changed: () => undefined }),
    requests: makeRequests(),
    selfTest: async () => null,
    syncs: () => ({ tasks: 'fine' }),
    now: at,
    ...options,
  });
  return {
    names: read.map(({ name }) => name),
    of: async (name: string) => read.find((part) => part.name === name)?.read(),
  };
}

const upSchema = z.looseObject({ upForSeconds: z.number() });

it('are these, in this order', () => {
  expect(parts().names).toEqual([
    'about.json',
    'settings.json',
    'connections.json',
    'notices.json',
    'state.json',
    'database.json',
    'self-test.json',
    'requests.json',
    'failed-requests.json',
    'log.txt',
  ]);
});

it('tell of the program and the machine', async () => {
  const before = Math.round(process.uptime());
  const { upForSeconds, ...about } = upSchema.parse(await parts().of('about.json'));
  expect(upForSeconds).toBeGreaterThanOrEqual(before);
  expect(upForSeconds).toBeLessThanOrEqual(Math.round(process.uptime()));
  expect(about).toEqual({
    madeAt: '2026-01-02T03:04:05.000Z',
    nadir: '1.2.3',
    host: 'loopback',
    system: expect.stringMatching(/^\S+ \S+ \S+$/),
    versions: { node: process.versions.node, electron: null, sqlite: process.versions.sqlite },
    languages: ['es-MX', 'en'],
    timeZone: expect.stringMatching(/^\w+/),
    memoryBytes: expect.objectContaining({ rss: expect.any(Number), ofThisComputer: expect.any(Number) }),
    dataFolder: folder,
    libraryFolder: join(folder, 'library'),
  });
});

it('hold the settings, but nothing of what somebody worked on', async () => {
  const { workspace, ...rest } = settings;
  const told = await parts().of('settings.json');
  expect(told).toEqual({ ...rest, workspaceKeys: Object.keys(workspace) });
  expect(JSON.stringify(told)).not.toMatch(/secret place|12\.3/);
});

it('hold the connections without what names them to the service', async () => {
  const { addresses, credentialKind } = makeConnection('https://a.invalid');
  const view: ConnectionView = {
    id: connectionIdSchema.parse('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
    name: 'Guarded',
    credentialKind,
    addresses,
    practice: false,
    active: true,
    credentials: 'none',
    selectedContractId: contractIdSchema.parse('cont-of-the-test'),
  };
  const told = await parts({
    connections: async () => [view, { ...view, selectedContractId: null }],
  }).of('connections.json');
  expect(told).toMatchObject([
    { name: 'Guarded', contractChosen: true },
    { name: 'Guarded', contractChosen: false },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/3f2504e0|cont-of-the-test/);
});

it('hold what was told to the user, and how the syncs go', async () => {
  const notices = createNotices({ now: at, changed: () => undefined });
  notices.add('database-kept-aside', { path: '/a' });
  expect(await parts({ notices }).of('notices.json')).toMatchObject([{ kind: 'database-kept-aside' }]);
  expect(await parts().of('state.json')).toEqual({ syncs: { tasks: 'fine' } });
});

it('hold the report of the last self-test, or how to make one', async () => {
  expect(await parts().of('self-test.json')).toContain('start Nadir with --self-test');
  expect(await parts({ selfTest: async () => ({ checks: [] }) }).of('self-test.json')).toEqual({
    checks: [],
  });
});

it('hold the last thousand requests, the newest first, and the last two hundred that failed, with what was said', async () => {
  const requests = makeRequests();
  for (let i = 0; i < 1_500; i += 1) requests.add(makeLogEntry({ what: `n${i}` }), 'task-sync');
  for (let i = 0; i < 250; i += 1)
    requests.add(makeLogEntry({ status: 503, what: `f${i}`, receivedBody: `said ${i}` }), 'task-sync');
  const all = Object(await parts({ requests }).of('requests.json'));
  expect(all).toHaveLength(1_000);
  expect(all[0].id).toBe(1_750);
  // Headers and bodies are only in the other file.
  expect(all[0].receivedBody).toBeUndefined();
  const failed = Object(await parts({ requests }).of('failed-requests.json'));
  expect(failed).toHaveLength(200);
  expect(failed[0]).toMatchObject({ id: 1_750, receivedBody: 'said 249' });
  expect(failed[199]).toMatchObject({ id: 1_551, receivedBody: 'said 50' });
  // Later successful requests do not push out the failed ones.
  for (let i = 0; i < 100; i += 1) requests.add(makeLogEntry({ what: `late ${i}` }), 'task-sync');
  expect(Object(await parts({ requests }).of('failed-requests.json'))).toHaveLength(200);
});

it('hold two million characters of bodies at most, of the newest', async () => {
  const requests = makeRequests();
  for (const size of [500_000, 1_200_000, 799_999])
    requests.add(
      makeLogEntry({ status: 500, receivedBody: 'x'.repeat(size - 100_000), sentBody: 'y'.repeat(100_000) }),
      'outbox',
    );
  const failed = Object(await parts({ requests }).of('failed-requests.json'));
  const sizes = [...failed].map(({ sentBody, receivedBody }) => [sentBody?.length, receivedBody?.length]);
  expect(sizes).toEqual([
    [100_000, 699_999],
    [100_000, 1_100_000],
    [undefined, undefined],
  ]);
  // A request whose bodies do not fit is included without them.
  expect(failed[2]).toMatchObject({ id: 1, status: 500, sentBody: null, receivedBody: null });
});

it('leave out the bodies that would fill the two million to the last character', async () => {
  const requests = makeRequests();
  for (const size of [1_200_000, 800_000])
    requests.add(makeLogEntry({ status: 500, receivedBody: 'x'.repeat(size), sentBody: null }), 'outbox');
  const failed = Object(await parts({ requests }).of('failed-requests.json'));
  expect([...failed].map(({ receivedBody }) => receivedBody?.length ?? null)).toEqual([800_000, null]);
});

function writeLogs(current: string | null, older: string | null) {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  if (current !== null) writeFileSync(join(folder, 'logs', 'nadir.log'), current);
  if (older !== null) writeFileSync(join(folder, 'logs', 'nadir.log.1'), older);
}

it('say that the log is empty, or give it with the one before it', async () => {
  expect(await parts().of('log.txt')).toBe('The log is empty.\n');
  writeLogs('new é\n', null);
  expect(await parts().of('log.txt')).toBe('new é\n');
  writeLogs('new é\n', 'old\n');
  expect(await parts().of('log.txt')).toBe('old\nnew é\n');
});

it('keep no log open', async () => {
  writeLogs('new\n', 'old\n');
  await parts().of('log.txt');
  // Some systems cannot count descriptors.
  const open = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [];
  const paths = open.map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(paths.filter((path) => path.startsWith(folder))).toEqual([]);
});

it('give 512 KiB of the log, from the beginning of a line on, the newest', async () => {
  const limit = 512 * 1_024;
  const line = (n: number) => `${String(n).padStart(9, '0')}\n`;
  const lines = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => line(n + from)).join('');
  // The log is longer than the limit: only its end is included, and nothing of the older one.
  writeLogs(lines(60_000, 0), lines(10, 900_000));
  const long = String(await parts().of('log.txt'));
  expect(long.endsWith(line(59_999))).toBe(true);
  expect(long.length).toBeGreaterThan(limit - 20);
  expect(long.length).toBeLessThanOrEqual(limit);
  expect(long).toMatch(/^\d{9}\n/);
  expect(long).not.toContain(line(900_009));
  // The log is shorter than the limit: the end of the older one fills the rest.
  writeLogs(lines(10_000, 500_000), lines(60_000, 0));
  const both = String(await parts().of('log.txt'));
  expect(both.length).toBeGreaterThan(limit - 20);
  expect(both.length).toBeLessThanOrEqual(limit);
  expect(both).toContain(`${line(59_999)}${line(500_000)}`);
  expect(both).toMatch(/^\d{9}\n/);
  // A log of exactly the limit is included as a whole.
  writeLogs(`${'x'.repeat(limit - 1)}\n`, null);
  expect(String(await parts().of('log.txt'))).toHaveLength(limit);
});
