import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { HostApp } from '../host/host-app.ts';
import { pageHeaders } from '../host/page-policy.ts';
import { judgeAccess, type Visitor } from './access-rules.ts';
import { doorHeaders, doorPage } from './door-page.ts';
import { createLaunchSession, type LaunchSession, type PageKeys } from './launch-session.ts';
import { greetSocket } from './rpc-socket.ts';

export interface LoopbackServer {
  origin: string;
  launchToken: string;
  /** Those open now, whoever opened them. */
  countConnections(): number;
  close(): Promise<void>;
}

const maxSessionBody = 4_096;
const maxMessageBytes = 16 * 1_024 * 1_024;
/** A browser opens six for pages and files, and one for each tab's calls. The rest of the descriptors is for downloads. */
const maxConnections = 64;
/**
 * Cookies know no ports: every server on 127.0.0.1 can have the browser send up to 180 of them, of 4 KiB each, to this one
 * too. That must not lock the user out.
 */
const maxHeaderBytes = 1_024 * 1_024;
const addressSchema = z.object({ port: z.number() });
const sessionSchema = z.union([
  z.object({ token: z.string().max(200), visit: z.string().min(20).max(200).optional() }),
  z.object({ key: z.string().max(200) }),
]);

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

async function readSmallBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxSessionBody) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** In milliseconds, for a whole request and for its headers, and how often they are looked at: whoever sends slowly is cut off. */
export const usualTimeLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

/** Serves the renderer, its files and its calls on 127.0.0.1 only. Rejects with EADDRINUSE when the port is taken. */
export async function startLoopbackServer({
  app,
  port,
  timeLimits = usualTimeLimits,
}: {
  app: HostApp;
  port: number;
  timeLimits?: typeof usualTimeLimits;
}): Promise<LoopbackServer> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes, ...timeLimits });
  server.maxConnections = maxConnections;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    // The server stops listening for errors when a socket asks to be upgraded; without a listener the next one, a reset by
    // whoever asked, would end the process.
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: actualPort } = addressSchema.parse(server.address());
  const host = `127.0.0.1:${actualPort}`;
  const own = { host, origin: `http://${host}` };
  const session: LaunchSession = createLaunchSession(actualPort);
  const rpc = new RPCHandler(app.router);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const headers = pageHeaders(`ws://${host}`);

  function visitorOf(request: IncomingMessage, upgrade: boolean): Visitor {
    const target = URL.parse(request.url ?? '/', own.origin);
    return {
      method: request.method ?? 'GET',
      pathname: target?.pathname ?? '/',
      upgrade,
      // A request line that names an origin itself (as to a proxy) overrules the header.
      host: target?.origin === own.origin ? header(request, 'host') : null,
      origin: header(request, 'origin'),
      fetchSite: header(request, 'sec-fetch-site'),
      wholeWindow:
        header(request, 'sec-fetch-mode') === 'navigate' && header(request, 'sec-fetch-dest') === 'document',
      contentType: header(request, 'content-type'),
      launchAwaited: session.isAwaited(),
      hasSession: session.holds(request.headers.cookie),
      hasFileKey: session.isFileKey(target?.searchParams.get('key') ?? null),
    };
  }

  /** The keys and the cookie, for the launch token, or for the key of a page that was let in before. */
  async function answerSession(request: IncomingMessage, response: ServerResponse) {
    const body = sessionSchema.safeParse(await readSmallBody(request));
    let keys: PageKeys | null = null;
    if (body.success)
      keys =
        'token' in body.data
          ? session.exchange(body.data.token, body.data.visit)
          : session.renew(body.data.key);
    response.setHeader('cache-control', 'no-store');
    if (keys === null) response.writeHead(401).end();
    else
      response
        .setHeader('set-cookie', session.setCookie)
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(keys));
  }

  /** A file of the page, or one of the application. */
  async function answerFile(request: IncomingMessage, response: ServerResponse, method: string) {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = new Headers();
    for (const name of ['range', 'if-range', 'if-none-match']) {
      const value = header(request, name);
      if (value !== null) asked.set(name, value);
    }
    const url = new URL(request.url ?? '/', own.origin);
    const reply = await app.files(new Request(url, { method, headers: asked, signal: gone.signal }));
    response.statusCode = reply.status;
    for (const [name, value] of reply.headers) response.setHeader(name, value);
    if (reply.body === null) response.end();
    else await pipeline(Readable.fromWeb(reply.body), response).catch(() => response.destroy());
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const visitor = visitorOf(request, false);
    const access = judgeAccess(visitor, own);
    if (access === 'door') response.writeHead(403, doorHeaders).end(doorPage);
    else if (access !== 'allow') response.writeHead(access, { 'cache-control': 'no-store' }).end();
    else if (visitor.pathname === '/session') await answerSession(request, response);
    else await answerFile(request, response, visitor.method);
  }

  server.on('request', (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const access = judgeAccess(visitorOf(request, true), own);
    if (access !== 'allow') {
      // Whatever the other end does with its own side, the refusal ends the connection.
      socket.end(`HTTP/1.1 ${access} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      greetSocket({
        socket: webSocket,
        isKey: session.isPageKey,
        letIn: () => void rpc.upgrade(webSocket, { context: {} }),
      });
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    origin: own.origin,
    launchToken: session.launchToken,
    countConnections: () => connections.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Those that were upgraded or refused are none of the server's own any more.
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
