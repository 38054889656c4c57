import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

/*
 * Tests the real keychain of a Linux desktop, with its own message bus and home folder. scripts/system-packages.mjs installs
 * the tools; without them these tests are skipped, with a message.
 */
const tools = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = tools.filter(
  (tool) =>
    !(process.env.PATH ?? '')
      .split(delimiter)
      .some((folder) => statSync(join(folder, tool), { throwIfNoEntry: false })?.isFile()),
);
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`;

const child = fileURLToPath(new URL('../../testing/vault-child.ts', import.meta.url));
const resultSchema = z.object({
  value: z.unknown().optional(),
  error: z.unknown().optional(),
  ms: z.number(),
});
const canary = 'CANARY-keyring-secret';
const odd = `${canary} "quoted" \\back\\ 'single' %s $HOME \u0000 NUL \n line \u{1F6F0} é \uD800 end`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-keyring-'));
  for (const name of ['run', 'data', 'config', 'cache']) mkdirSync(join(home, name), { mode: 0o700 });
});
afterEach(async () => {
  // The daemon ends with its bus, or shortly after.
  await expect.poll(() => processesOf(home), { timeout: 10_000 }).toEqual([]);
  rmSync(home, { recursive: true, force: true });
});

/** Returns the running processes that were started with this home, by /proc; zombies have no environment. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const living = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${folder}\u0000`);
        return living ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\u0000', ' ')] : [];
      } catch {
        return [];
      }
    });
}

type Step = { op: string; id?: string; clientId?: string; clientSecret?: string; times?: number };
const unlocked =
  "printf %s 'the login password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null";
const locked = 'gnome-keyring-daemon --start --components=secrets >/dev/null';

async function run(
  steps: Step[],
  options: { daemon?: string; bus?: string; timeoutMs?: number } = {},
): Promise<z.infer<typeof resultSchema>[]> {
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    ...(options.bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: options.bus }),
  };
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', child];
  const [command = '', ...args] =
    options.daemon === undefined
      ? node
      : ['dbus-run-session', '--', 'bash', '-c', `${options.daemon}; exec "$@"`, 'bash', ...node];
  const started = spawn(command, args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  started.stdin.end(JSON.stringify({ timeoutMs: options.timeoutMs ?? 5_000, steps }));
  const [output, complaints] = await Promise.all([text(started.stdout), text(started.stderr)]);
  expect(output, complaints).not.toBe('');
  expect(complaints).not.toContain(canary);
  return z.array(resultSchema).parse(JSON.parse(output));
}

/** Returns the bytes of all files below a folder. */
function everythingIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

const unavailable = (why: string) => ({ code: 'KEYCHAIN_UNAVAILABLE', data: { reason: why } });

describe.skipIf(missing.length > 0)(`a real gnome-keyring${reason}`, () => {
  it('holds credentials of any characters over restarts, and forgets them', async () => {
    const credentials = { clientId: 'client one "é"', clientSecret: odd };
    const other = { clientId: 'two', clientSecret: `${canary}-2` };
    const first = await run(
      [
        { op: 'probe' },
        { op: 'get' },
        { op: 'whereabouts' },
        { op: 'set', ...credentials },
        { op: 'set', id: 'connection-2', ...other },
        { op: 'whereabouts' },
        { op: 'new-vault' },
        { op: 'get' },
      ],
      { daemon: unlocked },
    );
    expect(first.map(({ value, error }) => error ?? value)).toEqual([
      { state: 'ok', detail: '' },
      null,
      'none',
      null,
      null,
      'keychain',
      null,
      credentials,
    ]);
    const disk = everythingIn(home);
    expect(disk.length).toBeGreaterThan(0);
    expect(disk.includes(canary)).toBe(false);

    const second = await run(
      [{ op: 'get' }, { op: 'clear' }, { op: 'get' }, { op: 'clear' }, { op: 'get', id: 'connection-2' }],
      { daemon: unlocked },
    );
    expect(second.map(({ value, error }) => error ?? value)).toEqual([credentials, null, null, null, other]);
  });

  it('says when it is locked, although reading it then finds nothing and deleting does nothing', async () => {
    await run([{ op: 'set', clientId: 'a', clientSecret: canary }], { daemon: unlocked });
    const results = await run(
      [
        { op: 'probe' },
        { op: 'get' },
        { op: 'whereabouts' },
        { op: 'set', clientSecret: canary },
        { op: 'clear' },
      ],
      { daemon: locked },
    );
    expect(results.map(({ value, error }) => error ?? value)).toEqual([
      expect.objectContaining({ state: 'locked' }),
      unavailable('locked'),
      'unknown',
      unavailable('locked'),
      unavailable('locked'),
    ]);
    const [after] = await run([{ op: 'get' }], { daemon: unlocked });
    expect(after?.value).toEqual({ clientId: 'a', clientSecret: canary });
  });

  it('says when there is no daemon on the bus that could answer', async () => {
    const results = await run([{ op: 'probe' }, { op: 'get' }, { op: 'set', clientSecret: canary }], {
      daemon: 'true',
    });
    // The bus may start a daemon on its own, and nobody unlocks it.
    for (const { value, error } of results)
      expect(JSON.stringify(error ?? value)).toMatch(/"(missing|locked|failed)"/);
  });
});

describe('without a keychain', () => {
  it('says so at once where there is no bus', async () => {
    const results = await run(
      [{ op: 'probe' }, { op: 'get' }, { op: 'set', clientSecret: canary }, { op: 'clear' }],
      {
        bus: `unix:path=${join(home, 'nothing')}`,
      },
    );
    expect(results.map(({ value, error }) => error ?? value)).toEqual([
      expect.objectContaining({ state: 'missing' }),
      unavailable('missing'),
      unavailable('missing'),
      unavailable('missing'),
    ]);
    expect(everythingIn(home).includes(canary)).toBe(false);
  });

  it('waits for a bus that never answers no longer than its time, and keeps the threads for others', async () => {
    const sockets = new Set<Socket>();
    const bus = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => bus.listen(join(home, 'bus'), resolve));
    const results = await run(
      [{ op: 'get', times: 6 }, { op: 'read-file', times: 8 }, { op: 'get' }, { op: 'probe' }],
      { bus: `unix:path=${join(home, 'bus')}`, timeoutMs: 400 },
    );
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => bus.close(resolve));
    const [first, file, next, probe] = results;
    expect(first?.error).toEqual(unavailable('timeout'));
    expect(first?.ms).toBeGreaterThan(350);
    expect(first?.ms).toBeLessThan(2_000);
    expect(file?.value).toBe(true);
    // The keychain hangs, so it is not called again before it has answered.
    expect(next).toMatchObject({ error: unavailable('timeout') });
    expect(next?.ms).toBeLessThan(200);
    expect(probe?.value).toMatchObject({ state: 'timeout' });
  });
});
