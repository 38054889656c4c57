import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { portOf, visit } from '../../testing/loopback/visit.ts';

/* Tests the host as a process: what it prints, how it ends, and which files it leaves. */

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-host-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  said: () => { out: string; err: string };
  /** The first line of standard output; null if the process ended without one. */
  line: Promise<string | null>;
  ended: Promise<unknown[]>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'main.ts'),
      '--data-dir',
      folder,
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NADIR_PRACTICE: 'none', DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    },
  );
  children.push(child);
  const said = { out: '', err: '' };
  const line = new Promise<string | null>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      said.out += piece;
      if (said.out.includes('\n')) resolve(said.out.slice(0, said.out.indexOf('\n')));
    });
    child.once('close', () => resolve(null));
  });
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    said.err += piece;
  });
  return { child, said: () => said, line, ended: once(child, 'close') };
}

const ready = /^Nadir is ready at (http:\/\/127\.0\.0\.1:\d+)\/#launch=([A-Za-z0-9_-]{43})$/;

it('prints one address whose token lets in, notes who holds the folder, and ends in order on a signal', async () => {
  const host = start(['--no-open', '--port', '0']);
  const [, origin = '', token = ''] = ready.exec((await host.line) ?? '') ?? [];
  const port = portOf(origin);
  const entered = await visit({
    port,
    method: 'POST',
    target: '/session',
    headers: { host: `127.0.0.1:${port}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(entered.status).toBe(200);
  const owner = JSON.parse(readFileSync(join(folder, 'lock-owner.json'), 'utf8'));
  expect(owner).toEqual({ host: 'loopback', pid: host.child.pid, since: expect.stringMatching(/^20\d\d-/) });
  host.child.kill('SIGHUP');
  // A terminal signals every process of the group, and so does the launcher.
  host.child.kill('SIGINT');
  expect(await host.ended).toEqual([0, null]);
  expect(host.said()).toEqual({ out: expect.stringMatching(/^[^\n]*\n$/), err: '' });
  // It ended in order: the owner's note and the log of the database are gone.
  expect(() => readFileSync(join(folder, 'lock-owner.json'))).toThrow('ENOENT');
  expect(() => readFileSync(join(folder, 'nadir.db-wal'))).toThrow('ENOENT');
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'ends in order on %s, and says where there is no window to open',
  async (signal) => {
    const host = start(['--port', '0']);
    expect(await host.line).toMatch(ready);
    await expect
      .poll(() => host.said().err)
      .toBe('No browser window here: open the address above in a browser on this machine.\n');
    host.child.kill(signal);
    expect(await host.ended).toEqual([0, null]);
  },
);

it('goes on when nobody reads its output any more', async () => {
  const host = start(['--port', '0']);
  // Closed before the message that there is no window.
  host.child.stderr?.destroy();
  const [, origin = '', token = ''] = ready.exec((await host.line) ?? '') ?? [];
  host.child.stdout?.destroy();
  const port = portOf(origin);
  const entered = await visit({
    port,
    method: 'POST',
    target: '/session',
    headers: { host: `127.0.0.1:${port}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(entered.status).toBe(200);
  host.child.kill('SIGTERM');
  expect(await host.ended).toEqual([0, null]);
});

it.skipIf(process.platform === 'win32')(
  'opens the window of a browser with a file that leads to the address',
  async () => {
    const browser = join(folder, 'browser.sh');
    const seen = join(folder, 'seen.txt');
    // The browser receives its arguments and the file that the first of them names.
    writeFileSync(
      browser,
      `#!/bin/sh\necho "$@" > ${seen}.new\ncat "\${1#--app=file://}" >> ${seen}.new\nmv ${seen}.new ${seen}\n`,
    );
    chmodSync(browser, 0o700);
    const host = start(['--port', '0'], { DISPLAY: ':0', NADIR_CHROMIUM: browser });
    // Not at the printed address, where another server may have left a service worker: at a name that is new at each start.
    const [port = '', token = ''] = /:(\d+)\/#launch=(\S+)/.exec((await host.line) ?? '')?.slice(1) ?? [];
    const read = () => {
      try {
        return readFileSync(seen, 'utf8');
      } catch {
        return '';
      }
    };
    await expect
      .poll(read, { timeout: 10_000 })
      .toMatch(new RegExp(`//nadir-[0-9a-f]{16}\\.localhost:${port}/#launch=${token}`));
    const [argumentsLine = ''] = read().split('\n');
    expect(argumentsLine).not.toContain('launch=');
    expect(argumentsLine).toContain(`--user-data-dir=${join(folder, 'browser')}`);
    host.child.kill('SIGTERM');
    expect(await host.ended).toEqual([0, null]);
    expect(host.said().err).toBe('');
  },
);

it('says which port is taken, with a code of its own and without a stack', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const host = start(['--no-open', '--port', String(port)]);
  expect(await host.ended).toEqual([4, null]);
  expect(host.said()).toEqual({
    out: '',
    err: 'This port is already in use. Choose another one with --port, or leave it out to use a free one.\n',
  });
  await new Promise((resolve) => taken.close(resolve));
});
