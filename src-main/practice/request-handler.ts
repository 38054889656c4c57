import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DelayedWork } from './delayed-work.ts';
import { type Fault, type FaultBook, isAnsweredInstead } from './faults.ts';
import { json, type PracticeRequest, parseJson, type Reply, type Route, readBody } from './http-toolkit.ts';
import type { RequestJournal } from './request-journal.ts';
import { sendReply } from './send-reply.ts';

/** The answer to a request that is refused before its body is read. */
interface Refusal {
  status: 400 | 403 | 404;
  detail: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns the address below the key, or null when the key is missing or wrong. Takes the same time for every wrong key. */
function belowKey(url: URL, key: string): URL | null {
  const [, given = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
  if (!timingSafeEqual(digest(given), digest(key))) return null;
  const below = new URL(url);
  below.pathname = rest;
  return below;
}

/**
 * Whether a web page sent the request, and not a client of the service. Any page that is open in a browser on this machine
 * can send requests to these ports, and so plan faults. A page whose host name points to 127.0.0.1 can also read the
 * answers. Browsers name the origin of every request that can change something; a person may type an address to look.
 */
function isFromPage({ method, headers }: IncomingMessage): boolean {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? '')) return true;
  if (headers.origin !== undefined) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && !(site === 'none' && (method === 'GET' || method === 'HEAD'));
}

/** Returns the requested address, or null when the target is no path. Uses our own origin, because the caller chooses the Host header. */
function addressOf(target: string, origin: string): URL | null {
  return target.startsWith('/') ? URL.parse(origin + target) : null;
}

/**
 * Returns the address that a request asks for, or the refusal that answers it. Reads the head only: no body is read for a
 * caller that is not admitted. With a `key`, the path of every address must begin with it; the result is without it.
 */
function admit(
  incoming: IncomingMessage,
  { origin, key }: { origin: string; key: string | undefined },
): URL | Refusal {
  if (isFromPage(incoming)) return { status: 403, detail: 'Not for web pages.' };
  const address = addressOf(incoming.url ?? '/', origin);
  if (address === null) return { status: 400, detail: 'No such address.' };
  const url = key === undefined ? address : belowKey(address, key);
  return url ?? { status: 404, detail: 'No such address.' };
}

/** What one server of the practice service answers, and how. */
export interface ServerOptions {
  /** The name of the server in the request journal. */
  name: string;
  routes: readonly Route[];
  faults: FaultBook | null;
  journal: RequestJournal | null;
  /** The target of a planned cross-origin redirect. */
  foreignOrigin: () => string;
  /** The service's own clock, for the `Date` header of every answer; files have the dates of this machine's clock. */
  now?: () => number;
  /** The secret first part of every path; without it every address answers 404. */
  key?: string;
}

/** What `createRequestHandler` needs beside the options of the server. */
interface HandlerOptions extends ServerOptions {
  /** The origin at which the server listens. */
  origin: string;
  delayedWork: DelayedWork;
}

/** One request with its planned fault and the place for its answer. */
interface Exchange {
  request: PracticeRequest;
  response: ServerResponse;
  fault: Fault;
  isTooLarge: boolean;
  /** Notes the request in the journal, with the status and the bytes of the answer. */
  note: (status: number, bytes: number) => void;
}

const defectBody = (error: unknown) => JSON.stringify({ detail: `Defect of the practice service: ${error}` });

function refuse(response: ServerResponse, { status, detail }: Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(`{"detail": "${detail}"}`);
}

async function answer(routes: readonly Route[], request: PracticeRequest): Promise<Reply> {
  // HEAD is GET without the body, which the sender leaves out.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  let isPathKnown = false;
  for (const route of routes) {
    const match = route.path.exec(request.url.pathname);
    if (!match) continue;
    isPathKnown = true;
    if (route.method === method) return route.handle(request, { ...match.groups });
  }
  return isPathKnown
    ? json(405, { detail: `Method "${request.method}" not allowed.` })
    : json(404, { message: 'No such address.' });
}

/** Sends the reply with its faults and notes what was sent, even when the client goes away before the end. */
async function sendNoted({ request, response, fault, note }: Exchange, reply: Reply): Promise<void> {
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  if (response.destroyed) clientGone.abort();
  let sentBytes = 0;
  try {
    await sendReply({
      response,
      reply,
      fault,
      signal: clientGone.signal,
      head: request.method === 'HEAD',
      onSent: (bytes) => {
        sentBytes = bytes;
      },
    });
  } finally {
    note(response.statusCode, sentBytes);
  }
}

/** Creates the function that answers the requests of one server, with the planned faults. It never throws. */
export function createRequestHandler(options: HandlerOptions) {
  const { name, routes, faults, journal, foreignOrigin, now, key, origin, delayedWork } = options;

  /** Carries out a fault that takes the place of the work and its answer. Returns whether there was one. */
  function failInstead({ request, response, fault, isTooLarge, note }: Exchange): boolean {
    if (fault.loseReply === 'before') {
      note(0, 0);
      response.destroy();
      return true;
    }
    if (fault.workAfterMs !== undefined && !isTooLarge) {
      note(0, 0);
      delayedWork.schedule(fault.workAfterMs, () => {
        // The connection is closed, so a defect can only be told here; unhandled it would end the process.
        void answer(routes, request).catch((error: unknown) =>
          process.stderr.write(`${defectBody(error)}\n`),
        );
      });
      response.destroy();
      return true;
    }
    if (fault.crossOriginRedirect) {
      note(302, 0);
      const location = `${foreignOrigin()}${request.url.pathname}${request.url.search}`;
      response.writeHead(302, { location }).end();
      return true;
    }
    return false;
  }

  function replyTo({ request, fault, isTooLarge }: Exchange): Promise<Reply> | Reply {
    if (isTooLarge) return json(413, { detail: 'The body is too large.' });
    // The sender replaces this reply with that of the fault.
    if (isAnsweredInstead(fault)) return json(200, null);
    return answer(routes, request);
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (now) response.setHeader('date', new Date(now()).toUTCString());
    const url = admit(incoming, { origin, key });
    if (!(url instanceof URL)) return refuse(response, url);
    const body = await readBody(incoming);
    const bodyText = body ?? '';
    const method = incoming.method ?? 'GET';
    const request = { method, url, headers: incoming.headers, bodyText, json: parseJson(bodyText) };
    const exchange: Exchange = {
      request,
      response,
      fault: faults?.take(request) ?? {},
      isTooLarge: body === null,
      note: (status, bytes) => journal?.note(name, request, status, bytes),
    };
    if (failInstead(exchange)) return;
    const reply = await replyTo(exchange);
    if (exchange.fault.loseReply === 'after') {
      exchange.note(0, 0);
      response.destroy();
      return;
    }
    await sendNoted(exchange, reply);
  }

  return (incoming: IncomingMessage, response: ServerResponse): void => {
    void serve(incoming, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(500, { 'content-type': 'application/json' }).end(defectBody(error));
    });
  };
}
