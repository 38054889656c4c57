import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../src-preload/contract/contract.ts';

export type MainClient = ContractRouterClient<typeof contract>;
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface MainConnection {
  /** Always the client of the newest connection. */
  client(): MainClient;
  /** Told at once and on every change; returns the unsubscribe function. */
  onState(listener: (state: ConnectionState) => void): () => void;
}

const launchPattern = /^#launch=([A-Za-z0-9_-]{20,100})$/;
const longestWaitMs = 5_000;

/** The port that Electron's preload hands over, or null in a browser. */
function portFromPreload(): Promise<MessagePort> | null {
  if (!window.location.protocol.startsWith('nadir')) return null;
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

/** Exchanges the launch token for the cookie and takes it out of the address bar and history. */
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
export async function connectToMain(): Promise<MainConnection> {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'connecting';
  let client: MainClient | null = null;
  const setState = (next: ConnectionState) => {
    state = next;
    for (const listener of listeners) listener(next);
  };

  const port = await portFromPreload();
  if (port) {
    client = createORPCClient(new PortLink({ port }));
    setState('open');
  } else {
    await exchangeLaunchToken();
    await new Promise<void>((resolve) => openSocket(0, resolve));
  }

  function openSocket(attempt: number, firstOpen: () => void) {
    const socket = new WebSocket(`ws://${window.location.host}/rpc`);
    let opened = false;
    socket.addEventListener('open', () => {
      opened = true;
      client = createORPCClient(new SocketLink({ websocket: socket }));
      setState('open');
      firstOpen();
    });
    socket.addEventListener('close', () => {
      const next = opened ? 0 : attempt + 1;
      // Never open: no session, or nobody there. The screen says so; trying goes on.
      setState(client === null ? 'refused' : 'lost');
      setTimeout(() => openSocket(next, firstOpen), Math.min(longestWaitMs, 250 * 2 ** next));
    });
  }

  return {
    client() {
      if (client === null) throw new Error('not connected yet');
      return client;
    },
    onState(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
  };
}
