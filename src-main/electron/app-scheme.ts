import type { CustomScheme, Protocol } from 'electron';
import { pageHeaders } from '../host/page-policy.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createCancelledRequests } from './cancelled-requests.ts';

/** Our own scheme gives the page a real, secure origin; `file:` has none, and its loader ignores Range. */
export const appScheme: CustomScheme = {
  scheme: 'nadir',
  // The names of scripts change with their content, so that compiled code may be kept for the next start.
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** The only page; everything else that the window may load is below the same origin. */
export const pageAddress = 'nadir://app/';

/** True if an address is on the application's own origin. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'nadir:' && host === 'app' && username === '' && password === '';
}

interface SchemeSources {
  /** Answers for the page itself, before the application has started. */
  assets: (request: Request) => Promise<Response>;
  /** Answers for everything below `/files/`, once the application has started. */
  files: (request: Request) => Promise<Response>;
  now: () => number;
}

/** Serves the scheme with the files handlers, with the headers of every page. */
export function serveAppScheme(
  protocol: Pick<Protocol, 'handle'>,
  { assets, files, now }: SchemeSources,
): void {
  const cancelled = createCancelledRequests();
  const cache = createAnswerCache({ now });

  async function answer(request: Request): Promise<Response> {
    const source = new URL(request.url).pathname.startsWith('/files/') ? files : assets;
    return cancelled.answer(request) ?? cache.answer(request, (sent) => cancelled.follow(sent, source));
  }

  protocol.handle(appScheme.scheme, async (request) => {
    const isOwn = isOwnAddress(request.url);
    const reply = isOwn ? await answer(request) : new Response(null, { status: 404 });
    const merged = new Headers(reply.headers);
    const headers = pageHeaders(null, isOwn ? new URL(request.url).pathname : '/');
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    return new Response(reply.body, { status: reply.status, headers: merged });
  });
}
