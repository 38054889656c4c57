import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createControl } from './support/control.ts';
import { startKeyring } from './support/keyring.ts';
import { leaksIn } from './support/leaks.ts';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { createWorkspace } from './support/workspace.ts';

/** Everything that goes over the socket or the port, both ways. */
function listenToTraffic({ page, desktop }: OpenNadir): readonly string[] {
  if (desktop !== null) return desktop.traffic;
  const frames: string[] = [];
  const note = ({ payload }: { payload: string | Buffer }) => frames.push(payload.toString());
  page.on('websocket', (socket) => {
    socket.on('framesent', note);
    socket.on('framereceived', note);
  });
  return frames;
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

function filesBelow(folder: string): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, 'latin1')];
    });
}

/** Arguments and environment of a process and of all below it. */
function processTexts(pid: number): string {
  const own = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')).join('\n');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [own, ...children.map(processTexts)].join('\n');
}

test('the keychain holds the secret; nothing else does, nor a token, nor a link that carries one', async ({
  open,
  practice,
  dataFolder,
}) => {
  const keyring = await startKeyring();
  const opened: OpenNadir[] = [];
  try {
    const service = await practice(['--speed', '86400', '--scene-size', '600']);
    const { client_id, client_secret } = credentialsOf(service.line, 'oauth');
    const control = createControl(service.controlUrl);
    const env = { ...keyring.environment };

    const first = await open({ env });
    opened.push(first);
    const before = listenToTraffic(first);
    await first.page.reload();
    const { page } = first;
    await page
      .getByRole('dialog', { name: /^Contract for/ })
      .getByRole('button', { name: 'Close' })
      .click();
    await createWorkspace(page).show('Settings');
    await page.getByRole('button', { name: 'Add a connection' }).click();
    const form = page.getByRole('form', { name: 'Connection' });
    const { credentials: _, ...addresses } = service.line;
    await form.getByLabel('Paste addresses').fill(JSON.stringify(addresses));
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Guarded');
    await form.getByRole('button', { name: 'Save' }).click();
    const credentials = page.getByRole('form', { name: 'Credentials' });
    await credentials.getByLabel('Client ID').fill(client_id);
    await credentials.getByRole('textbox', { name: 'Client secret' }).fill(client_secret);
    await credentials.getByRole('button', { name: 'Keep in the keychain' }).click();
    const card = page.getByTestId('connection').filter({ hasText: 'Guarded' });
    await expect(card.getByText('Credentials in the keychain')).toBeVisible();
    await card.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(card.getByText('In use')).toBeVisible();
    // It crosses once, when the person gives it.
    expect(before.filter((frame) => frame.includes(client_secret))).toHaveLength(1);
    await first.close();

    const connections = JSON.parse(readFileSync(join(dataFolder, 'connections.json'), 'utf8'));
    const guarded =
      JSON.stringify(connections).match(/"id":"([^"]+)"[^{}]*"name":"Guarded"/) ??
      JSON.stringify(connections).match(/"name":"Guarded".*?"id":"([^"]+)"/);
    expect(keyring.lookup(guarded?.[1] ?? '')).toContain(client_secret);

    const second = await open({ env });
    opened.push(second);
    const frames = listenToTraffic(second);
    await second.page.reload();
    const workspace = createWorkspace(second.page);
    await workspace.chooseContract('Coastal Watch 2026');
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Rotterdam Maasvlakte' }).click();
    const scene = await workspace.publishedScene();
    await workspace.download(scene, 'footprint');
    const [raster = ''] = await workspace.rasterNames(scene);
    await workspace.download(scene, raster);
    const tasksPage = await second.page.content();
    await workspace.show('Settings');
    await second.page.getByRole('tab', { name: 'Requests' }).click();
    await second.page.getByRole('textbox', { name: 'Search requests' }).fill('/token');
    await second.page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
    await expect(second.page.getByRole('region', { name: 'Request', exact: true })).toBeVisible();
    const requestsPage = await second.page.content();
    // Where all of it is together for others to read.
    await second.page.getByRole('tab', { name: 'Support' }).click();
    await second.page.getByRole('button', { name: 'Create a support bundle' }).click();
    await expect(second.page.getByRole('list', { name: 'Files of the bundle' })).toBeVisible();

    const received = await control.received();
    // Two headers, one per kind of call; and the two places in a link where its token stands.
    const tokens = received.flatMap(({ headers }) =>
      [headers.authorization, headers.authorizationtoken].flatMap((header) =>
        typeof header === 'string' ? [header.replace(/^Bearer /, '')] : [],
      ),
    );
    const linkTokens = received.flatMap(
      ({ address }) => /[?&]token=([^&]+)|\/token\/([^/]+)\//.exec(address)?.slice(1).filter(Boolean) ?? [],
    );
    const secrets = [...new Set([client_secret, ...tokens, ...linkTokens])];
    expect(tokens.length).toBeGreaterThan(2);
    expect(linkTokens.length).toBeGreaterThan(1);
    // What lets a page in: the cookie and the keys of the loopback host. They are the browser's and the page's own.
    const launchKeys = await second.page.evaluate(() => Object.values({ ...localStorage }).join(''));
    const launchSecrets = [
      ...[...launchKeys.matchAll(/[A-Za-z0-9_-]{43}/g)].map(([key]) => key),
      ...(await second.context.cookies()).map(({ value }) => value),
    ];
    const isLoopback = second.page.url().startsWith('http://127.0.0.1');
    expect(launchSecrets).toHaveLength(isLoopback ? 3 : 0);
    const launchToken = /#launch=(\S+)/.exec(second.main.lines.join('\n'))?.[1];

    const places: [name: string, text: string][] = [
      ['traffic', frames.join('\n')],
      ['renderer memory', await heapOf(second.page)],
      ['pages', tasksPage + requestsPage + (await second.page.content())],
      ['output', second.main.lines.join('\n')],
      ['arguments and environment', processTexts(second.main.pid)],
      ...filesBelow(dataFolder),
    ];
    // The places do hold what was on screen: a search that finds nothing anywhere would prove nothing.
    for (const [name, text] of places.slice(0, 3)) expect(text, name).toContain('Rotterdam Maasvlakte');
    for (const [name, text] of places) expect(leaksIn(text, secrets), name).toEqual([]);
    // The id is no secret, but nobody else's business: not in what is handed on or stays on disk.
    const own = new Set(['renderer memory', 'pages']);
    const handedOn = places.filter(([name]) => !own.has(name));
    for (const [name, text] of handedOn) expect(leaksIn(text, [client_id]), name).toEqual([]);
    for (const [name, text] of handedOn.filter(([each]) => each !== 'traffic')) {
      expect(leaksIn(text, launchSecrets), name).toEqual([]);
      if (launchToken !== undefined && name !== 'output')
        expect(leaksIn(text, [launchToken]), name).toEqual([]);
    }
  } finally {
    // Nadir talks to the keyring: it ends first.
    for (const nadir of opened) await nadir.close();
    await keyring.stop();
  }
});
