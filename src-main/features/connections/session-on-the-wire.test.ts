import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '../../../src-preload/contract/connections.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeHttpClient, type TestHttpClient } from '../../../testing/make-http-client.ts';
import { makeMemoryKeychain } from '../../../testing/memory-keychain.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { createService } from '../../service/api/create-service.ts';
import { createTokens } from '../../service/auth/tokens.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { createVault } from '../../vault/vault.ts';
import { checkConnection } from './connection-check.ts';
import { type Contracts, contractMigrations, createContracts } from './contracts.ts';
import { createSession, type Session } from './session.ts';

const signal = new AbortController().signal;
let folder: string;
let server: ScriptedServer;
let made: TestHttpClient;
let store: Store;
let session: Session;
let contracts: Contracts;
let tokens: ReturnType<typeof createTokens>;
let service: ReturnType<typeof createService>;
let changed: string[];
/** The contracts that the service lists, and the accepted credentials. */
let listed: unknown;
let secrets: Record<string, string>;
/** Returns the scopes that a token for an audience is granted; undefined if the service does not say. */
let granted: (audience: string) => string | undefined;
let productsStatus: number;
let clientsStatus: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-wire-'));
  listed = { count: 0, next: null, previous: null, results: [] };
  secrets = { one: 'secret-of-one', two: 'secret-of-two' };
  granted = () => undefined;
  productsStatus = 200;
  clientsStatus = 200;
  changed = [];
  server = await startScriptedServer({
    script(request, response) {
      if (request.path.endsWith('/oauth/token')) {
        const { client_id: id, client_secret: secret, audience } = JSON.parse(request.body);
        if (secrets[id] !== secret) sendJson(response, { message: 'unknown client' }, 401);
        else
          sendJson(response, {
            access_token: `${id}:${audience}`,
            expires_in: 3_600,
            scope: granted(audience),
          });
      } else if (request.path.startsWith('/accounts/')) sendJson(response, listed);
      else if (request.path.includes('/clients/')) sendJson(response, {}, clientsStatus);
      else if (productsStatus !== 200) sendJson(response, { detail: 'no contract named' }, productsStatus);
      else sendJson(response, { count: 1, next: null, results: [{ pk: 169, name: 'Point' }] });
    },
  });
  made = makeHttpClient();
  store = openStore({
    folder,
    migrations: contractMigrations,
    now: () => new Date(),
    onQuarantined: () => undefined,
  });
  const vault = createVault({ loadKeychain: async () => makeMemoryKeychain().keychain });
  tokens = createTokens({
    ...made,
    credentials: vault.get,
    now: Date.now,
    closing: new AbortController().signal,
  });
  session = createSession({
    folder,
    vault,
    now: () => new Date(),
    onQuarantined: () => undefined,
    changed: () => undefined,
    invalidated: (id) => tokens.forget(id),
  });
  service = createService({ ...made, tokens, now: Date.now, connection: session.record });
  contracts = createContracts({ store, service, now: () => new Date(), changed: (id) => changed.push(id) });
});
afterEach(async () => {
  store.close();
  await made.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const draft = (kind: ConnectionDraft['credentialKind'] = 'oauth', addresses = {}): ConnectionDraft => ({
  name: kind,
  credentialKind: kind,
  addresses: { ...makeConnection(server.origin()).addresses, ...addresses },
});
async function connect(kind?: ConnectionDraft['credentialKind'], addresses = {}): Promise<ConnectionId> {
  const { id } = await session.add(draft(kind, addresses));
  await session.setCredentials(id, { clientId: 'one', clientSecret: 'secret-of-one' }, true);
  return id;
}
const check = async (id: ConnectionId, inner = signal) =>
  (await checkConnection(id, { record: session.record, tokens, service }, inner)).steps.map(
    ({ step, outcome, error }) => [step, outcome, ...(error === null ? [] : [error.code])],
  );
const contract = (id: string, extra: object = {}) => ({
  contract_id: id,
  name: `Contract ${id}`,
  status: 'ACTIVE',
  ...extra,
});

describe('a change of credentials', () => {
  it('is in force with the next call although a token of the old ones is at hand', async () => {
    const id = await connect();
    const scope = { connectionId: id, contractId: null };
    await service.forScope(scope).products(signal);
    await session.setCredentials(id, { clientId: 'two', clientSecret: 'secret-of-two' }, true);
    await service.forScope(scope).products(signal);
    await session.clearCredentials(id);
    await expect(service.forScope(scope).products(signal)).rejects.toMatchObject({ code: 'NO_CREDENTIALS' });
    const used = server.seen.flatMap(({ headers }) => headers.authorizationtoken ?? []);
    expect(used).toEqual(['one', 'two'].map((name) => `Bearer ${name}:https://audience.invalid/api`));
  });

  it('does not touch the tokens of another connection', async () => {
    const one = await connect();
    const other = await connect();
    await tokens.get(session.record(one), 'tasking', signal);
    await tokens.get(session.record(other), 'tasking', signal);
    await session.setCredentials(one, { clientId: 'two', clientSecret: 'secret-of-two' }, true);
    const before = server.seen.length;
    await tokens.get(session.record(other), 'tasking', signal);
    expect(server.seen).toHaveLength(before);
  });
});

describe('contracts', () => {
  it('are kept in the order of the service, all of them, whatever their status', async () => {
    const id = await connect();
    listed = {
      count: 3,
      next: null,
      results: [
        contract('cont.b', {
          account: 'acct.1',
          archive_configuration: { restrictions: ['r'], collections: ['c', 7], more: 1 },
          tasking_configuration: { has_credentials: true },
          created_at: '2026-01-01T00:00:00.123456',
        }),
        contract('cont.a', { status: 'ON_HOLD', archive_configuration: null }),
        { contract_id: 'cont.c' },
        // A list that is missing is not an empty one.
        contract('cont.d', { archive_configuration: { restrictions: [] } }),
      ],
    };
    const views = await contracts.refresh(id, signal);
    expect(views).toEqual(contracts.list(id));
    expect(views).toMatchObject([
      {
        contractId: 'cont.b',
        status: 'ACTIVE',
        account: 'acct.1',
        archive: { restrictions: ['r'], collections: ['c'] },
        taskingHasCredentials: true,
        createdAt: '2026-01-01T00:00:00.123Z',
      },
      { contractId: 'cont.a', status: 'ON_HOLD', archive: null, taskingHasCredentials: null },
      { contractId: 'cont.c', name: 'cont.c', status: '' },
      { contractId: 'cont.d', archive: { restrictions: [], collections: null } },
    ]);
    expect(changed).toEqual([id]);
  });

  it('that are listed no more are not shown but keep their name for what was done with them', async () => {
    const id = await connect();
    listed = [contract('cont.a'), contract('cont.b')];
    await contracts.refresh(id, signal);
    listed = [contract('cont.b')];
    await contracts.refresh(id, signal);
    expect(contracts.list(id).map((view) => view.contractId)).toEqual(['cont.b']);
    expect(contracts.nameOf(id, 'cont.a')).toBe('Contract cont.a');
    expect(contracts.nameOf(id, 'cont.z')).toBeNull();
  });

  it('without a usable id are counted, also after a restart, until a listing has none', async () => {
    const id = await connect();
    listed = [contract('cont.a'), contract(''), { name: 'Nameless' }, contract('x'.repeat(201))];
    expect(await contracts.refresh(id, signal)).toHaveLength(1);
    expect(contracts.unreadable(id)).toBe(3);
    expect(
      createContracts({ store, service, now: () => new Date(), changed: () => undefined }).unreadable(id),
    ).toBe(3);
    listed = [contract('cont.a')];
    await contracts.refresh(id, signal);
    expect(contracts.unreadable(id)).toBe(0);
  });

  it('are listed but for one whose row is damaged', async () => {
    const id = await connect();
    listed = [contract('cont.a'), contract('cont.b')];
    await contracts.refresh(id, signal);
    store.run(`UPDATE contract SET raw = '{"contract_id"' WHERE contract_id = 'cont.a'`);
    expect(contracts.list(id).map(({ contractId }) => contractId)).toEqual(['cont.b']);
    expect(contracts.nameOf(id, 'cont.a')).toBeNull();
  });

  it('stay as they were when the listing fails', async () => {
    const id = await connect();
    listed = [contract('cont.a')];
    await contracts.refresh(id, signal);
    listed = { message: 'soon' };
    await expect(contracts.refresh(id, signal)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
    expect(contracts.list(id)).toHaveLength(1);
  });

  it('are not asked for with legacy credentials, nor where there is no accounts interface', async () => {
    for (const id of [await connect('legacy'), await connect('oauth', { accountsUrl: null })])
      expect(await contracts.refresh(id, signal)).toEqual([]);
    expect(server.seen).toEqual([]);
  });

  it('of one connection are not those of another', async () => {
    const [one, other] = [await connect(), await connect()];
    listed = [contract('cont.a')];
    await contracts.refresh(one, signal);
    expect(contracts.list(other)).toEqual([]);
    expect(contracts.nameOf(other, 'cont.a')).toBeNull();
  });
});

describe('the check of a connection', () => {
  it('goes through token, accounts, contracts and products', async () => {
    const id = await connect();
    listed = [contract('cont.off', { status: 'CLOSED' }), contract('cont.on')];
    expect(await check(id)).toEqual([
      ['token', 'ok'],
      ['accounts-token', 'ok'],
      ['contracts', 'ok'],
      ['products', 'ok'],
      ['clients', 'ok'],
    ]);
    expect(server.seen.at(-1)?.headers['x-service-contract-id']).toBe('cont.on');
    expect(contracts.list(id)).toEqual([]);
  });

  it('says which scopes each token was granted, where the service says it', async () => {
    const id = await connect();
    const scopes = async () =>
      (await checkConnection(id, { record: session.record, tokens, service }, signal)).steps.map(
        (step) => step.scopes,
      );
    listed = [contract('cont.on')];
    expect(await scopes()).toEqual([null, null, null, null, null]);
    granted = (audience) => (audience === 'api' ? 'accounts:contracts:read' : ' api:tasking secret-of-one ');
    const [tasking, accounts] = await scopes();
    expect(accounts).toBe('accounts:contracts:read');
    expect(tasking).toMatch(/^api:tasking /);
    expect(tasking).not.toContain('secret-of-one');
  });

  it('skips accounts and contracts for legacy credentials', async () => {
    expect(await check(await connect('legacy'))).toEqual([
      ['token', 'ok'],
      ['accounts-token', 'skipped'],
      ['contracts', 'skipped'],
      ['products', 'ok'],
      ['clients', 'ok'],
    ]);
    expect(server.seen.at(-1)?.headers).not.toHaveProperty('x-service-contract-id');
  });

  it('asks for a new token even when one is at hand, and stops at the first failure', async () => {
    const id = await connect();
    await tokens.get(session.record(id), 'tasking', signal);
    secrets = {};
    expect(await check(id)).toEqual([
      ['token', 'failed', 'WRONG_CREDENTIALS'],
      ['accounts-token', 'skipped'],
      ['contracts', 'skipped'],
      ['products', 'skipped'],
      ['clients', 'skipped'],
    ]);
  });

  it('names a later step that fails', async () => {
    const id = await connect();
    productsStatus = 401;
    expect((await check(id)).slice(3)).toEqual([
      ['products', 'failed', 'CONTRACT_NEEDED'],
      ['clients', 'ok'],
    ]);
    listed = 'none';
    expect((await check(id)).slice(2)).toEqual([
      ['contracts', 'failed', 'BAD_ANSWER'],
      ['products', 'skipped'],
      ['clients', 'skipped'],
    ]);
  });

  it('names the clients where only these cannot be read', async () => {
    const id = await connect();
    clientsStatus = 403;
    expect((await check(id)).slice(3)).toEqual([
      ['products', 'ok'],
      ['clients', 'failed', 'UNAUTHORIZED'],
    ]);
  });

  it('says that a service is not there, that credentials are missing, that it was given up', async () => {
    const id = await connect();
    const bare = (await session.add(draft())).id;
    expect((await check(bare))[0]).toEqual(['token', 'failed', 'NO_CREDENTIALS']);
    expect((await check(id, AbortSignal.abort()))[0]).toEqual(['token', 'failed', 'CANCELLED']);
    await server.close();
    expect((await check(id))[0]).toEqual(['token', 'failed', 'UNREACHABLE']);
  });
});
