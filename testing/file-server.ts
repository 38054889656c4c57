import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readRange } from '../src-main/core/byte-range.ts';

interface SeenRequest {
  path: string;
  range: string | null;
  ifRange: string | null;
  headers: IncomingMessage['headers'];
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** 1 for the first request ever. */
  turn: number;
}

export interface FileServer {
  origin: string;
  requests: SeenRequest[];
  /** What answers from now on. */
  answer(handle: (exchange: Exchange) => void): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback whose every answer a test decides. */
export async function startFileServer(): Promise<FileServer> {
  const requests: SeenRequest[] = [];
  let handle: (exchange: Exchange) => void = ({ response }) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push({
      path: request.url ?? '',
      range: request.headers.range ?? null,
      ifRange: request.headers['if-range']?.toString() ?? null,
      headers: request.headers,
    });
    response.on('error', () => undefined);
    handle({ request, response, turn: requests.length });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    answer(next) {
      handle = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface FileManners {
  etag?: string | null;
  lastModified?: string | null;
  /** False: answers 200 to every request. */
  ranges?: boolean;
  /** False: answers 206 whatever If-Range says. */
  heedsIfRange?: boolean;
  contentType?: string;
  headers?: Record<string, string>;
  /** The connection falls silent after this many bytes of the body. */
  holdAfter?: number;
  /** At most this many bytes per 206. */
  maxPart?: number;
}

/** Serves bytes as a sound server does, but for the manners given. */
export function serveBytes(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  bytes: Buffer,
  manners: FileManners = {},
): void {
  const etag = manners.etag === undefined ? '"v1"' : manners.etag;
  const headers: Record<string, string | number> = {
    'content-type': manners.contentType ?? 'image/tiff',
    ...(etag === null ? {} : { etag }),
    ...(manners.lastModified ? { 'last-modified': manners.lastModified } : {}),
  };
  const condition = request.headers['if-range']?.toString();
  const current =
    condition === undefined || manners.heedsIfRange === false || condition === (etag ?? manners.lastModified);
  const range =
    manners.ranges === false || !current
      ? ({ kind: 'ignored' } as const)
      : readRange(request.headers.range ?? null, bytes.length);
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const start = range.kind === 'part' ? range.start : 0;
  let end = range.kind === 'part' ? range.end + 1 : bytes.length;
  if (range.kind === 'part' && manners.maxPart !== undefined) end = Math.min(end, start + manners.maxPart);
  if (range.kind === 'part') headers['content-range'] = `bytes ${start}-${end - 1}/${bytes.length}`;
  headers['content-length'] = end - start;
  response.writeHead(range.kind === 'part' ? 206 : 200, { ...headers, ...manners.headers });
  if (manners.holdAfter !== undefined && manners.holdAfter < end - start)
    response.write(bytes.subarray(start, start + manners.holdAfter));
  else response.end(bytes.subarray(start, end));
}
