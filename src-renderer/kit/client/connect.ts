import { type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../../src-preload/contract/contract.ts';
import { launchPage, welcome } from './launch-page.ts';

/** The typed client of all procedures of the contract. */
export type MainClient = ContractRouterClient<typeof contract>;
/**
 * `refused`: the connection was never accepted, because there is no valid session or no process listens. `lost`: it was
 * open and is being reopened.
 */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

/** The connection of the page to the main process, which is reopened whenever it breaks. */
export interface MainConnection {
  /** Calls wait until the connection is open or their signal is aborted. */
  client: MainClient;
  /** Calls the listener immediately and on every change; returns the unsubscribe function. */
  onState(listener: (state: ConnectionState) => void): () => void;
}

type Link = ClientLink<Record<never, never>>;

const launchPattern = /^#launch=([A-Za-z0-9_-]{20,100})$/;
const shortestWaitMs = 250;
const maxWaitMs = 5_000;

/** Creates a link whose transport can be replaced. Calls without a transport wait for the next one. */
function createSwitchedLink() {
  const listeners = new Set<(state: ConnectionState) => void>();
  const waiting = new Set<(link: Link) => void>();
  let state: ConnectionState = 'connecting';
  let link: Link | null = null;

  function setState(next: ConnectionState) {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function whenOpen(signal: AbortSignal | undefined): Promise<Link> {
    if (link) return Promise.resolve(link);
    return new Promise((resolve, reject) => {
      const open = (next: Link) => {
        signal?.removeEventListener('abort', giveUp);
        resolve(next);
      };
      const giveUp = () => {
        waiting.delete(open);
        reject(signal?.reason);
      };
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(open);
    });
  }

  const current: Link = {
    async call(path, input, options) {
      const open = await whenOpen(options.signal);
      return open.call(path, input, options);
    },
  };

  const connection: MainConnection = {
    client: createORPCClient(current),
    onState(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
  };

  return {
    connection,
    opened(next: Link) {
      link = next;
      const pending = [...waiting];
      waiting.clear();
      for (const resolve of pending) resolve(next);
      setState('open');
    },
    closed(as: 'lost' | 'refused') {
      link = null;
      setState(as);
    },
  };
}

/** The part of a WebSocket that is used. */
export type MainSocket = Pick<
  WebSocket,
  'addEventListener' | 'removeEventListener' | 'send' | 'close' | 'readyState'
>;

interface SocketConnectionOptions {
  open: () => MainSocket;
  /** Returns the message by which the main process authenticates the page. */
  greeting: () => string;
  /** Returns a question that only the main process of this page can answer. */
  makeQuestion: () => string;
  isProof: (question: string, proof: string) => Promise<boolean>;
  later: (run: () => void, ms: number) => void;
}

/** Connects over a WebSocket and reopens it whenever it closes: first immediately, then after increasing delays. */
export function connectBySocket({
  open,
  greeting,
  makeQuestion,
  isProof,
  later,
}: SocketConnectionOptions): MainConnection {
  const { connection, opened, closed } = createSwitchedLink();

  function openSocket(attempt: number, everOpen: boolean) {
    const socket = open();
    let nowOpen = false;
    const question = makeQuestion();
    let isKnown = false;
    socket.addEventListener('open', () => socket.send(`nadir:prove ${question}`));
    // Nothing is sent to whoever has taken the port after Nadir has ended.
    const proved = (event: MessageEvent) => {
      socket.removeEventListener('message', proved);
      const [, proof = ''] = /^nadir:proof (\w+)$/.exec(String(event.data)) ?? [];
      isProof(question, proof).then(
        (isRight) => {
          isKnown = isRight;
          if (isRight) socket.send(greeting());
          else socket.close();
        },
        () => socket.close(),
      );
    };
    socket.addEventListener('message', proved);
    const welcomed = (event: MessageEvent) => {
      if (event.data !== welcome || !isKnown) return;
      socket.removeEventListener('message', welcomed);
      nowOpen = true;
      opened(new SocketLink({ websocket: socket }));
    };
    socket.addEventListener('message', welcomed);
    socket.addEventListener('close', () => {
      const ever = everOpen || nowOpen;
      const next = nowOpen ? 0 : attempt + 1;
      closed(ever ? 'lost' : 'refused');
      later(() => openSocket(next, ever), Math.min(maxWaitMs, shortestWaitMs * 2 ** next));
    });
  }

  openSocket(0, false);
  return connection;
}

/** Waits for the port that Electron's preload script sends. */
function portFromPreload(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== 'nadir:port' || !port) return;
      window.removeEventListener('message', listen);
      port.start();
      resolve(port);
    };
    window.addEventListener('message', listen);
    window.postMessage('nadir:ready', window.location.origin);
  });
}

function connectByPort(): MainConnection {
  const { connection, opened } = createSwitchedLink();
  void portFromPreload().then((port) => opened(new PortLink({ port })));
  return connection;
}

/** Returns the launch token and removes it from the address bar and the history; null if there is none. */
function takeLaunchToken(): string | null {
  const token = launchPattern.exec(window.location.hash)?.[1];
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return token ?? null;
}

/** Connects to the main process: in Electron through the port from the preload script, otherwise over a WebSocket. */
export async function connectToMain(): Promise<MainConnection> {
  if (launchPage === null) return connectByPort();
  await launchPage.enter(takeLaunchToken());
  return connectBySocket({
    open: () => new WebSocket(`ws://${window.location.host}/rpc`),
    greeting: launchPage.greeting,
    makeQuestion: launchPage.makeQuestion,
    isProof: launchPage.isProof,
    later: (run, ms) => setTimeout(() => void launchPage?.renew().finally(run), ms),
  });
}
