import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readRange } from '../../src-main/core/byte-range.ts';
import { makeTestCertificate } from '../test-certificate.ts';

export interface FaultServer {
  origins: { plain: string; secure: string };
  /** Who trusts this trusts the secure one. */
  certificate: string;
  /** A new session: counts anew; `dueBytes` are expected of it. */
  begin(dueBytes: number): void;
  /** Bytes of a file sent in this session. */
  sent(name: string): number;
  /** Calls once this share of what is due was sent. */
  onSent(share: number, run: () => void): () => void;
  close(): Promise<void>;
}

const stepBytes = 256 * 1_024;
const stepMs = 20;

/** Sends slowly enough that what was sent has arrived, or nearly so. */
export async function startFaultServer(files: ReadonlyMap<string, Buffer>): Promise<FaultServer> {
  let counts = new Map<string, number>();
  let sentAll = 0;
  let due = 0;
  const watchers = new Set<{ at: number; run: () => void }>();

  function count(name: string, bytes: number) {
    counts.set(name, (counts.get(name) ?? 0) + bytes);
    sentAll += bytes;
    for (const watcher of watchers) {
      if (sentAll < watcher.at) continue;
      watchers.delete(watcher);
      watcher.run();
    }
  }

  function send(name: string, response: ServerResponse, bytes: Buffer) {
    if (response.destroyed) return;
    const piece = bytes.subarray(0, stepBytes);
    const rest = bytes.subarray(stepBytes);
    count(name, piece.length);
    if (rest.length === 0) {
      response.end(piece);
      return;
    }
    const next = () => setTimeout(() => send(name, response, rest), stepMs);
    if (response.write(piece)) next();
    else response.once('drain', next);
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    response.on('error', () => undefined);
    const name = (request.url ?? '').slice(1);
    const bytes = files.get(name);
    if (!bytes) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${name}-1"`;
    const condition = request.headers['if-range'];
    const current = condition === undefined || condition === etag;
    const range = readRange((current && request.headers.range) || null, bytes.length);
    const headers = { etag, 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
    if (range.kind === 'unsatisfiable') {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    const [from, to] = range.kind === 'part' ? [range.start, range.end + 1] : [0, bytes.length];
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      ...headers,
      'content-length': to - from,
      ...(range.kind === 'part' ? { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` } : {}),
    });
    send(name, response, bytes.subarray(from, to));
  }

  const { key, cert } = makeTestCertificate({ hosts: [], forAddress: true });
  const servers: Server[] = [createServer(answer), createSecureServer({ key, cert }, answer)];
  const [plain = 0, secure = 0] = await Promise.all(servers.map(listen));
  return {
    origins: { plain: `http://127.0.0.1:${plain}`, secure: `https://127.0.0.1:${secure}` },
    certificate: cert,
    begin(dueBytes) {
      counts = new Map();
      sentAll = 0;
      due = dueBytes;
    },
    sent: (name) => counts.get(name) ?? 0,
    onSent(share, run) {
      const watcher = { at: share * due, run };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async close() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
