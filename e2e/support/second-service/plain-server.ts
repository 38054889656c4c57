import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Said {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: unknown;
}

/** One server on a free port of this machine; all that it was asked is kept. */
export async function startPlainServer(answer: (asked: Asked) => Said) {
  const received: Asked[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked: Asked = {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', origin),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(asked);
      const { status, headers = {}, body } = answer(asked);
      const bytes = Buffer.isBuffer(body)
        ? body
        : body === undefined
          ? Buffer.alloc(0)
          : Buffer.from(JSON.stringify(body));
      const type = Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json; charset=utf-8' };
      response.writeHead(status, { ...type, 'content-length': bytes.length, ...headers }).end(bytes);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
