import { beforeEach, describe, expect, it } from 'vitest';
import { connectionIdSchema } from '../../src-preload/contract/ids.ts';
import { type MemoryKeychain, makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { createVault, type Vault } from './vault.ts';

const id = connectionIdSchema.parse('connection-1');
const credentials = { clientId: 'client', clientSecret: 'secret' };
let memory: MemoryKeychain;
let vault: Vault;
beforeEach(() => {
  memory = makeMemoryKeychain();
  vault = createVault({ loadKeychain: async () => memory.keychain, timeoutMs: 60 });
});
const unavailable = (reason: string) =>
  expect.objectContaining({ code: 'KEYCHAIN_UNAVAILABLE', data: { reason } });
const caught = (work: Promise<unknown>) =>
  work.then(
    () => 'worked',
    (error: unknown) => error,
  );

describe('the keychain', () => {
  it('is asked once, and again after a change', async () => {
    expect(await vault.get(id)).toBeNull();
    await vault.set(id, credentials, false);
    expect(await vault.get(id)).toEqual(credentials);
    expect(await vault.whereabouts(id)).toBe('keychain');
    const reads = memory.calls.filter((call) => call === `get ${id}`).length;
    await vault.get(id);
    expect(memory.calls.filter((call) => call === `get ${id}`)).toHaveLength(reads);
    await vault.clear(id);
    expect(await vault.get(id)).toBeNull();
    expect(memory.entries.size).toBe(0);
  });

  it('does not count an entry that reads back otherwise', async () => {
    memory.keychain.getPassword = async () => '{"clientId":"client","clientSecret":"secr"}';
    expect(await caught(vault.set(id, credentials, false))).toEqual(unavailable('failed'));
  });

  it.each(['no json', '{"clientId":1}', '[]'])('does not take %s for credentials', async (entry) => {
    memory.entries.set(id, entry);
    expect(await caught(vault.get(id))).toEqual(unavailable('failed'));
    expect(await vault.whereabouts(id)).toBe('unknown');
    await vault.set(id, credentials, false);
    expect(await vault.get(id)).toEqual(credentials);
  });

  it('leaves no trial behind and lets several try at once', async () => {
    const states = await Promise.all([vault.probe(), vault.probe(), vault.probe()]);
    expect(states.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    expect(memory.entries.size).toBe(0);
  });

  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'missing'],
    ['Could not connect: No such file or directory', 'missing'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The prompt was dismissed', 'locked'],
    ['Access denied', 'locked'],
    ['Unix clock ran backwards', 'failed'],
  ])('%s: %s', async (message, state) => {
    memory.fail(message);
    expect(await vault.probe()).toEqual({ state, detail: message });
    expect(await caught(vault.set(id, credentials, false))).toEqual(unavailable(state));
    expect(await caught(vault.clear(id))).toEqual(unavailable(state));
    // The failure may be temporary: a daemon was started, or a prompt was answered.
    memory.fail(null);
    await vault.set(id, credentials, false);
    expect(await vault.get(id)).toEqual(credentials);
  });

  it('is loaded anew after it could not be loaded', async () => {
    let times = 0;
    vault = createVault({
      async loadKeychain() {
        times += 1;
        if (times < 3) throw new Error('Cannot find module keytar.node');
        return memory.keychain;
      },
    });
    expect((await vault.probe()).state).toBe('missing');
    expect((await vault.probe()).state).toBe('missing');
    expect((await vault.probe()).state).toBe('ok');
  });

  it('remembers nothing that was read before a change', async () => {
    memory.entries.set(id, JSON.stringify({ clientId: 'old', clientSecret: 'old' }));
    memory.hold();
    const reading = vault.get(id);
    const setting = vault.set(id, credentials, false);
    memory.release();
    await Promise.all([reading, setting]);
    expect(await vault.get(id)).toEqual(credentials);
  });
});

describe('a keychain that hangs', () => {
  it('is given up after its time, asked no further, and used again when it has answered', async () => {
    memory.hold();
    const together = await Promise.all(Array.from({ length: 5 }, () => caught(vault.get(id))));
    expect(together).toEqual(Array.from({ length: 5 }, () => unavailable('timeout')));
    // One call is pending, the other four were never made.
    expect(memory.calls).toEqual([`get ${id}`]);
    expect(vault.hangs()).toBe(true);
    expect(await caught(vault.set(id, credentials, false))).toEqual(unavailable('timeout'));
    expect((await vault.probe()).state).toBe('timeout');
    expect(await vault.whereabouts(id)).toBe('unknown');
    expect(memory.calls).toEqual([`get ${id}`]);
    memory.release();
    await expect.poll(() => vault.hangs()).toBe(false);
    expect(await vault.get(id)).toBeNull();
    // A call that was reported as failed was not carried out later.
    expect(memory.entries.size).toBe(0);
  });

  it('is given up while it loads', async () => {
    vault = createVault({ loadKeychain: () => new Promise(() => undefined), timeoutMs: 30 });
    expect(await caught(vault.get(id))).toEqual(unavailable('timeout'));
  });
});

describe('for this session only', () => {
  it('keeps credentials in memory without a word to the keychain', async () => {
    memory.fail('Cannot autolaunch D-Bus');
    await vault.set(id, credentials, true);
    expect(await vault.get(id)).toEqual(credentials);
    expect(await vault.whereabouts(id)).toBe('session');
    expect(vault.hasForSession(id)).toBe(true);
    expect(memory.calls).toEqual([]);
    vault.clearSession(id);
    expect(vault.hasForSession(id)).toBe(false);
    expect(memory.calls).toEqual([]);
  });

  it('gives way to an entry put into the keychain later', async () => {
    await vault.set(id, { clientId: 'a', clientSecret: 'b' }, true);
    await vault.set(id, credentials, false);
    expect(await vault.whereabouts(id)).toBe('keychain');
    expect(await vault.get(id)).toEqual(credentials);
  });
});
