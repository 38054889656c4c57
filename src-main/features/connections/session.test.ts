import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionDraft } from '../../../src-preload/contract/connections.ts';
import {
  type ConnectionId,
  connectionIdSchema,
  contractIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { type MemoryKeychain, makeMemoryKeychain } from '../../../testing/memory-keychain.ts';
import { createVault, type Vault } from '../../vault/vault.ts';
import { createSession, practiceId, type Session } from './session.ts';

const contractId = contractIdSchema.parse('cont.1');
const credentials = { clientId: 'client', clientSecret: 'CANARY-secret' };
const draft = (name = 'One', addresses = {}): ConnectionDraft => ({
  name,
  credentialKind: 'oauth',
  addresses: { ...makeConnection('https://service.invalid').addresses, ...addresses },
});

let folder: string;
let memory: MemoryKeychain;
let vault: Vault;
let session: Session;
let changed: string[];
let invalidated: string[];
let quarantined: string[];

/** Opens the session as at a start: only the folder and the keychain remain from before. */
function begin(): Session {
  changed = [];
  invalidated = [];
  vault = createVault({ loadKeychain: async () => memory.keychain, timeoutMs: 60 });
  session = createSession({
    folder,
    vault,
    now: () => new Date('2026-01-02T03:04:05Z'),
    onQuarantined: (path) => quarantined.push(path),
    changed: (id) => changed.push(id),
    invalidated: (id) => invalidated.push(id),
  });
  return session;
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-session-'));
  memory = makeMemoryKeychain();
  quarantined = [];
  begin();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, 'connections.json');
const filesText = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const placeOf = async (id: ConnectionId) => (await session.view(id)).credentials;

describe('connections', () => {
  it('are several, one of them active, over restarts', async () => {
    const one = await session.add(draft('One'));
    const two = await session.add(draft('Two'));
    expect((await session.list()).map(({ name, active }) => [name, active])).toEqual([
      ['One', true],
      ['Two', false],
    ]);
    await session.activate(two.id);
    await session.update(one.id, draft('Uno', { baseUrl: 'https://other.invalid/api' }));
    begin();
    expect((await session.list()).map(({ name, active }) => [name, active])).toEqual([
      ['Uno', false],
      ['Two', true],
    ]);
    expect(session.record(one.id).addresses.baseUrl).toBe('https://other.invalid/api');
    expect(session.activeScope()).toEqual({ connectionId: two.id, contractId: null });
  });

  it('remember the contract chosen for each', async () => {
    const one = await session.add(draft('One'));
    const two = await session.add(draft('Two'));
    await session.selectContract(one.id, contractId);
    await session.selectContract(two.id, contractIdSchema.parse('cont.2'));
    begin();
    expect(session.activeScope()).toEqual({ connectionId: one.id, contractId });
    await session.activate(two.id);
    expect(session.activeScope()).toEqual({ connectionId: two.id, contractId: 'cont.2' });
  });

  it('have no contract where the credentials are legacy ones', async () => {
    const legacy = await session.add({ ...draft(), credentialKind: 'legacy' });
    await session.selectContract(legacy.id, contractId);
    expect(session.activeScope()).toEqual({ connectionId: legacy.id, contractId: null });
    await session.update(legacy.id, draft());
    expect(session.activeScope()).toEqual({ connectionId: legacy.id, contractId });
  });

  it.each([
    ['http://service.invalid/', 'scheme'],
    ['ftp://service.invalid/', 'scheme'],
    ['https://user:word@service.invalid/', 'userinfo'],
  ])('are not made with %s', async (address, reason) => {
    for (const field of ['authUrl', 'legacyAuthUrl', 'accountsUrl', 'baseUrl', 'catalogUrl', 'ordersUrl']) {
      await expect(session.add(draft('X', { [field]: address }))).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        data: { reason },
      });
    }
    expect(await session.list()).toEqual([]);
    const one = await session.add(draft());
    await expect(session.update(one.id, draft('X', { baseUrl: address }))).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect(session.record(one.id).addresses.baseUrl).toBe('https://service.invalid/api');
  });

  it('void their tokens when addresses or credentials change', async () => {
    const { id } = await session.add(draft());
    expect(invalidated).toEqual([]);
    await session.update(id, draft('Uno'));
    await session.setCredentials(id, credentials, false);
    await session.clearCredentials(id);
    await session.remove(id);
    expect(invalidated).toEqual([id, id, id, id]);
  });

  it('are not found when they are gone', async () => {
    const { id } = await session.add(draft());
    await session.remove(id);
    const gone = { code: 'NOT_FOUND' };
    await expect(session.view(id)).rejects.toMatchObject(gone);
    await expect(session.update(id, draft())).rejects.toMatchObject(gone);
    await expect(session.remove(id)).rejects.toMatchObject(gone);
    await expect(session.activate(id)).rejects.toMatchObject(gone);
    await expect(session.selectContract(id, contractId)).rejects.toMatchObject(gone);
    await expect(session.setCredentials(id, credentials, false)).rejects.toMatchObject(gone);
    await expect(session.clearCredentials(id)).rejects.toMatchObject(gone);
    expect(() => session.record(id)).toThrow('NOT_FOUND');
    expect(session.activeScope()).toBeNull();
    expect(memory.entries.size).toBe(0);
  });

  it('give the place of the active one to another when they go', async () => {
    const one = await session.add(draft('One'));
    const two = await session.add(draft('Two'));
    await session.remove(one.id);
    expect(session.activeScope()?.connectionId).toBe(two.id);
  });
});

describe('credentials', () => {
  it('are in the keychain and nowhere else', async () => {
    const { id } = await session.add(draft());
    expect(await placeOf(id)).toBe('none');
    expect(memory.calls).toEqual([]);
    expect(await session.setCredentials(id, credentials, false)).toMatchObject({ credentials: 'keychain' });
    expect(filesText()).not.toContain('CANARY');
    expect(JSON.stringify(await session.list())).not.toContain('CANARY');
    begin();
    expect(await placeOf(id)).toBe('keychain');
    expect(await vault.get(id)).toEqual(credentials);
    expect(await session.clearCredentials(id)).toMatchObject({ credentials: 'none' });
    expect(memory.entries.size).toBe(0);
  });

  it('for the session are gone after it', async () => {
    memory.fail('Cannot autolaunch D-Bus');
    const { id } = await session.add(draft());
    await expect(session.setCredentials(id, credentials, false)).rejects.toMatchObject({
      code: 'KEYCHAIN_UNAVAILABLE',
      data: { reason: 'missing' },
    });
    expect(await placeOf(id)).toBe('none');
    expect(await session.setCredentials(id, credentials, true)).toMatchObject({ credentials: 'session' });
    expect(filesText()).not.toContain('CANARY');
    begin();
    expect(await placeOf(id)).toBe('none');
    // The keychain never had them, so its state is not the reason.
    await expect(session.credentials(id)).rejects.toMatchObject({
      code: 'NO_CREDENTIALS',
      data: { lastSession: true },
    });
    await session.clearCredentials(id);
    expect(await session.credentials(id)).toBeNull();
  });

  it('given for the session can be cleared, and their connection removed, without any keychain', async () => {
    memory.fail('Cannot autolaunch D-Bus');
    const { id } = await session.add(draft());
    await session.setCredentials(id, credentials, true);
    expect(await session.clearCredentials(id)).toMatchObject({ credentials: 'none' });
    await session.setCredentials(id, credentials, true);
    await session.remove(id);
    expect(await session.list()).toEqual([]);
  });

  it('in a locked keychain are said to be there, and hold their connection until they can be taken out', async () => {
    const { id } = await session.add(draft());
    await session.setCredentials(id, credentials, false);
    begin();
    memory.fail('Cannot create an item in a locked collection');
    expect(await placeOf(id)).toBe('keychain');
    const locked = { code: 'KEYCHAIN_UNAVAILABLE', data: { reason: 'locked' } };
    await expect(session.clearCredentials(id)).rejects.toMatchObject(locked);
    await expect(session.remove(id)).rejects.toMatchObject(locked);
    expect(await session.list()).toHaveLength(1);
    memory.fail(null);
    await session.remove(id);
    expect(memory.entries.size).toBe(0);
    expect(await session.list()).toEqual([]);
  });

  it.each(['authUrl', 'legacyAuthUrl', 'accountsUrl', 'baseUrl', 'ordersUrl'])(
    'go nowhere but where they were given for: a changed %s asks for them again',
    async (field) => {
      for (const sessionOnly of [false, true]) {
        const { id } = await session.add(draft());
        await session.setCredentials(id, credentials, sessionOnly);
        const elsewhere = draft('Mine', { [field]: 'https://evil.invalid/x' });
        expect(await session.update(id, elsewhere)).toMatchObject({ credentials: 'none' });
        expect(await session.credentials(id)).toBeNull();
        // A second update, or one with the old address among the new ones, does not help either.
        await session.update(id, elsewhere);
        expect(await session.credentials(id)).toBeNull();
        await session.update(id, draft('One again'));
        expect(await session.credentials(id)).toEqual(credentials);
        await session.update(id, elsewhere);
        await session.setCredentials(id, { ...credentials, clientSecret: 'other' }, sessionOnly);
        expect(await session.credentials(id)).toMatchObject({ clientSecret: 'other' });
      }
    },
  );

  it('in the keychain do not follow others that were given for the session', async () => {
    const { id } = await session.add(draft());
    await session.setCredentials(id, credentials, false);
    await session.update(id, draft('Mine', { authUrl: 'https://evil.invalid/x' }));
    await session.setCredentials(id, { clientId: 'x', clientSecret: 'x' }, true);
    expect(await session.credentials(id)).toMatchObject({ clientSecret: 'x' });
    begin();
    expect([await session.credentials(id), await placeOf(id)]).toEqual([null, 'none']);
  });

  it('stay where only names, paths and the catalog change, also those of an older Nadir', async () => {
    const { id } = await session.add(draft());
    await session.setCredentials(id, credentials, false);
    writeFileSync(path(), readFileSync(path(), 'utf8').replace(/,\s*"secretOrigins": \[[^\]]*\]/, ''));
    begin();
    const moved = { baseUrl: 'https://service.invalid/v3', catalogUrl: 'https://files.invalid/' };
    expect(await session.update(id, draft('Uno', moved))).toMatchObject({ credentials: 'keychain' });
    expect(await session.credentials(id)).toEqual(credentials);
    await session.update(id, draft('Uno', { authUrl: 'https://evil.invalid/' }));
    expect(await session.credentials(id)).toBeNull();
  });

  it('taken out by other hands are not claimed', async () => {
    const { id } = await session.add(draft());
    await session.setCredentials(id, credentials, false);
    memory.entries.clear();
    begin();
    expect(await placeOf(id)).toBe('none');
  });

  it('do not outlive a connection that is removed while the keychain takes them', async () => {
    const { id } = await session.add(draft());
    memory.hold();
    const removing = session.remove(id);
    const setting = session.setCredentials(id, credentials, false);
    memory.release();
    await Promise.allSettled([removing, setting]);
    expect(memory.entries.size).toBe(0);
    expect(await session.list()).toEqual([]);

    const other = await session.add(draft());
    memory.hold();
    const settingFirst = session.setCredentials(other.id, credentials, false);
    const removingThen = session.remove(other.id);
    memory.release();
    await Promise.allSettled([settingFirst, removingThen]);
    expect(memory.entries.size).toBe(0);
    expect(await session.list()).toEqual([]);
  });
});

describe('the practice workspace', () => {
  it('keeps its choice of contract while its addresses move, and its credentials in memory', async () => {
    await session.registerPractice(draft('Practice', { baseUrl: 'http://127.0.0.1:1000' }), credentials);
    await session.selectContract(practiceId, contractId);
    begin();
    expect(await placeOf(practiceId)).toBe('none');
    await session.registerPractice(draft('Practice', { baseUrl: 'http://127.0.0.1:2000' }), credentials);
    expect(session.record(practiceId).addresses.baseUrl).toBe('http://127.0.0.1:2000');
    expect(session.activeScope()).toEqual({ connectionId: practiceId, contractId });
    expect(await session.view(practiceId)).toMatchObject({ practice: true, credentials: 'session' });
    expect(filesText()).not.toContain('CANARY');
    expect(memory.calls).toEqual([]);
  });

  it('leaves the active connection alone, and cannot be changed or removed', async () => {
    const own = await session.add(draft('Own'));
    await session.registerPractice(draft('Practice'), credentials);
    expect(session.activeScope()?.connectionId).toBe(own.id);
    const conflict = { code: 'CONFLICT', data: { detail: 'practice' } };
    await expect(session.update(practiceId, draft('Mine'))).rejects.toMatchObject(conflict);
    await expect(session.remove(practiceId)).rejects.toMatchObject(conflict);
  });
});

describe('connections.json', () => {
  it.each([
    ['no JSON', '{"version": 1, "content": {'],
    ['nothing', ''],
    ['another shape', '{"version":1,"content":{"connections":{"id":"x"}}}'],
    ['the work of a newer Nadir', '{"version":2,"content":{"activeId":null,"connections":[]}}'],
  ])('that is %s is kept aside, byte for byte, and begun anew', async (_, text) => {
    writeFileSync(path(), text);
    begin();
    expect(await session.list()).toEqual([]);
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(quarantined[0] ?? '', 'utf8')).toBe(text);
    await session.add(draft());
    writeFileSync(path(), text);
    begin();
    // Both happen in the same second; the first file must not be overwritten.
    expect(new Set(quarantined).size).toBe(2);
    for (const path of quarantined) expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('of which one connection is damaged keeps the others, and the damaged one as it is', async () => {
    const { id } = await session.add(draft());
    const damaged = { id: 'x', nothing: true };
    const file = z
      .looseObject({ content: z.looseObject({ connections: z.array(z.unknown()) }) })
      .parse(JSON.parse(readFileSync(path(), 'utf8')));
    file.content.connections.unshift(damaged);
    writeFileSync(path(), JSON.stringify(file));
    begin();
    expect((await session.list()).map((each) => each.id)).toEqual([id]);
    expect(quarantined).toEqual([]);
    await session.add(draft('Two'));
    expect(readFileSync(path(), 'utf8')).toContain('"nothing"');
  });

  it('that names an active connection which is not there does no harm', async () => {
    const { id } = await session.add(draft());
    writeFileSync(path(), readFileSync(path(), 'utf8').replace(`"activeId": "${id}"`, '"activeId": "gone"'));
    begin();
    expect(session.activeScope()).toBeNull();
    const other = await session.add(draft('Two'));
    expect(session.activeScope()?.connectionId).toBe(other.id);
  });

  it('of an earlier day, without the note about the keychain, asks the keychain', async () => {
    const { id } = await session.add(draft());
    memory.entries.set(id, JSON.stringify(credentials));
    const text = readFileSync(path(), 'utf8').replace(/,\s*"keychainHolds": false/, '');
    expect(text).not.toContain('keychainHolds');
    writeFileSync(path(), text);
    begin();
    expect(await placeOf(id)).toBe('keychain');
  });

  it('is readable by its owner only and never half written', async () => {
    await session.add(draft());
    expect(readdirSync(folder)).toEqual(['connections.json']);
    expect(
      connectionIdSchema.safeParse(JSON.parse(readFileSync(path(), 'utf8')).content.activeId).success,
    ).toBe(true);
  });
});
