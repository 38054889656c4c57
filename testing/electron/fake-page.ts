import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { vi } from 'vitest';
import type { contract } from '../../src-preload/contract/contract.ts';
import type { FakeElectron } from './fake-electron.ts';
import type { FakeBrowserWindow, FakeFrame } from './fake-window.ts';

interface PageMessage {
  source: unknown;
  data: unknown;
  ports: MessagePort[];
}

/**
 * What crosses Electron's context bridge: functions become others that copy what goes in and what comes out, and everything else is a
 * frozen copy without its class. Only what the browser made itself, such as a file, crosses as it is.
 */
function acrossBridge(value: unknown): unknown {
  if (typeof value === 'symbol') throw new TypeError('a symbol does not cross the context bridge');
  if (typeof value === 'function')
    return (...args: unknown[]) => acrossBridge(value(...args.map(acrossBridge)));
  if (value === null || typeof value !== 'object' || value instanceof Blob) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(acrossBridge));
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, acrossBridge(each)])),
  );
}

/** The `window` that a page and its preload script share, as far as messages go. */
function createPageWindow(origin: string) {
  const messages = new EventEmitter();
  const window = {
    location: { origin },
    addEventListener: (type: string, listener: (event: PageMessage) => void) =>
      void messages.on(type, listener),
    postMessage(data: unknown, targetOrigin: string, ports: MessagePort[] = []) {
      if (targetOrigin === origin)
        queueMicrotask(() => messages.emit('message', { source: window, data, ports }));
    },
  };
  return { window, messages };
}

/** Loads the real preload script into a frame of the fake window and plays the page; one page at a time is alive. */
export async function openPage(
  fake: FakeElectron,
  window: FakeBrowserWindow,
  frame: FakeFrame = window.webContents.mainFrame,
) {
  const page = createPageWindow('nadir://app');
  const renderer = new EventEmitter();
  const ipcRenderer = Object.assign(renderer, {
    postMessage(channel: string, message: unknown) {
      const event = { sender: window.webContents, senderFrame: frame, ports: [] };
      queueMicrotask(() => fake.ipcMain.emit(channel, event, structuredClone(message)));
    },
  });
  // The scripts of the page that was there before are gone with it.
  frame.removeAllListeners('ipc');
  frame.on('ipc', (channel: string, event: { ports: MessagePort[]; data: unknown }) =>
    renderer.emit(channel, { ports: event.ports }, event.data),
  );
  /** Paths of files that the system has given to the page; those that a script has made have none. */
  const filePaths = new Map<object, string>();
  const webUtils = { getPathForFile: (file: object) => filePaths.get(file) ?? '' };
  const exposed = new Map<string, unknown>();
  const contextBridge = {
    exposeInMainWorld(name: string, value: unknown) {
      if (exposed.has(name)) throw new Error(`Cannot bind an API on top of an existing property: ${name}`);
      exposed.set(name, acrossBridge(value));
    },
  };
  vi.doMock('electron', () => ({ ipcRenderer, webUtils, contextBridge }));
  vi.stubGlobal('window', page.window);
  vi.resetModules();
  // By a path that the type checker does not follow: main's project knows no DOM.
  const preload: string = join(import.meta.dirname, '../../src-preload/preload.ts');
  await import(preload);

  return {
    /** Asks for a port as src-renderer/kit/client/connect.ts does. Null when none came although main had its turn. */
    async askForPort(): Promise<MessagePort | null> {
      const came: MessagePort[] = [];
      page.messages.on('message', ({ data, ports }: PageMessage) => {
        if (data === 'nadir:port' && ports[0]) came.push(ports[0]);
      });
      page.window.postMessage('nadir:ready', 'nadir://app');
      for (let turn = 0; turn < 20 && came.length === 0; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return came[0] ?? null;
    },
    window: page.window,
    /** What the preload script gives to the page, by its name in `window`. */
    exposed,
    filePaths,
  };
}

export function clientOf(port: MessagePort): ContractRouterClient<typeof contract> {
  port.start();
  return createORPCClient(new RPCLink({ port }));
}

export const closed = (port: MessagePort) => once(port, 'close');
