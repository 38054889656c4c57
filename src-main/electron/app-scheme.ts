import type { CustomScheme, Protocol } from 'electron';
import { pageHeaders } from '../host/page-policy.ts';

/** Our own scheme gives the page a real, secure origin; `file:` has none, and its loader ignores Range. */
export const appScheme: CustomScheme = {
  scheme: 'nadir',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
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
}

/** Serves the scheme with the files handlers, with the headers of every page. */
export function serveAppScheme(protocol: Protocol, { assets, files }: SchemeSources): void {
  protocol.handle(appScheme.scheme, async (request) => {
    const isOwn = isOwnAddress(request.url);
    const source = new URL(request.url).pathname.startsWith('/files/') ? files : assets;
    const reply = isOwn ? await source(request) : new Response(null, { status: 404 });
    const merged = new Headers(reply.headers);
    const headers = pageHeaders(null, isOwn ? new URL(request.url).pathname : '/');
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    return new Response(reply.body, { status: reply.status, headers: merged });
  });
}
