/** Enough for the tiles of some screens and the scripts of the threads. */
const mostBytes = 48 * 1_024 * 1_024;
/** A larger answer is a file that is read by parts. */
const mostBytesEach = 2 * 1_024 * 1_024;

interface StoredAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  until: number;
}

/** Returns how long an answer may be used again; 0 for one that may not. */
function lifetimeMs({ status, headers }: Response): number {
  if (status !== 200 && status !== 204) return 0;
  const [, seconds = '0'] = /(?:^|[\s,])max-age=(\d{1,9})/.exec(headers.get('cache-control') ?? '') ?? [];
  return Number(seconds) * 1_000;
}

/**
 * Keeps small answers that say how long they hold, such as tiles of maps and scripts of threads. Chromium has no cache for a scheme of
 * one's own, so that they would be read, or requested from a server, each time anew.
 */
export function createAnswerCache({
  now,
  limitBytes = mostBytes,
}: {
  now: () => number;
  limitBytes?: number;
}) {
  /** The least recently used first. */
  const answers = new Map<string, StoredAnswer>();
  let heldBytes = 0;

  function forget(address: string) {
    heldBytes -= answers.get(address)?.bytes.byteLength ?? 0;
    answers.delete(address);
  }

  function store(address: string, answer: StoredAnswer) {
    forget(address);
    answers.set(address, answer);
    heldBytes += answer.bytes.byteLength;
    for (const oldest of answers.keys()) {
      if (heldBytes <= limitBytes) break;
      forget(oldest);
    }
  }

  const respond = ({ status, headers, bytes }: StoredAnswer) =>
    new Response(status === 204 ? null : bytes, { status, headers });

  return {
    /** Answers a request from the cache, or by `serve`. */
    async answer(request: Request, serve: (request: Request) => Promise<Response>): Promise<Response> {
      // Parts and questions about a version are for whoever knows the file.
      const isPlain =
        request.method === 'GET' && !request.headers.has('range') && !request.headers.has('if-none-match');
      if (!isPlain) return serve(request);
      const known = answers.get(request.url);
      if (known !== undefined && known.until > now()) {
        // It is the most recently used one now.
        answers.delete(request.url);
        answers.set(request.url, known);
        return respond(known);
      }
      forget(request.url);
      const answer = await serve(request);
      const lifetime = lifetimeMs(answer);
      const sizeBytes =
        answer.status === 204 ? 0 : Number(answer.headers.get('content-length') ?? Number.NaN);
      if (lifetime === 0 || !(sizeBytes <= mostBytesEach)) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const stored = {
        status: answer.status,
        headers: answer.headers,
        bytes,
        until: now() + lifetime,
      };
      store(request.url, stored);
      return respond(stored);
    },
  };
}
