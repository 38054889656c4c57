import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderLockedError, lockDataFolder } from './data-folder-lock.ts';
import { FolderPathError } from './make-data-folder.ts';

const me = { host: 'test', pid: process.pid, since: '2026-01-02T03:04:05Z' };
const lockModule = join(import.meta.dirname, 'data-folder-lock.ts');
const loopbackHost = join(import.meta.dirname, '../loopback/main.ts');

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child;
}

/** The first line a child says, or null when it ended without one. */
async function firstLine(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return null;
}

/** A process that takes the folder, says how that went, and then waits for its end. */
async function holder(): Promise<{ child: ChildProcess; says: string | null }> {
  const program = `
    import { lockDataFolder } from ${JSON.stringify(lockModule)};
    try {
      lockDataFolder(${JSON.stringify(folder)}, { host: 'child', pid: process.pid, since: 'then' });
      console.log('held');
      process.stdin.resume();
    } catch (error) {
      console.log(error.message);
      process.stdin.unref();
    }`;
  const child = start(['--input-type=module', '-e', program]);
  return { child, says: await firstLine(child) };
}

function refusal(): FolderLockedError {
  try {
    lockDataFolder(folder, me).release();
  } catch (error) {
    if (error instanceof FolderLockedError) return error;
    throw error;
  }
  throw new Error('the folder was not locked');
}

describe('the lock on a data folder', () => {
  it('makes the folder, and is free again after its release', () => {
    const deep = join(folder, 'a/b');
    lockDataFolder(deep, me).release();
    const lock = lockDataFolder(deep, me);
    lock.release();
    lock.release();
    expect(readdirSync(deep)).toEqual(['lock.db']);
  });

  it('keeps out the same process too', () => {
    const lock = lockDataFolder(folder, me);
    expect(refusal().owner).toEqual(me);
    lock.release();
  });

  it('names the process that holds it, and is free when that one ends', async () => {
    const { child, says } = await holder();
    expect(says).toBe('held');
    expect(refusal().owner).toEqual({ host: 'child', pid: child.pid, since: 'then' });
    child.stdin?.end();
    await end(child, 'SIGTERM');
    lockDataFolder(folder, me).release();
  });

  it('ends with a process that was killed, whatever it left behind', async () => {
    const { child } = await holder();
    await end(child, 'SIGKILL');
    expect(readFileSync(join(folder, 'lock-owner.json'), 'utf8')).toContain(String(child.pid));
    const lock = lockDataFolder(folder, me);
    expect(refusal().owner).toEqual(me);
    lock.release();
  });

  it('does not take a living process for the holder because it got the number of a dead one', async () => {
    const { child } = await holder();
    await end(child, 'SIGKILL');
    // The number now belongs to a process that lives and has nothing to do with Nadir: this one's parent, say.
    const reused = { host: 'loopback', pid: process.ppid, since: 'long ago' };
    writeFileSync(join(folder, 'lock-owner.json'), JSON.stringify(reused));
    lockDataFolder(folder, me).release();
  });

  it('goes to exactly one of several that start at the same moment', async () => {
    const says = (await Promise.all(Array.from({ length: 4 }, holder))).map((each) => each.says);
    expect(says.filter((each) => each === 'held')).toHaveLength(1);
    expect(says.filter((each) => each === 'the data folder is in use')).toHaveLength(3);
  });

  it('says that it is held even when the note about the holder cannot be read', () => {
    const lock = lockDataFolder(folder, me);
    writeFileSync(join(folder, 'lock-owner.json'), '{"host":');
    expect(refusal().owner).toBeNull();
    lock.release();
  });

  it('is not mistaken for held when its file is damaged', () => {
    writeFileSync(join(folder, 'lock.db'), 'no database at all, '.repeat(100));
    const lock = lockDataFolder(folder, me);
    expect(refusal().owner).toEqual(me);
    lock.release();
    expect(readdirSync(folder).some((name) => name.startsWith('lock.db.kept-'))).toBe(true);
  });

  it('is not mistaken for held when the folder is a file', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(() => lockDataFolder(join(folder, 'data'), me)).toThrow(FolderPathError);
  });

  it.skipIf(process.platform === 'win32').each([
    ['a folder', (place: string) => mkdirSync(place)],
    ['a link to itself', (place: string) => symlinkSync(place, place)],
    ['a pipe', (place: string) => execFileSync('mkfifo', [place])],
  ])('is taken although %s is in the place of its files; that is kept', (_name, make) => {
    for (const name of ['lock.db', 'lock-owner.json']) make(join(folder, name));
    const lock = lockDataFolder(folder, me);
    expect(refusal().owner).toEqual(me);
    lock.release();
    for (const name of ['lock.db', 'lock-owner.json'])
      expect(readdirSync(folder).filter((each) => each.startsWith(`${name}.kept-`))).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')(
    'makes files that others can read its user’s alone, and touches no others',
    () => {
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'logs'));
      const own = [
        'nadir.db',
        'nadir.db-wal',
        'nadir.db.kept-2026-01-01',
        'settings.json',
        'connections.json',
      ];
      const mine = [...own, 'logs/nadir.log', 'logs/nadir.log.1'];
      const others = ['letter.txt', 'nadir.db2', 'my-settings.json'];
      for (const name of [...mine, ...others]) {
        writeFileSync(join(folder, name), '');
        chmodSync(join(folder, name), 0o644);
      }
      const before = process.umask(0o022);
      const lock = lockDataFolder(folder, me);
      process.umask(before);
      const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
      expect([...mine, 'lock.db', 'lock-owner.json'].filter((name) => modeOf(name) !== '600')).toEqual([]);
      expect(others.filter((name) => modeOf(name) !== '644')).toEqual([]);
      lock.release();
    },
  );
});

describe('two hosts on one folder', () => {
  const host = () =>
    start([loopbackHost, '--no-open', '--data-dir', folder], { NADIR_PRACTICE: '{"speed":1}' });
  const readyPattern = /^Nadir is ready at (http:\/\/127\.0\.0\.1:\d+)\/#launch=[A-Za-z0-9_-]+$/;

  it('the second says who is there and leaves; after the first was killed the next one starts', async () => {
    const first = host();
    const ready = readyPattern.exec((await firstLine(first)) ?? '');
    expect(ready).not.toBeNull();

    const second = host();
    let complaint = '';
    second.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const [code] = await once(second, 'close');
    expect(code).toBe(3);
    expect(complaint).toContain(`(loopback host, process ${first.pid},`);
    expect(complaint).toContain('--data-dir');
    expect(complaint).not.toContain('    at ');
    // The one that was there first goes on undisturbed.
    expect((await fetch(`${ready?.[1]}/`, { method: 'HEAD' })).headers.get('x-frame-options')).toBe('DENY');

    await end(first, 'SIGKILL');
    const third = host();
    expect(await firstLine(third)).toMatch(readyPattern);
    const ended = once(third, 'exit');
    third.kill('SIGTERM');
    // Told a second time, as a terminal and the launcher both do: it still ends in good order.
    third.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    lockDataFolder(folder, me).release();
  });

  it('says what is wrong with a flag, without a stack', async () => {
    const child = start([loopbackHost, '--no-open', '--data-dir', folder, '--port', 'many']);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said).toBe('--port takes a number from 0 to 65535, not "many".\n');
  });

  it('says that the folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const child = start([loopbackHost, '--no-open', '--data-dir', join(folder, 'file/data')]);
    expect(await once(child, 'close')).toEqual([5, null]);
  });
});

it.skipIf(process.platform === 'win32')('a folder that Nadir makes is for its user alone', () => {
  const made = join(folder, 'share', 'nadir');
  const lock = lockDataFolder(made, me);
  try {
    expect(statSync(made).mode & 0o077).toBe(0);
  } finally {
    lock.release();
  }
});
