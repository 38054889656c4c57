import { type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../src-preload/contract/contract.ts';

export type MainClient = ContractRouterClient<typeof contract>;
/** `refused`: never let in — no session, or nobody there. `lost`: was open; it is being opened again. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface MainConnection {
  /** Calls wait until the connection is open. */
  client: MainClient;
  /** Told at once and on every change; returns the unsubscribe function. */
  onState(listener: (state: ConnectionState) => void): () => void;
}

type Link = ClientLink<Record<never, never>>;

const launchPattern = /^#launch=([A-Za-z0-9_-]{20,100})$/;
const longestWaitMs = 5_000;

/** The port that Electron's preload hands over. */
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

/** Exchanges the launch token for the cookie and takes it out of the address bar and the history. */
async function exchangeLaunchToken(): Promise<void> {
  const token = launchPattern.exec(window.location.hash)?.[1];
  if (token === undefined) return;
  window.history.replaceState(null, '', window.location.pathname);
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

/** Connects to main: by the handed-over port in Electron, else by WebSocket, which is opened again when it drops. */
export function connectToMain(): MainConnection {
  const listeners = new Set<(state: ConnectionState) => void>();
  const waiting: ((link: Link) => void)[] = [];
  let state: ConnectionState = 'connecting';
  let link: Link | null = null;

  function setState(next: ConnectionState) {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function opened(next: Link) {
    link = next;
    for (const resolve of waiting.splice(0)) resolve(next);
    setState('open');
  }

  function openSocket(attempt: number, everOpen: boolean) {
    const socket = new WebSocket(`ws://${window.location.host}/rpc`);
    let nowOpen = false;
    socket.addEventListener('open', () => {
      nowOpen = true;
      opened(new SocketLink({ websocket: socket }));
    });
    socket.addEventListener('close', () => {
      const ever = everOpen || nowOpen;
      const next = nowOpen ? 0 : attempt + 1;
      link = null;
      setState(ever ? 'lost' : 'refused');
      setTimeout(() => openSocket(next, ever), Math.min(longestWaitMs, 250 * 2 ** next));
    });
  }

  if (window.location.protocol.startsWith('http')) void exchangeLaunchToken().finally(() => openSocket(0, false));
  else void portFromPreload().then((port) => opened(new PortLink({ port })));

  const current: Link = {
    async call(path, input, options) {
      const open = link ?? (await new Promise<Link>((resolve) => waiting.push(resolve)));
      return open.call(path, input, options);
    },
  };

  return {
    client: createORPCClient(current),
    onState(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
  };
}
