import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { createApp } from '../app/create-app.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import type { HostApp } from '../host/host-app.ts';
import { readReport } from '../self-test/report.ts';
import { browserCheck, callCheck, enterServer } from './self-test.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-loopback-test-'));
  mkdirSync(join(folder, 'tmp'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command to its end, as a person at the terminal does. */
async function selfTest(dataFolder: string) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'main.ts'),
      '--self-test',
      '--data-dir',
      dataFolder,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: join(folder, 'tmp'), DISPLAY: '', WAYLAND_DISPLAY: '' },
    },
  );
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...said };
}

it('the command prints a table, ends with 0, and its report is in the support bundle', async () => {
  const dataFolder = join(folder, 'data');
  const { exitCode, out, err } = await selfTest(dataFolder);
  expect(err).toBe('');
  expect(out).toMatch(/^Nadir \S+ tests itself: loopback host, /);
  for (const name of [
    'SQLite',
    'compression',
    'threads',
    'data folder',
    'application',
    'calls',
    'large file',
  ])
    expect(out).toMatch(new RegExp(`^ok +${name} +\\S.* \\(\\d+ ms\\)$`, 'm'));
  for (const name of ['parts of files', 'request given up', 'answer given up'])
    expect(out).toMatch(new RegExp(`^ok +${name} `, 'm'));
  expect(out).toMatch(/^\d+ ok, 0 failed, \d+ not tried\. The report is /m);
  expect(exitCode).toBe(0);
  // It has left the report and nothing else, neither there nor among the temporary files.
  expect(readdirSync(dataFolder)).toEqual(['logs']);
  expect(readdirSync(join(dataFolder, 'logs'))).toEqual(['self-test.json']);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  expect((await readReport(dataFolder))?.checks.length).toBeGreaterThan(10);

  const { keychain } = makeMemoryKeychain();
  const nadir = await createApp({
    platform: {
      host: 'loopback',
      version: '1',
      dataFolder,
      rendererFolder: folder,
      loadKeychain: async () => keychain,
      systemProxy: async () => null,
    },
    environment: { NADIR_PRACTICE: 'none' },
  });
  const { files } = await createRouterClient(nadir.router).activity.makeBundle();
  await nadir.close();
  const bundled = files.find(({ name }) => name === 'self-test.json')?.text ?? '';
  expect(JSON.parse(bundled)).toMatchObject({ version: 1, host: 'loopback' });
}, 120_000);

it('ends with 1 where something fails, and says what to do; a Nadir that runs is left alone', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const failing = await selfTest(file);
  expect(failing.exitCode).toBe(1);
  expect(failing.out).toMatch(/^failed +data folder +it cannot be used: .* with --data-dir\. \(\d+ ms\)$/m);
  expect(failing.out).toContain('The report could not be written to ');

  const dataFolder = join(folder, 'data');
  const lock = lockDataFolder(dataFolder, { host: 'electron', pid: 7, since: 'today' });
  const beside = await selfTest(dataFolder);
  expect(beside.exitCode).toBe(0);
  expect(beside.out).toContain('a Nadir is using it');
  expect(JSON.parse(readFileSync(join(dataFolder, 'lock-owner.json'), 'utf8')).pid).toBe(7);
  lock.release();
}, 120_000);

const context = () => ({ folder, signal: new AbortController().signal });

it('the check of calls fails where a call is not answered by this host', async () => {
  const { startLoopbackServer } = await import('./loopback-server.ts');
  const nothing = async () => new Response(null, { status: 404 });
  // A router without a call.
  const router: HostApp['router'] = Object.create(null);
  const server = await startLoopbackServer({ app: { router, files: nothing }, port: 0 });
  const entered = await enterServer(server);
  await expect(callCheck(async () => entered).run(context())).rejects.toThrow('Not Found');
  const stranger = { ...entered, pageKey: 'another' };
  await expect(callCheck(async () => stranger).run(context())).rejects.toThrow('the socket was closed');
  await expect(enterServer(server)).rejects.toThrow('the launch token is answered with 401');
  await server.close();
});

it('the check of the browser says what to do where there is none', async () => {
  const desktop = {
    environment: { DISPLAY: ':0', PATH: '/bin' },
    platform: 'linux',
    isProgram: () => false,
  } as const;
  expect(await browserCheck(desktop).run(context())).toMatchObject({
    outcome: 'not tried',
    words: expect.stringContaining('NADIR_CHROMIUM'),
  });
  expect(await browserCheck({ ...desktop, isProgram: () => true }).run(context())).toMatchObject({
    outcome: 'ok',
    words: '/bin/chromium',
  });
});
