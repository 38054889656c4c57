import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

/** A real gnome-keyring, unlocked, on a message bus and in a home folder of its own. */
export async function startKeyring() {
  const home = mkdtempSync(join(tmpdir(), 'nadir-keyring-'));
  const folders = {
    XDG_RUNTIME_DIR: 'run',
    XDG_DATA_HOME: 'data',
    XDG_CONFIG_HOME: 'config',
    XDG_CACHE_HOME: 'cache',
  };
  for (const name of Object.values(folders)) mkdirSync(join(home, name), { mode: 0o700 });
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ...Object.fromEntries(Object.entries(folders).map(([variable, name]) => [variable, join(home, name)])),
  };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  environment.DBUS_SESSION_BUS_ADDRESS = await new Promise<string>((resolve, reject) => {
    createInterface({ input: bus.stdout }).once('line', resolve);
    bus.once('error', reject);
    bus.once('exit', () => reject(new Error('the message bus ended')));
  });
  // It goes to the background by itself once it has taken the password and its name on the bus.
  execFileSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: environment,
    input: 'the login password',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => bus.once('exit', () => resolve()));
  return {
    environment,
    /** What the keyring itself holds, as another program of the user reads it. */
    lookup: (account: string) =>
      execFileSync('secret-tool', ['lookup', 'service', 'Nadir', 'account', account], {
        env: environment,
        encoding: 'utf8',
      }),
    /** The keyring ends with its bus. */
    async stop() {
      bus.kill();
      await ended;
      await expect.poll(() => processesOf(home), { timeout: 10_000 }).toEqual([]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Living processes that were started with this home. */
function processesOf(home: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${home}\0`);
    } catch {
      // It has just ended.
      return false;
    }
  });
}
