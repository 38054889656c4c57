import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import { certificateCheck } from './certificate-check.ts';
import type { Check } from './check.ts';
import { compressionCheck } from './compression-check.ts';
import { dataFolderCheck } from './data-folder-check.ts';
import { keychainCheck } from './keychain-check.ts';
import { sqliteCheck } from './sqlite-check.ts';
import { threadCheck } from './thread-check.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-machine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (check: Check, signal = new AbortController().signal) => check.run({ folder, signal });

/** Starts a thread that does something else than those of Nadir. */
const threadThat = (script: string) => () =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${script}`, { eval: true });
const threadThatSays = (answer: unknown) =>
  threadThat(`parentPort.postMessage(${JSON.stringify(answer)}); setInterval(() => {}, 1000);`);

describe('the check of SQLite', () => {
  it('is ok with the one of this program', async () => {
    expect(await run(sqliteCheck())).toMatchObject({
      outcome: 'ok',
      words: expect.stringContaining('R*Tree'),
    });
  });

  it('fails where a feature is missing, and names it', async () => {
    // A database in memory has no write-ahead log.
    expect(await run(sqliteCheck({ path: ':memory:' }))).toEqual({
      outcome: 'failed',
      words: expect.stringMatching(/^missing: the write-ahead log\. Install/),
    });
  });

  it('fails where a database cannot be made', async () => {
    await expect(run(sqliteCheck({ path: join(folder, 'none', 'a.db') }))).rejects.toThrow('unable to open');
  });
});

describe('the check of compression', () => {
  it('is ok with that of this program', async () => {
    expect(await run(compressionCheck())).toEqual({ outcome: 'ok', words: 'zstd, deflate, gzip' });
  });

  it('fails where other bytes come back, or none', async () => {
    const same = async (bytes: Uint8Array) => bytes;
    const outcome = await run(
      compressionCheck([
        { name: 'right', pack: same, unpack: same },
        { name: 'short', pack: same, unpack: async (bytes) => bytes.subarray(1) },
        { name: 'missing', pack: () => Promise.reject(new Error('not built in')), unpack: same },
      ]),
    );
    expect(outcome).toEqual({
      outcome: 'failed',
      words: expect.stringContaining('other bytes come back: short, missing. '),
    });
  });
});

describe('the check of threads', () => {
  it('is ok with those of this program', async () => {
    expect(await run(threadCheck())).toMatchObject({
      outcome: 'ok',
      words: expect.stringContaining('8 at once'),
    });
  });

  it('fails where a thread ends without a word, throws, or says something else', async () => {
    await expect(run(threadCheck(threadThat('')))).rejects.toThrow('a thread has ended without an answer');
    await expect(run(threadCheck(threadThat("throw new Error('no such file')")))).rejects.toThrow(
      'no such file',
    );
    await expect(run(threadCheck(threadThatSays('hello')))).rejects.toThrow();
  });

  it('fails where a thread never answers, and ends it', async () => {
    const workers: Worker[] = [];
    const start = () => {
      const worker = threadThat('setInterval(() => {}, 1000)')();
      workers.push(worker);
      return worker;
    };
    await expect(run(threadCheck(start), AbortSignal.timeout(100))).rejects.toThrow(
      'a thread did not answer',
    );
    await vi.waitFor(() => expect(workers.map(({ threadId }) => threadId)).toEqual(workers.map(() => -1)), {
      timeout: 10_000,
    });
  });

  it('fails where zstd does not work in a thread', async () => {
    const start = threadThatSays({ sqlite: '3', unpacks: false, trusted: 1 });
    expect(await run(threadCheck(start))).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('zstd'),
    });
  });
});

describe('the check of certificates', () => {
  const start = threadThatSays({ sqlite: '3', unpacks: true, trusted: 140 });
  const withCounts = (system: number | null, trusted: number, platform: NodeJS.Platform = 'linux') =>
    run(certificateCheck({ count: () => ({ system, trusted }), start, system: platform }));

  it('is ok where all threads trust the same, with the system’s own', async () => {
    expect(await withCounts(12, 140)).toEqual({
      outcome: 'ok',
      words: '12 in the system’s store; each thread trusts 140, with those of Node',
    });
    expect(await run(certificateCheck())).not.toMatchObject({ outcome: 'failed' });
  });

  it('fails where a thread trusts others than the main one, and where the store cannot be read', async () => {
    expect(await withCounts(12, 152)).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('a thread trusts 140 authorities and the main one 152'),
    });
    expect(await withCounts(null, 140)).toMatchObject({ outcome: 'failed' });
  });

  it('takes an empty store for a fault where a system always has one', async () => {
    expect(await withCounts(0, 140)).toMatchObject({ outcome: 'not tried' });
    expect(await withCounts(0, 140, 'win32')).toMatchObject({ outcome: 'failed' });
  });
});

describe('the check of the keychain', () => {
  const checkOf = (chain: ReturnType<typeof makeMemoryKeychain>['keychain'], onHang = () => undefined) =>
    run(keychainCheck({ loadKeychain: async () => chain, onHang, timeoutMs: 100 }));

  it('is ok where an entry of its own comes back, and leaves none', async () => {
    const { keychain, entries, calls } = makeMemoryKeychain();
    expect(await checkOf(keychain)).toMatchObject({ outcome: 'ok' });
    expect(entries.size).toBe(0);
    expect(calls.every((call) => / trial-[\w-]{36}$/.test(call))).toBe(true);
  });

  it.each([
    ['the keychain is locked', 'failed', 'Unlock the keychain'],
    ['org.freedesktop.secrets was not provided by any .service files', 'not tried', 'GNOME Keyring'],
    ['something odd', 'failed', 'Restart the keychain service'],
  ])('says what to do where it refuses: %s', async (message, outcome, words) => {
    const { keychain, fail } = makeMemoryKeychain();
    fail(message);
    expect(await checkOf(keychain)).toEqual({ outcome, words: expect.stringContaining(words) });
  });

  it('fails where it cannot be loaded', async () => {
    const loadKeychain = () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'));
    expect(await run(keychainCheck({ loadKeychain, onHang: () => undefined }))).toEqual({
      outcome: 'failed',
      words: expect.stringMatching(/^its native part cannot be loaded: libsecret-1\.so\.0/),
    });
  });

  it('fails where it never answers, and tells that a thread hangs', async () => {
    const { keychain, hold } = makeMemoryKeychain();
    hold();
    const onHang = vi.fn();
    expect(await checkOf(keychain, onHang)).toMatchObject({ outcome: 'failed' });
    expect(onHang).toHaveBeenCalledOnce();
  });

  it('fails where something else comes back or stays, and removes the entry', async () => {
    const other = makeMemoryKeychain();
    expect(await checkOf({ ...other.keychain, getPassword: async () => 'another' })).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('something else'),
    });
    expect(other.entries.size).toBe(0);
    const stays = makeMemoryKeychain();
    expect(await checkOf({ ...stays.keychain, deletePassword: async () => false })).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('does not remove'),
    });
    const unread = makeMemoryKeychain();
    const getPassword = () => Promise.reject(new Error('odd'));
    expect(await checkOf({ ...unread.keychain, getPassword })).toMatchObject({ outcome: 'failed' });
    expect(unread.entries.size).toBe(0);
  });
});

describe('the check of the data folder', () => {
  const good = { keepsBytes: true, hasLog: true, locks: true };

  it('is ok where it can be written and locked, and leaves nothing there', async () => {
    expect(await run(dataFolderCheck({ dataFolder: folder }))).toEqual({
      outcome: 'ok',
      words: expect.stringMatching(/^writable, locks, [\d.]+ GB free; no Nadir uses it$/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('sees a Nadir that uses it, and disturbs it in nothing', async () => {
    const owner = { host: 'electron', pid: 1, since: 'today' };
    const lock = lockDataFolder(folder, owner);
    const before = readdirSync(folder).sort();
    const outcome = await run(dataFolderCheck({ dataFolder: folder }));
    expect(outcome).toEqual({ outcome: 'ok', words: expect.stringContaining('a Nadir is using it') });
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(() => lockDataFolder(folder, owner)).toThrow('in use');
    lock.release();
  });

  it('makes the folder where there is none yet', async () => {
    const dataFolder = join(folder, 'new', 'one');
    expect(await run(dataFolderCheck({ dataFolder }))).toMatchObject({ outcome: 'ok' });
    expect(existsSync(dataFolder)).toBe(true);
  });

  it('fails where it cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await run(dataFolderCheck({ dataFolder: join(file, 'data') }))).toEqual({
      outcome: 'failed',
      words: expect.stringMatching(/^it cannot be used: .* with --data-dir\.$/),
    });
  });

  it.each([
    ['keepsBytes', 'other bytes'],
    ['hasLog', 'write-ahead log'],
    ['locks', 'does not lock'],
  ])('fails where its drive lacks %s', async (name, words) => {
    const start = threadThatSays({ ...good, [name]: false });
    expect(await run(dataFolderCheck({ dataFolder: folder, start }))).toEqual({
      outcome: 'failed',
      words: expect.stringContaining(words),
    });
  });

  it('fails where its drive is nearly full', async () => {
    const check = dataFolderCheck({ dataFolder: folder, freeBytes: async () => 5e7 });
    expect(await run(check)).toEqual({
      outcome: 'failed',
      words: expect.stringContaining('only 0.1 GB are free'),
    });
  });
});
