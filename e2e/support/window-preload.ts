import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { PortData } from '../../testing/electron/window/calls.ts';

/** The world of the page in which the preload script runs, apart from the scripts of the page. */
const world = 'preload';

/**
 * In the page's own world, before its scripts: makes what the preload script exposes. Worlds share the document and its events, but no
 * objects; a file is one of the few values that cross in the detail of an event.
 */
function exposeInPage(nadirTell: (text: string) => void) {
  const toBase64 = (bytes: Uint8Array) => {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  };
  // Chromium's tools hear nothing of a page that is being taken away, while Electron's main gets what it sends in its last turn. So the page
  // has that turn a moment earlier, and its messages leave without passing through the other world.
  window.addEventListener('beforeunload', () => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  const given: number[] = [];
  document.addEventListener('nadir-test:ports', (event) => {
    if (event instanceof CustomEvent) given.push(...JSON.parse(event.detail));
  });
  window.addEventListener('message', ({ source, ports }) => {
    if (source !== window) return;
    for (const port of ports) {
      const number = given.shift();
      if (number === undefined) continue;
      port.postMessage = (data: unknown) => {
        const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
        const sent = bytes instanceof Uint8Array ? { bytes: toBase64(bytes) } : { text: bytes };
        nadirTell(JSON.stringify({ kind: 'port', port: number, ...sent }));
      };
    }
  });
  document.addEventListener('nadir-test:expose', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const { name, functions }: { name: string; functions: string[] } = JSON.parse(event.detail);
    const exposed = functions.map((called) => [
      called,
      (...args: unknown[]) => {
        let returned: unknown;
        const take = (answer: Event) => {
          if (answer instanceof CustomEvent) returned = JSON.parse(answer.detail);
        };
        document.addEventListener('nadir-test:return', take, { once: true });
        document.dispatchEvent(new CustomEvent('nadir-test:call', { detail: [name, called, ...args] }));
        return returned;
      },
    ]);
    Object.defineProperty(window, name, { value: Object.freeze(Object.fromEntries(exposed)) });
  });
}

/**
 * In the world of the preload script: the `electron` that it requires, and `nadirTest`, by which this process reaches it. What it
 * tells, it tells by the binding `nadirTell`.
 */
function makeElectron(nadirTell: (text: string) => void) {
  const listeners = new Map<string, ((event: { ports: MessagePort[] }, message: unknown) => void)[]>();
  const ports = new Map<number, MessagePort>();
  const paths = new Map<string, string>();
  /** A file that crosses to another world is another object. */
  const markOf = (file: File) => JSON.stringify([file.name, file.size, file.lastModified]);
  let picked: { input: HTMLInputElement; files: File[] } | null = null;

  const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  // Where a picked file is can only be asked with a pause, and the page asks without one: the event waits until it is known.
  window.addEventListener(
    'change',
    (event) => {
      const input = event.target;
      if (!event.isTrusted && picked === null) return;
      if (!(input instanceof HTMLInputElement) || input.type !== 'file' || !input.files?.length) return;
      const files = [...input.files];
      if (files.every((file) => paths.has(markOf(file)))) return;
      event.stopImmediatePropagation();
      picked = { input, files };
      nadirTell(JSON.stringify({ kind: 'picked', count: files.length }));
    },
    true,
  );

  Object.assign(globalThis, {
    nadirTest: {
      pickedFile: (index: number) => picked?.files[index],
      tellPaths(found: string[]) {
        const { input, files } = picked ?? { input: null, files: [] };
        picked = null;
        for (const [index, file] of files.entries()) paths.set(markOf(file), found[index] ?? '');
        input?.dispatchEvent(new Event('change', { bubbles: true }));
      },
      take(channel: string, message: unknown, numbers: number[]) {
        const given = numbers.map((number) => {
          const { port1, port2 } = new MessageChannel();
          ports.set(number, port1);
          return port2;
        });
        document.dispatchEvent(new CustomEvent('nadir-test:ports', { detail: JSON.stringify(numbers) }));
        for (const listener of listeners.get(channel) ?? []) listener({ ports: given }, message);
      },
      post(number: number, { text, bytes }: { text?: string; bytes?: string }) {
        ports.get(number)?.postMessage(bytes === undefined ? text : fromBase64(bytes));
      },
      close(number: number) {
        ports.get(number)?.close();
        ports.delete(number);
      },
    },
  });

  return {
    contextBridge: {
      exposeInMainWorld(name: string, api: Record<string, (...args: unknown[]) => unknown>) {
        document.addEventListener('nadir-test:call', (event) => {
          if (!(event instanceof CustomEvent)) return;
          const [called, by, ...args]: [string, string, ...unknown[]] = event.detail;
          if (called !== name) return;
          const detail = JSON.stringify(api[by]?.(...args) ?? null);
          document.dispatchEvent(new CustomEvent('nadir-test:return', { detail }));
        });
        const detail = JSON.stringify({ name, functions: Object.keys(api) });
        document.dispatchEvent(new CustomEvent('nadir-test:expose', { detail }));
      },
    },
    ipcRenderer: {
      postMessage: (channel: string, message: unknown) =>
        nadirTell(JSON.stringify({ kind: 'sent', channel, message })),
      on: (channel: string, listener: (event: { ports: MessagePort[] }, message: unknown) => void) =>
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    },
    webUtils: { getPathForFile: (file: File) => paths.get(markOf(file)) ?? '' },
  };
}

/** What the preload script of a page tells. */
interface PreloadListener {
  sent: (channel: string, message: unknown) => void;
  portData: (port: number, data: PortData) => void;
  /** The page that had this port is gone. */
  portClosed: (port: number) => void;
}

type Told =
  | { kind: 'sent'; channel: string; message: unknown }
  | { kind: 'port'; port: number; text?: string; bytes?: string }
  | { kind: 'picked'; count: number };

/** Runs the built preload script in every document of a page, in a world of its own, as Electron's context isolation does. */
export async function addPreload(
  context: BrowserContext,
  page: Page,
  { script, listener }: { script: string; listener: PreloadListener },
) {
  const session: CDPSession = await context.newCDPSession(page);
  let contextId: number | null = null;
  let openPorts: number[] = [];

  async function call(expression: string): Promise<void> {
    // Between two documents there is nobody who could hear it.
    if (contextId === null) return;
    await session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  /** Finds the paths of the files that the user has picked; one that a script has made has none. */
  async function tellPaths(count: number) {
    if (contextId === null) return;
    const found: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const expression = `nadirTest.pickedFile(${index})`;
      const { result } = await session.send('Runtime.evaluate', { expression, contextId });
      const info = await session.send('DOM.getFileInfo', { objectId: result.objectId ?? '' });
      found.push(info.path);
    }
    await call(`nadirTest.tellPaths(${JSON.stringify(found)})`);
  }

  function forgetPage() {
    contextId = null;
    for (const port of openPorts) listener.portClosed(port);
    openPorts = [];
  }

  session.on('Runtime.executionContextCreated', ({ context: created }) => {
    if (created.name !== world) return;
    forgetPage();
    contextId = created.id;
  });
  session.on('Runtime.executionContextsCleared', forgetPage);
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const told: Told = JSON.parse(payload);
    if (told.kind === 'sent') listener.sent(told.channel, told.message);
    else if (told.kind === 'picked') void tellPaths(told.count).catch(() => undefined);
    else
      listener.portData(
        told.port,
        told.bytes === undefined ? (told.text ?? '') : Buffer.from(told.bytes, 'base64'),
      );
  });
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'nadirTell' });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${exposeInPage})(nadirTell); delete globalThis.nadirTell;`,
  });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: world,
    source: `if (window === window.top) (() => {
      const module = (${makeElectron})(globalThis.nadirTell);
      ((require) => {
        ${script}
      })(() => module);
    })()`,
  });

  return {
    send(channel: string, message: unknown, ports: readonly number[]) {
      openPorts.push(...ports);
      return call(
        `nadirTest.take(${[channel, message, ports].map((each) => JSON.stringify(each)).join(', ')})`,
      );
    },
    portData(port: number, data: PortData) {
      const sent =
        typeof data === 'string' ? { text: data } : { bytes: Buffer.from(data).toString('base64') };
      return call(`nadirTest.post(${port}, ${JSON.stringify(sent)})`);
    },
    portClosed(port: number) {
      openPorts = openPorts.filter((each) => each !== port);
      return call(`nadirTest.close(${port})`);
    },
  };
}

/** What `addPreload` returns. */
export type Preload = Awaited<ReturnType<typeof addPreload>>;
