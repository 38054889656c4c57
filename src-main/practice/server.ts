import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type FaultBook, isAnsweredInstead } from './faults.ts';
import { json, type PracticeRequest, parseJson, type Reply, type Route, readBody } from './http-toolkit.ts';
import type { RequestJournal } from './request-journal.ts';
import { sendReply } from './send-reply.ts';

interface ServerOptions {
  name: string;
  routes: readonly Route[];
  faults: FaultBook | null;
  journal: RequestJournal | null;
  /** Where a planned cross-origin redirect leads. */
  foreignOrigin: () => string;
  /** The service's own clock, told in every answer; files bear the dates of this machine's. */
  now?: () => number;
  /** The first part of every path; without it there is nothing here. */
  key?: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The address below the key, null when the key is missing or wrong. Takes the same time whatever part of it is right. */
function belowKey(url: URL, key: string): URL | null {
  const [, given = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
  if (!timingSafeEqual(digest(given), digest(key))) return null;
  const below = new URL(url);
  below.pathname = rest;
  return below;
}

function answer(routes: readonly Route[], request: PracticeRequest): Promise<Reply> | Reply {
  // HEAD is GET without the body, which the sender leaves out.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  let pathKnown = false;
  for (const route of routes) {
    const match = route.path.exec(request.url.pathname);
    if (!match) continue;
    pathKnown = true;
    if (route.method === method) return route.handle(request, { ...match.groups });
  }
  return pathKnown
    ? json(405, { detail: `Method "${request.method}" not allowed.` })
    : json(404, { message: 'No such address.' });
}

/**
 * Whether a web page sent it, and not a client of the service: any page that is open in some browser of this machine can
 * reach these ports, plan faults without being able to read the answer, and read it too under a name of its own that it
 * points to 127.0.0.1. Browsers name the origin of all that changes something; an address typed by a person is fit to look.
 */
function isOfPage({ method, headers }: IncomingMessage): boolean {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? '')) return true;
  if (headers.origin !== undefined) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && !(site === 'none' && (method === 'GET' || method === 'HEAD'));
}

const defectBody = (error: unknown) => JSON.stringify({ detail: `Defect of the practice service: ${error}` });

/** The address asked for, or null when it is none. Built on our own origin: the Host header is the caller's word only. */
function addressOf(target: string, origin: string): URL | null {
  return target.startsWith('/') ? URL.parse(origin + target) : null;
}

/** One loopback server; `port` 0 takes a free one. Rejects when the port is taken. */
export function listen(
  options: ServerOptions,
  port: number,
): Promise<{ server: Server; origin: string; close(): Promise<void> }> {
  let origin = '';
  const late = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(500, { 'content-type': 'application/json' }).end(defectBody(error));
    });
  });

  // On a busy machine a client may take a connection up again just when five seconds are over.
  server.keepAliveTimeout = 60_000;

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    if (options.now) response.setHeader('date', new Date(options.now()).toUTCString());
    if (isOfPage(incoming)) {
      response
        .writeHead(403, { 'content-type': 'application/json', connection: 'close' })
        .end('{"detail": "Not for web pages."}');
      return;
    }
    const asked = addressOf(incoming.url ?? '/', origin);
    const url = asked && options.key !== undefined ? belowKey(asked, options.key) : asked;
    if (!url) {
      // Before the body: nothing is read for somebody who may not be here.
      response
        .writeHead(asked ? 404 : 400, { 'content-type': 'application/json', connection: 'close' })
        .end('{"detail": "No such address."}');
      return;
    }
    const bodyText = await readBody(incoming);
    const request: PracticeRequest = {
      method: incoming.method ?? 'GET',
      url,
      headers: incoming.headers,
      bodyText: bodyText ?? '',
      json: parseJson(bodyText ?? ''),
    };
    const fault = options.faults?.take(request) ?? {};
    const note = (status: number, bytes: number) =>
      options.journal?.note(options.name, request, status, bytes);
    if (fault.loseReply === 'before') {
      note(0, 0);
      response.destroy();
      return;
    }
    if (fault.workAfterMs !== undefined && bodyText !== null) {
      note(0, 0);
      const timer = setTimeout(() => {
        late.delete(timer);
        void answer(options.routes, request);
      }, fault.workAfterMs);
      late.add(timer);
      response.destroy();
      return;
    }
    if (fault.crossOriginRedirect) {
      note(302, 0);
      response
        .writeHead(302, {
          location: `${options.foreignOrigin()}${request.url.pathname}${request.url.search}`,
        })
        .end();
      return;
    }
    const reply =
      bodyText === null
        ? json(413, { detail: 'The body is too large.' })
        : isAnsweredInstead(fault)
          ? json(200, null)
          : await answer(options.routes, request);
    if (fault.loseReply === 'after') {
      note(0, 0);
      response.destroy();
      return;
    }
    let sent = 0;
    try {
      await sendReply({
        response,
        reply,
        fault,
        signal: gone.signal,
        head: request.method === 'HEAD',
        onSent: (bytes) => {
          sent = bytes;
        },
      });
    } finally {
      // Also of a client that went away: what it was sent until then.
      note(response.statusCode, sent);
    }
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      origin = `http://127.0.0.1:${actual}`;
      resolve({
        server,
        origin,
        close: () =>
          new Promise((done) => {
            for (const timer of late) clearTimeout(timer);
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
