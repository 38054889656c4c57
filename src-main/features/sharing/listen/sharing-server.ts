import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { checkSharingAccess } from './access.ts';
import { readBody } from './read-body.ts';

/** A request that has the key. */
export interface AllowedRequest {
  method: string;
  path: string;
  query: string;
  /** The address before each path in the links of the answer. */
  base: string;
  contentType: string | null;
  /** The body of a POST; '' for other methods. */
  text: string;
  /** The headers of requests for parts of files. */
  headers: Headers;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** The limits for other programs. Tests set shorter times. */
export const defaultLimits = {
  /** Open connections of programs with the key; a program that shows a map has about six. */
  connections: 32,
  /** Connections that have not shown the key yet. For one more, the oldest is closed, so that idle ones keep nobody out. */
  strangers: 512,
  /** Requests that are being answered; more get 503. */
  requests: 16,
  bodyBytes: 256 * 1_024,
  /** In milliseconds: for the headers, for a whole request, for a client that neither sends nor reads, and between checks. */
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  checkMs: 5_000,
};
/** The limits of the server. */
export type SharingLimits = typeof defaultLimits;

/** A running server. */
export interface SharingServer {
  port: number;
  countConnections(): number;
  /** Closes all connections and the port. */
  close(): Promise<void>;
}

interface SharingServerOptions {
  /** 0 for a free port. If it cannot be used, the start rejects with EADDRINUSE or EACCES. */
  port: number;
  /** Called for each request, so that a new key is valid at once. */
  key: () => string;
  answer: (request: AllowedRequest) => Promise<Response>;
  /** Sends the body of an answer; rejects if the client disconnects. */
  sendBody: (reply: Response, sink: Writable) => Promise<void>;
  onError: (error: unknown) => void;
  limits?: SharingLimits;
}

const addressSchema = z.object({ port: z.number() });

/** No web page may show, frame or read an answer, and links in it send no referrer. */
const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

function refuse(response: ServerResponse, status: number) {
  const headers: Record<string, string> = { 'cache-control': 'no-store', connection: 'close' };
  if (status === 401) headers['www-authenticate'] = 'Basic realm="Library", charset="UTF-8"';
  if (status === 405) headers.allow = 'GET, HEAD, POST';
  if (status === 503) headers['retry-after'] = '1';
  response.writeHead(status, headers).end();
}

/**
 * Starts the server for other programs on 127.0.0.1. It is separate from that of the page: it has its own port and key, is read-only, and
 * runs only while the user has turned it on.
 */
export async function startSharingServer(options: SharingServerOptions): Promise<SharingServer> {
  const { key, answer, sendBody, onError, limits = defaultLimits } = options;
  const server = createServer({
    maxHeaderSize: 16 * 1_024,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: 5_000,
  });
  server.timeout = limits.idleMs;
  const connections = new Set<Socket>();
  /** Those that have not shown the key yet, the oldest first. */
  const strangers = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    strangers.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      strangers.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    const [oldest] = strangers;
    if (strangers.size > limits.strangers) oldest?.destroy();
  });
  /** Notes that a connection has shown the key; false if there are too many such connections. */
  function admit(socket: Socket): boolean {
    if (!strangers.has(socket)) return true;
    if (connections.size - strangers.size >= limits.connections) return false;
    return strangers.delete(socket);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  server.on('error', onError);
  const { port } = addressSchema.parse(server.address());
  const host = `127.0.0.1:${port}`;
  let answering = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    const method = request.method ?? 'GET';
    const access = checkSharingAccess(
      {
        method,
        target: request.url ?? '/',
        host: headerOf(request, 'host'),
        origin: headerOf(request, 'origin'),
        fetchSite: headerOf(request, 'sec-fetch-site'),
        authorization: headerOf(request, 'authorization'),
      },
      { host, key: key() },
    );
    if (access.status !== null) return refuse(response, access.status);
    if (!admit(request.socket) || answering >= limits.requests) return refuse(response, 503);
    answering += 1;
    try {
      const text = method === 'POST' ? await readBody(request, limits.bodyBytes) : '';
      if (text === null) return refuse(response, 413);
      const closed = new AbortController();
      response.once('close', () => closed.abort());
      const headers = new Headers();
      for (const name of ['range', 'if-range', 'if-none-match']) {
        const value = headerOf(request, name);
        if (value !== null) headers.set(name, value);
      }
      const { path, query, prefix } = access;
      const reply = await answer({
        method,
        path,
        query,
        base: `http://${host}${prefix}`,
        text,
        headers,
        signal: closed.signal,
        contentType: headerOf(request, 'content-type'),
      });
      response.statusCode = reply.status;
      for (const [name, value] of reply.headers) response.setHeader(name, value);
      if (method === 'HEAD') {
        await reply.body?.cancel();
        response.end();
      } else await sendBody(reply, response);
    } finally {
      answering -= 1;
    }
  }

  server.on('request', (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client that has disconnected is no error.
      if (response.destroyed) return;
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    port,
    countConnections: () => connections.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
