import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { RPCHandler } from '@orpc/server/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { systemErrorCode } from '../core/system-error.ts';
import type { HostApp } from '../host/host-app.ts';
import { pageHeaders } from '../host/page-policy.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { judgeAccess } from './access-rules.ts';
import { answerFile } from './file-route.ts';
import { launchPage, launchPageHeaders } from './launch-page.ts';
import { createLaunchSession, type LaunchSession } from './launch-session.ts';
import { requestContext } from './request-context.ts';
import { admitSocket } from './rpc-socket.ts';
import { answerSession } from './session-route.ts';

/** A running loopback host. `origin` is `http://127.0.0.1:PORT`; `launchToken` is valid once. */
export interface LoopbackServer {
  origin: string;
  /**
   * The origin at which Nadir opens its own window: a name below `localhost` that is new at each start. No server can have left a
   * service worker there, as one that once had the same port may have on 127.0.0.1.
   */
  windowOrigin: string;
  launchToken: string;
  /** Returns the number of open connections, including foreign ones. */
  countConnections(): number;
  close(): Promise<void>;
}

const maxMessageBytes = 16 * 1_024 * 1_024;
/** A browser opens six for pages and files, and one for each tab's calls. The other descriptors are left for downloads. */
const maxConnections = 64;
/**
 * Cookies do not depend on ports: every server on 127.0.0.1 can make the browser send up to 180 of them, of 4 KiB each, to this
 * one too. That must not lock the user out.
 */
const maxHeaderBytes = 1_024 * 1_024;
const originOf = (host: string) => ({ host, origin: `http://${host}` });

/**
 * Listens on the same port of ::1, because a browser may take a name below `localhost` for either address, and would then open the
 * page of whoever listens there. Resolves with `taken` if somebody does already, and with null without IPv6.
 */
function listenOnIpv6(server: Server, port: number): Promise<NetServer | 'taken' | null> {
  const ipv6Listener = createNetServer((socket) => server.emit('connection', socket));
  ipv6Listener.maxConnections = maxConnections;
  return new Promise((resolve) => {
    ipv6Listener.once('error', (error) => resolve(systemErrorCode(error) === 'EADDRINUSE' ? 'taken' : null));
    ipv6Listener.listen({ port, host: '::1', ipv6Only: true }, () => resolve(ipv6Listener));
  });
}

/** A page's last messages, for example what was being typed when it was closed, are waited for so long. */
const lastMessagesMs = 1_000;
const goingAwayCode = 1_001;

/**
 * Ends the pages' connections after the messages that are under way, which wait in the sockets while main is busy; those of a page
 * that does not answer are left as they are.
 */
async function endCalls(clients: ReadonlySet<WebSocket>): Promise<void> {
  const ended = [...clients].map(
    (client) =>
      new Promise<void>((resolve) => {
        client.once('close', () => resolve());
        client.close(goingAwayCode);
      }),
  );
  const limit = new AbortController();
  const late = setTimeout(lastMessagesMs, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([Promise.all(ended), late]);
  limit.abort();
}

const addressSchema = z.object({ port: z.number() });
/** In milliseconds, for a whole request and for its headers, and the interval of the check: a slow sender is cut off. */
export const usualTimeLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

/** Serves the renderer, its files and its calls on 127.0.0.1 only. Rejects with EADDRINUSE if the port is taken. */
export async function startLoopbackServer({
  app,
  port,
  onLanguages,
  timeLimits = usualTimeLimits,
}: {
  app: Pick<HostApp, 'router' | 'files'>;
  port: number;
  /** Receives the languages of the browser when its page connects, best first. */
  onLanguages?: (tags: readonly string[]) => void;
  timeLimits?: typeof usualTimeLimits;
}): Promise<LoopbackServer> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes, ...timeLimits });
  server.maxConnections = maxConnections;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // The server removes its error listener when a socket asks for an upgrade; without another listener, a reset by the client
    // would end the process.
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: actualPort } = addressSchema.parse(server.address());
  const printed = originOf(`127.0.0.1:${actualPort}`);
  const hidden = originOf(`nadir-${randomBytes(8).toString('hex')}.localhost:${actualPort}`);
  const ipv6Listener = await listenOnIpv6(server, actualPort);
  /** Both names are Nadir's own; a page and its requests belong to the one that it was opened by. */
  const ownOf = (request: IncomingMessage) => (request.headers.host === hidden.host ? hidden : printed);
  const session: LaunchSession = createLaunchSession(actualPort);
  const rpc = new RPCHandler(app.router);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  const contextOf = (request: IncomingMessage, upgrade: boolean) =>
    requestContext(request, { own: ownOf(request), session, upgrade });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const own = ownOf(request);
    const context = contextOf(request, false);
    const headers = pageHeaders(`ws://${own.host}`, context.pathname);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const access = judgeAccess(context, own);
    if (access === 'launch-page') response.writeHead(403, launchPageHeaders).end(launchPage);
    else if (access !== 'allow') response.writeHead(access, { 'cache-control': 'no-store' }).end();
    else if (context.pathname === '/session') await answerSession(session, request, response);
    else {
      const url = new URL(request.url ?? '/', own.origin);
      await answerFile(app.files, { request, response, url, method: context.method });
    }
  }

  server.on('request', (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const access = judgeAccess(contextOf(request, true), ownOf(request));
    if (access !== 'allow') {
      // The refusal ends the connection, whatever the other end does with its side.
      socket.end(`HTTP/1.1 ${access} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
      return;
    }
    onLanguages?.(acceptedLanguages(request.headers['accept-language']));
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      admitSocket({
        socket: webSocket,
        isKey: session.isPageKey,
        prove: session.prove,
        onAdmitted: () => void rpc.upgrade(webSocket, { context: {} }),
      });
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    origin: printed.origin,
    windowOrigin: ipv6Listener === 'taken' ? printed.origin : hidden.origin,
    launchToken: session.launchToken,
    countConnections: () => connections.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if (typeof ipv6Listener === 'object') ipv6Listener?.close();
      await endCalls(sockets.clients);
      // Upgraded and refused sockets do not belong to the server any more.
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
