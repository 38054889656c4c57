import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type Script = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => void;

export interface ScriptedServer {
  port: number;
  /** With 127.0.0.1, or with `host` where a test looks that name up. */
  origin(host?: string): string;
  seen: SeenRequest[];
  /** Everything that was received, for a canary search. */
  received(): string;
  play(script: Script): void;
  close(): Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A server on a free port of 127.0.0.1 that answers as the test says and remembers what it was asked. */
export async function startScriptedServer(
  options: { script?: Script; tls?: { key: string; cert: string } } = {},
): Promise<ScriptedServer> {
  let script: Script = options.script ?? ((_, response) => response.writeHead(404).end());
  const seen: SeenRequest[] = [];
  const answer = (raw: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.on('end', () => {
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(raw.headers)) headers[name] = String(value);
      const request: SeenRequest = {
        method: raw.method ?? '',
        path: raw.url ?? '',
        headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(request);
      script(request, response, raw);
    });
  };
  const server = options.tls ? createTlsServer(options.tls, answer) : createPlainServer(answer);
  // A client that refuses our certificate ends the handshake; that is what such a test is about.
  server.on('tlsClientError', () => undefined);
  const port = await listenOnLoopback(server);
  return {
    port,
    origin: (host = '127.0.0.1') => `${options.tls ? 'https' : 'http'}://${host}:${port}`,
    seen,
    received: () => JSON.stringify(seen),
    play(next) {
      script = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
