import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FaultBook } from './faults.ts';
import { json, type PracticeRequest, parseJson, type Reply, type Route, readBody } from './http-toolkit.ts';
import type { RequestJournal } from './request-journal.ts';
import { sendReply } from './send-reply.ts';

export interface ServerOptions {
  name: string;
  routes: readonly Route[];
  faults: FaultBook | null;
  journal: RequestJournal | null;
  /** Where a planned cross-origin redirect leads. */
  foreignOrigin: () => string;
}

function answer(routes: readonly Route[], request: PracticeRequest): Promise<Reply> | Reply {
  let pathKnown = false;
  for (const route of routes) {
    const match = route.path.exec(request.url.pathname);
    if (!match) continue;
    pathKnown = true;
    if (route.method === request.method) return route.handle(request, { ...match.groups });
  }
  return pathKnown
    ? json(405, { detail: `Method "${request.method}" not allowed.` })
    : json(404, { message: 'No such address.' });
}

/** One loopback server; `port` 0 takes a free one. Rejects when the port is taken. */
export function listen(
  options: ServerOptions,
  port: number,
): Promise<{ server: Server; origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const bodyText = await readBody(incoming);
    const request: PracticeRequest = {
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`),
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
        : await answer(options.routes, request);
    if (fault.loseReply === 'after') {
      note(0, 0);
      response.destroy();
      return;
    }
    const bytes = await sendReply(response, reply, fault, gone.signal);
    note(response.statusCode, bytes);
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      resolve({
        server,
        origin: `http://127.0.0.1:${actual}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
