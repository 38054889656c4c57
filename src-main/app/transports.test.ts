import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient, isDefinedError, safe } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { WebSocket } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ToldChange } from '../../src-preload/contract/changes.ts';
import type { Change, contract } from '../../src-preload/contract/contract.ts';
import { type Settings, settingsSchema } from '../../src-preload/contract/settings.ts';
import { AppError } from '../core/app-error.ts';
import { createImplementer } from '../core/implementer.ts';
import { iterate } from '../core/iterate.ts';
import type { HostApp } from '../host/host-app.ts';
import { startLoopbackServer } from '../loopback/loopback-server.ts';
import { createApp } from './create-app.ts';
import { withStaleQueries } from './stale-queries.ts';

type Client = ContractRouterClient<typeof contract>;
interface Opened {
  client: Client;
  /** The page is gone without a word; absent where there is nothing between the two ends. */
  drop?: () => void;
  end(): Promise<void>;
}

const settings: Settings = {
  theme: 'dark',
  language: 'es',
  dateFormat: 'region',
  coordinateFormat: 'mgrs',
  libraryFolder: null,
  verifyLibrary: 'never',
  downloads: {
    bytesPerSecond: null,
    connectionsPerFile: 4,
    filesAtOnce: 4,
    quietHours: null,
    pauseWhenMetered: false,
    notifyWhenDone: true,
    keepAwake: true,
    folderPattern: '{project}/{scene}',
  },
  orderSkus: [],
  allContracts: true,
  requireApproval: true,
  updateAddress: null,
  tellMe: {
    capturePublished: true,
    orderClosed: false,
    flagRaised: true,
    outboxTrouble: true,
    project: null,
    quietHours: null,
  },
  workspace: {},
};

/** The real application's router with the `app` and `settings` parts replaced by ones that do what a test needs. */
function createScene(base: HostApp['router']) {
  const defects: { reference: string; path: string; error: unknown }[] = [];
  const listeners = new Set<(change: Change) => void>();
  const ending = new AbortController();
  const answer = {
    dismiss: vi.fn((_id: string): void => undefined),
    pick: vi.fn((_signal: AbortSignal | undefined): Promise<string | null> => Promise.resolve('/folder')),
  };
  const os = createImplementer({ onDefect: (defect) => defects.push(defect), makeReference: () => 'REF-7' });
  const router: HostApp['router'] = {
    ...base,
    settings: {
      get: os.settings.get.handler(() => settings),
      set: os.settings.set.handler(({ input }) =>
        settingsSchema.parse({ ...settings, ...input, downloads: settings.downloads }),
      ),
    },
    app: {
      info: os.app.info.handler(() => {
        throw new AppError('REFUSED', {
          status: 422,
          detail: 'no such product',
          fields: { product: ['unknown'] },
        });
      }),
      notices: os.app.notices.handler(() => []),
      dismissNotice: os.app.dismissNotice.handler(({ input }) => answer.dismiss(input.id)),
      changes: os.app.changes.handler(({ signal }) =>
        iterate<ToldChange>(
          (push) => {
            const tell = (change: Change) => push(withStaleQueries(change));
            tell({ topic: 'settings', connectionId: null });
            listeners.add(tell);
            return () => listeners.delete(tell);
          },
          [signal, ending.signal],
        ),
      ),
      reportPageError: os.app.reportPageError.handler(() => undefined),
      revealFile: os.app.revealFile.handler(() => undefined),
      pickFolder: os.app.pickFolder.handler(({ signal }) => answer.pick(signal)),
      pickFile: os.app.pickFile.handler(() => null),
      savePdf: os.app.savePdf.handler(() => null),
    },
  };
  return {
    router,
    defects,
    answer,
    end: () => ending.abort(),
    listening: () => listeners.size,
    publish: (topic: Change['topic']) => {
      for (const listener of listeners) listener({ topic, connectionId: null });
    },
  };
}

async function inMemory(router: HostApp['router']): Promise<Opened> {
  return { client: createRouterClient(router), end: async () => undefined };
}

async function overMessagePort(router: HostApp['router']): Promise<Opened> {
  const { port1, port2 } = new MessageChannel();
  new PortHandler(router).upgrade(port1, { context: {} });
  const gone = once(port1, 'close');
  port1.start();
  port2.start();
  return {
    client: createORPCClient(new PortLink({ port: port2 })),
    drop: () => port2.close(),
    async end() {
      port2.close();
      await gone;
    },
  };
}

async function overWebSocket(router: HostApp['router']): Promise<Opened> {
  const files = async () => new Response(null, { status: 404 });
  const server = await startLoopbackServer({ app: { router, files }, port: 0 });
  const entered = await fetch(`${server.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ token: server.launchToken }),
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, {
    headers: { cookie, origin: server.origin },
  });
  const { page } = z.object({ page: z.string() }).parse(await entered.json());
  socket.addEventListener('open', () => socket.send(page));
  await new Promise((resolve, reject) => {
    socket.addEventListener('message', resolve, { once: true });
    socket.addEventListener('error', reject);
  });
  return {
    client: createORPCClient(new SocketLink({ websocket: socket })),
    drop: () => socket.close(),
    async end() {
      socket.close();
      await server.close();
    },
  };
}

let folder: string;
let base: HostApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-transports-'));
  base = await createApp({
    environment: { NADIR_PRACTICE: '{"speed":1}' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: folder,
      loadKeychain: () => Promise.reject(new Error('no keychain in this test')),
      systemProxy: async () => null,
    },
  });
});
afterAll(async () => {
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['in memory', inMemory],
  ['over a MessagePort', overMessagePort],
  ['over a WebSocket', overWebSocket],
])('the contract %s', (name, open) => {
  let scene: ReturnType<typeof createScene>;
  let opened: Opened;
  let client: Client;
  beforeEach(async () => {
    scene = createScene(base.router);
    opened = await open(scene.router);
    client = opened.client;
  });
  afterEach(() => opened.end());

  it('carries calls, with and without values', async () => {
    expect(await client.settings.get()).toEqual(settings);
    expect((await client.settings.set({ theme: 'light' })).theme).toBe('light');
    expect(await client.app.dismissNotice({ id: 'a' })).toBeUndefined();
    expect(scene.answer.dismiss).toHaveBeenCalledWith('a');
    expect(await client.app.pickFolder()).toBe('/folder');
  });

  it('reaches the application behind it', async () => {
    const connections = await client.connections.list();
    expect(connections.map((connection) => connection.name)).toContain('Practice');
  });

  it('gives each of many calls at once its own answer', async () => {
    const widths = Array.from({ length: 100 }, (_, i) => i);
    const answers = await Promise.all(widths.map((width) => client.settings.set({ workspace: { width } })));
    expect(answers.map((each) => each.workspace.width)).toEqual(widths);
  });

  it('carries a declared error with its data', async () => {
    const [error] = await safe(client.app.info());
    if (!isDefinedError(error) || error.code !== 'REFUSED') throw error;
    expect(error.data).toEqual({
      status: 422,
      detail: 'no such product',
      fields: { product: ['unknown'] },
    });
    expect(scene.defects).toEqual([]);
  });

  it('carries of an undeclared error only a reference, and keeps the rest for the log', async () => {
    const cause = new TypeError('secret-detail at /home/someone');
    scene.answer.dismiss.mockImplementation(() => {
      throw cause;
    });
    const [error] = await safe(client.app.dismissNotice({ id: 'a' }));
    if (!isDefinedError(error) || error.code !== 'DEFECT') throw error;
    expect(error.data).toEqual({ reference: 'REF-7' });
    const carried = JSON.stringify({ ...error, message: error.message, json: error.toJSON() });
    expect(carried).not.toContain('secret-detail');
    expect(carried).not.toContain('transports.test');
    expect(scene.defects).toEqual([{ reference: 'REF-7', path: 'app.dismissNotice', error: cause }]);
  });

  it('treats an answer that breaks the contract as a defect too', async () => {
    scene.answer.pick.mockResolvedValue(JSON.parse('{"not":"a path"}'));
    const [error] = await safe(client.app.pickFolder());
    expect(isDefinedError(error) && error.code).toBe('DEFECT');
    expect(scene.defects.map((defect) => defect.path)).toEqual(['app.pickFolder']);
  });

  it('refuses input out of bounds before anything is done', async () => {
    const [error] = await safe(client.app.dismissNotice({ id: 'x'.repeat(201) }));
    if (!isDefinedError(error) || error.code !== 'INVALID_INPUT') throw error;
    expect(Object.keys(error.data.fields)).toEqual(['id']);
    expect(scene.answer.dismiss).not.toHaveBeenCalled();
    // A page that ignores the types.
    const [other] = await safe(client.settings.set(JSON.parse('{"theme":"purple"}')));
    expect(isDefinedError(other) && other.code === 'INVALID_INPUT' && Object.keys(other.data.fields)).toEqual(
      ['theme'],
    );
  });

  it('carries large values both ways', async () => {
    const text = 'ä✓𝌆0'.repeat(500_000);
    const { workspace } = await client.settings.set({ workspace: { text } });
    expect(workspace.text === text).toBe(true);
  });

  it('tells events: the state at once, then each in order', async () => {
    const events = await client.app.changes();
    expect((await events.next()).value).toMatchObject({ topic: 'settings', connectionId: null });
    for (const topic of ['tasks', 'scenes', 'tasks'] as const) scene.publish(topic);
    const topics: string[] = [];
    for await (const { topic } of events) if (topics.push(topic) === 3) break;
    expect(topics).toEqual(['tasks', 'scenes', 'tasks']);
  });

  it('stops listening in main when the page stops', async () => {
    const events = await client.app.changes();
    await events.next();
    expect(scene.listening()).toBe(1);
    await events.return?.();
    await vi.waitFor(() => expect(scene.listening()).toBe(0));
  });

  it('stops listening in main when the page aborts while it waits', async () => {
    const stop = new AbortController();
    const events = await client.app.changes(undefined, { signal: stop.signal });
    await events.next();
    const waiting = safe(Promise.resolve(events.next()));
    stop.abort();
    await vi.waitFor(() => expect(scene.listening()).toBe(0));
    await waiting;
  });

  it('ends the events of the page when main ends them', async () => {
    const events = await client.app.changes();
    await events.next();
    scene.end();
    expect((await events.next()).done).toBe(true);
    await vi.waitFor(() => expect(scene.listening()).toBe(0));
  });

  it('carries an abort into the call', async () => {
    const reached = Promise.withResolvers<AbortSignal | undefined>();
    scene.answer.pick.mockImplementation((signal) => {
      reached.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const stop = new AbortController();
    const call = safe(client.app.pickFolder(undefined, { signal: stop.signal }));
    const signal = await reached.promise;
    stop.abort();
    const [error] = await call;
    expect(error).not.toBeNull();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    expect(scene.defects).toEqual([]);
  });

  it('is done with a page that is gone: calls end on both sides, nothing listens', async () => {
    const { drop } = opened;
    if (!drop) {
      expect(name).toBe('in memory');
      return;
    }
    const reached = Promise.withResolvers<AbortSignal | undefined>();
    scene.answer.pick.mockImplementation((signal) => {
      reached.resolve(signal);
      return new Promise(() => undefined);
    });
    const events = await client.app.changes();
    await events.next();
    const call = safe(client.app.pickFolder());
    const signal = await reached.promise;
    drop();
    const [error] = await call;
    expect(error).not.toBeNull();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    await vi.waitFor(() => expect(scene.listening()).toBe(0));
  });
});

it('closes a WebSocket that sends more than any call needs, and the call ends', async () => {
  const opened = await overWebSocket(createScene(base.router).router);
  const [error] = await safe(
    opened.client.settings.set({ workspace: { text: 'x'.repeat(17 * 1_024 * 1_024) } }),
  );
  expect(error).not.toBeNull();
  await opened.end();
});
