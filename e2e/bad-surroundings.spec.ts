import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnections } from './support/connections.ts';
import { controlOf } from './support/control.ts';
import { loopbackProgram } from './support/loopback.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { pressUntil } from './support/press-until.ts';
import { runToEnd } from './support/process.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_000, seed: 7 }) };
const quickService = ['--speed', '86400', '--scene-size', '1000', '--seed', '7'];

/** No message bus, as on a server without a desktop: then there is no keychain. */
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus', DISPLAY: '', XDG_RUNTIME_DIR: '' };

test('no keychain: it is said, the secret stays in memory, and is gone with the session', async ({
  open,
  practice,
  dataFolder,
}) => {
  const service = await practice(quickService);
  const own = credentialsOf(service.line, 'oauth');
  const first = await open({ env: { ...quick, ...noBus } });
  const { page } = first;
  const connections = createConnections(page);
  await connections.open();

  await test.step('said before anything is typed', async () => {
    const alert = page.getByRole('tabpanel', { name: 'Connections' }).getByRole('alert');
    await expect(alert).toContainText('The keychain is not available');
    await expect(alert).toContainText('No keychain service is running on this system.');
    await expect(alert).toContainText('use the credentials for this session only');
  });

  await test.step('and again where the secret was to be kept; it is still in the form', async () => {
    const { credentials: _, ...addresses } = service.line;
    await connections.add({ name: 'Server room', addresses: JSON.stringify(addresses) });
    await connections.fillCredentials(own);
    await connections.credentials.getByRole('button', { name: 'Keep in the keychain' }).click();
    await expect(connections.credentials.getByRole('alert')).toContainText('The keychain is not available');
    await expect(connections.credentials.getByLabel('Client ID')).toHaveValue(own.client_id);
    await connections.credentials.getByRole('button', { name: 'For this session only' }).click();
    await expect(connections.credentials).toBeHidden();
    await connections.use('Server room');
  });

  await test.step('nothing of it is on disk, and the next session asks again', async () => {
    await first.close();
    for (const entry of readdirSync(dataFolder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
      expect(text.includes(own.client_secret), entry.name).toBe(false);
    }
    const again = await open({ env: { ...quick, ...noBus } });
    const workspace = createWorkspace(again.page);
    await workspace.show('Tasks');
    await expect(workspace.list).toContainText('This connection has no credentials yet.');
    await workspace.list.getByRole('button', { name: 'Manage connections' }).click();
    await expect(createConnections(again.page).card('Server room')).toContainText('No credentials');
  });
});

test('a library folder that cannot be written: told where it is chosen, at the start and at the download', async ({
  open,
  dataFolder,
}) => {
  const file = join(dataFolder, 'a-file');
  const gone = join(dataFolder, 'drive', 'library');
  writeFileSync(file, 'no folder');
  const first = await open({ env: quick });
  await test.step('it is not taken into the settings', async () => {
    const { page } = first;
    const workspace = createWorkspace(page);
    await workspace.chooseContract('Agriculture Monitoring');
    await workspace.show('Settings');
    await page.getByRole('tab', { name: 'Library' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Library' });
    const folder = panel.getByLabel('Library folder');
    for (const [path, why] of [
      [join(file, 'library'), 'it is not a folder'],
      ['/proc/nadir-library', 'it does not exist'],
      ['library', 'enter the full path'],
    ] as const) {
      await folder.fill(path);
      await panel.getByRole('button', { name: 'Use this folder' }).click();
      await expect(panel.getByRole('alert')).toContainText('Nadir cannot write to the folder');
      await expect(panel.getByRole('alert')).toContainText(`${path}: ${why}. Choose another folder`);
      await expect(folder).toHaveValue(path);
    }
    await folder.fill(gone);
    await panel.getByRole('button', { name: 'Use this folder' }).click();
    await expect(panel.getByRole('button', { name: 'Use the default folder' })).toBeVisible();
    await expect(panel.getByRole('alert')).toHaveCount(0);
    await first.close();
  });

  // The drive is pulled: a file stands where its folder was.
  rmSync(join(dataFolder, 'drive'), { recursive: true });
  writeFileSync(join(dataFolder, 'drive'), 'pulled');
  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);

  await test.step('told at the start', async () => {
    const notice = page.getByRole('alert').filter({ hasText: 'The library folder' });
    await expect(notice).toContainText(
      `The library folder ${gone} is not there, or is empty because its drive is not connected.`,
    );
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step('a download waits and says so; with another folder it goes on', async () => {
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
    const scene = await workspace.publishedScene();
    const row = scene.getByTestId('file-footprint');
    await row.getByRole('button', { name: /^Download/ }).click();
    await expect(row).toContainText('The library folder is not there');
    await expect(row).toContainText('Connect the drive or the network');
    await workspace.show('Settings');
    await page.getByRole('tab', { name: 'Library' }).click();
    await page.getByRole('button', { name: 'Use the default folder' }).click();
    await expect(page.getByRole('button', { name: 'Use the default folder' })).toHaveCount(0);
    await workspace.show('Tasks');
    await pressUntil(row.getByRole('button', { name: /^Resume/ }), () =>
      expect(row).toHaveAttribute('data-state', 'on-disk', { timeout: 3_000 }),
    );
    expect([...hashesBelow(join(dataFolder, 'library')).keys()].some((path) => path.endsWith('.kml'))).toBe(
      true,
    );
  });
});

/** A small file system of its own, where this user may mount one. */
function smallDisk(path: string): { grow(): void; remove(): void } | null {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'nadir-test', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    grow: () => execFileSync('mount', ['-o', 'remount,size=64m', path]),
    remove: () => execFileSync('umount', [path]),
  };
}

test('a full disk: the download waits, says what to do, and ends whole once there is room', async ({
  open,
  dataFolder,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-disk-'));
  const path = join(folder, 'library');
  const disk = smallDisk(path);
  if (!disk) rmSync(folder, { recursive: true });
  // biome-ignore lint/suspicious/noSkippedTests: only where no small file system can be had, and it says why
  test.skip(disk === null, 'This user may not mount a small file system (it needs root).');
  if (!disk) return;
  await test.step('with the data folder there, the start says so and ends with its own code', async () => {
    const { exitCode, output } = await runToEnd([
      loopbackProgram,
      '--no-open',
      '--port',
      '0',
      '--data-dir',
      join(path, 'data'),
    ]);
    expect({ exitCode, output: output.trim() }).toEqual({
      exitCode: 6,
      output: 'The disk of the data folder is full. Free some space, then start again.',
    });
    rmSync(join(path, 'data'), { recursive: true });
  });
  const nadir = await open({ env: quick });
  try {
    const { page } = nadir;
    const workspace = createWorkspace(page);
    await workspace.chooseContract('Agriculture Monitoring');
    await workspace.show('Settings');
    await page.getByRole('tab', { name: 'Library' }).click();
    await page.getByLabel('Library folder').fill(path);
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect(page.getByRole('button', { name: 'Use the default folder' })).toBeVisible();
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
    const scene = await workspace.publishedScene();
    const visual = (await workspace.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
    const row = scene.getByTestId(`file-${visual}`);
    await row.getByRole('button', { name: /^Download/ }).click();
    await expect(row).toContainText('The disk is full.');
    await expect(row).toContainText(`There is no space left at ${path}. Free some space, then try again.`);
    disk.grow();
    await pressUntil(row.getByRole('button', { name: /^Resume/ }), () =>
      expect(row).toHaveAttribute('data-state', 'on-disk', { timeout: 3_000 }),
    );
    const { sha256 } = await controlOf(dataFolder).served(
      (await scene.getAttribute('data-scene')) ?? '',
      visual,
    );
    expect([...hashesBelow(path)].find(([name]) => name.endsWith(visual))?.[1]).toBe(sha256);
  } finally {
    // Nadir has files open there.
    await nadir.close();
    disk.remove();
    rmSync(folder, { recursive: true });
  }
});

test('a port that is taken, and a second Nadir on the same data: each ends with its own words and code', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: quick, loopback: true });
  const workspace = createWorkspace(nadir.page);
  await workspace.chooseContract('Coastal Watch 2026');
  const start = (folder: string, port: number) =>
    runToEnd([loopbackProgram, '--no-open', '--port', String(port), '--data-dir', folder]);

  await test.step('second Nadir', async () => {
    const { exitCode, output } = await start(dataFolder, 0);
    expect(exitCode).toBe(3);
    expect(output).toContain(
      `Nadir is already open with this data folder (loopback host, process ${nadir.main.pid},`,
    );
    expect(output).toContain('Close it, or start with --data-dir and another folder.');
    expect(output).not.toContain('Nadir is ready at');
  });

  await test.step('taken port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { exitCode, output } = await start(`${dataFolder}-second`, port);
    await new Promise((resolve) => taken.close(resolve));
    rmSync(`${dataFolder}-second`, { recursive: true });
    expect(exitCode).toBe(4);
    expect(output).toContain(
      'This port is already in use. Choose another one with --port, or leave it out to use a free one.',
    );
  });

  await test.step('the first one works on', async () => {
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Tromsø approach' }).click();
    await expect(workspace.details.getByTestId('capture').first()).toBeVisible();
  });
});

test('damaged settings, connections and database: kept aside byte for byte, told, and Nadir works', async ({
  open,
  dataFolder,
}) => {
  const first = await open({ env: quick });
  const before = createWorkspace(first.page);
  await before.chooseContract('Agriculture Monitoring');
  await before.show('Tasks');
  await before.list.getByRole('option', { name: 'Beauce wheat' }).click();
  await before.download(await before.publishedScene(), 'footprint');
  await first.close();
  // What has its name; a file that was on its way when Nadir ended is begun anew.
  const kept = new Map(
    [...hashesBelow(join(dataFolder, 'library'))].filter(([path]) => !path.includes('.partial')),
  );
  expect([...kept.keys()].some((path) => path.endsWith('.kml'))).toBe(true);

  const whole = readFileSync(join(dataFolder, 'nadir.db'));
  const damaged = {
    'settings.json': Buffer.from('{"version":1,"content":{"theme":"dark",'),
    'connections.json': Buffer.from([0x7b, 0xff, 0x00, 0x01]),
    // Torn in the middle, as a bad disk leaves it: the head still says what it is.
    'nadir.db': Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0xa5)]),
  };
  for (const [name, bytes] of Object.entries(damaged)) writeFileSync(join(dataFolder, name), bytes);

  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);
  await test.step('each has its notice, with the place of the old file', async () => {
    for (const [name, bytes] of Object.entries(damaged)) {
      const quarantined = readdirSync(dataFolder).filter((each) => each.startsWith(`${name}.kept-`));
      const [only = ''] = quarantined.filter((each) => !/-(wal|shm)$/.test(each));
      expect(readFileSync(join(dataFolder, only)).equals(bytes), name).toBe(true);
      const notice = page.getByRole('alert').filter({ hasText: `${name}.kept-` });
      await expect(notice).toContainText(`kept the old file at ${join(dataFolder, only)}.`);
    }
    for (const words of [
      'The settings could not be read. Nadir started with default settings',
      'The connections could not be read. Nadir started without them',
      'The database was damaged. Nadir created a new one',
    ])
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  });

  await test.step('it works on from there; downloaded files are untouched', async () => {
    await workspace.chooseContract('Agriculture Monitoring');
    for (const name of Object.keys(damaged)) {
      const notice = page.getByRole('alert').filter({ hasText: `${name}.kept-` });
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice).toHaveCount(0);
    }
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
    await expect(workspace.details.getByTestId('scene').first()).toBeVisible();
    for (const [path, hash] of kept) expect(hashesBelow(join(dataFolder, 'library')).get(path)).toBe(hash);
  });
});
