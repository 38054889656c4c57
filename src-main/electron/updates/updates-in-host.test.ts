import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type StartedHost, startElectronHost } from '../../../testing/electron/electron-host.ts';
import { clientOf, openPage } from '../../../testing/electron/fake-page.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../../testing/test-certificate.ts';
import { trustCertificate } from '../../../testing/trust-certificate.ts';
import { answerWith, feedText, newProgram, oldProgram } from '../../../testing/update-world.ts';
import { managedFileName } from './managed-file.ts';

vi.stubEnv('NADIR_PRACTICE', JSON.stringify({ speed: 1 }));

let folder: string;
let resources: string;
let program: string;
let server: ScriptedServer;
let distrust: () => void;
let host: StartedHost;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-updates-'));
  [resources, program] = [join(folder, 'resources'), join(folder, 'Nadir.AppImage')];
  mkdirSync(resources);
  writeFileSync(join(resources, 'app-update.yml'), 'updaterCacheDirName: nadir-updater\n');
  writeFileSync(program, oldProgram);
  vi.stubEnv('APPIMAGE', program);
  // Electron alone has it.
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true });
  const tls = makeTestCertificate({ hosts: [], forAddress: true });
  distrust = trustCertificate(tls.cert);
  server = await startScriptedServer({
    tls,
    script({ path }, response) {
      answerWith(path.includes('.yml') ? feedText({ version: '1.3.0' }) : newProgram)(response);
    },
  });
});
afterEach(async () => {
  await host.end();
  await server.close();
  distrust();
  Reflect.deleteProperty(process, 'resourcesPath');
  vi.stubEnv('APPIMAGE', undefined);
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  host = await startElectronHost({
    platform: 'linux',
    prepare(fake) {
      fake.app.isPackaged = true;
    },
  });
  const [window] = host.fake.windows;
  if (!window) throw new Error('no window was opened');
  const port = await (await openPage(host.fake, window)).askForPort();
  if (!port) throw new Error('no port came');
  return clientOf(port);
}
type Client = Awaited<ReturnType<typeof start>>;

const waitForPhase = (client: Client, phase: string) =>
  vi.waitFor(async () => expect((await client.updates.status()).phase).toBe(phase), {
    timeout: 20_000,
    interval: 10,
  });

/** Sets the address and takes each question but the last, whether Nadir restarts. */
async function stage(client: Client) {
  await client.settings.set({ updateAddress: `${server.origin()}/nadir` });
  await waitForPhase(client, 'available');
  expect(server.seen).toHaveLength(1);
  await client.updates.download();
  await waitForPhase(client, 'staged');
}

it('asks nobody until an address is set, and quitting installs nothing that was downloaded', async () => {
  const client = await start();
  expect((await client.app.info()).capabilities.updates).toBe(true);
  expect(await client.updates.check()).toMatchObject({ mode: 'off', phase: 'idle' });
  expect(server.seen).toEqual([]);
  await stage(client);
  const filter = { text: '', failedOnly: false, origin: server.origin(), upTo: null };
  const { rows } = await client.activity.requests({ filter, offset: 0, limit: 50 });
  expect(rows.map(({ requestOrigin }) => requestOrigin)).toEqual(['updates', 'updates']);
  host.fake.app.quit();
  expect(await host.fake.app.exited).toBe(0);
  expect(readFileSync(program, 'utf8')).toBe(oldProgram);
  expect(host.fake.app.relaunches).toEqual([]);
});

it('restarts into the new version once it is told to, after everything is closed', async () => {
  const client = await start();
  await stage(client);
  expect(readFileSync(program, 'utf8')).toBe(oldProgram);
  await client.updates.restart();
  expect(await host.fake.app.exited).toBe(0);
  expect(readFileSync(program)).toEqual(newProgram);
  expect(host.fake.app.hasLock).toBe(false);
  await vi.waitFor(() => expect(readdirSync(folder)).toContain('Nadir.AppImage.started'), {
    timeout: 10_000,
    interval: 5,
  });
});

it('is switched off by the file of an administrator beside the program', async () => {
  writeFileSync(join(resources, managedFileName), JSON.stringify({ updates: 'off' }));
  const client = await start();
  await client.settings.set({ updateAddress: `${server.origin()}/nadir` });
  expect(await client.updates.check()).toMatchObject({
    mode: 'managed',
    managedBy: join(resources, managedFileName),
    phase: 'idle',
  });
  await expect(client.updates.download()).rejects.toMatchObject({ code: 'UPDATE_REFUSED' });
  expect(server.seen).toEqual([]);
});
