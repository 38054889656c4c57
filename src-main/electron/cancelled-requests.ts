import { createLastingRequest } from '../core/lasting-request.ts';

/** The header by which a page names a request that it may give up, and the path at which it says that it has. */
const requestName = 'x-nadir-request';
const cancelPath = '/cancel/';
const namePattern = /^[\w-]{1,64}$/;

/**
 * Makes the requests of pages end in main when the page gives them up. Electron's protocol handler is not told of that, so that a moved map
 * would leave its old tiles in front of those that are wanted. A page names each such request by a header, and sends the name once
 * more to give it up (src-renderer/kit/client/fetch-file.ts).
 */
export function createCancelledRequests() {
  const running = new Map<string, AbortController>();

  return {
    /** Returns the answer to a page that gives a request up; null for any other request. */
    answer(request: Request): Response | null {
      const { pathname } = new URL(request.url);
      if (request.method !== 'POST' || !pathname.startsWith(cancelPath)) return null;
      running.get(pathname.slice(cancelPath.length))?.abort();
      return new Response(null, { status: 204 });
    },
    /** Answers a request by `serve`, which sees a signal that is aborted when the page gives the request up. */
    async follow(request: Request, serve: (request: Request) => Promise<Response>): Promise<Response> {
      const name = request.headers.get(requestName);
      if (name === null || !namePattern.test(name)) return serve(request);
      const abort = new AbortController();
      running.set(name, abort);
      try {
        // The body of the answer is cancelled by Electron itself.
        return await serve(createLastingRequest(request, { signal: abort.signal }));
      } catch (error) {
        // Nobody reads this answer, and Electron would write the error to the terminal.
        if (abort.signal.aborted) return new Response(null, { status: 204 });
        throw error;
      } finally {
        running.delete(name);
      }
    },
  };
}
