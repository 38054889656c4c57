/**
 * What is asked of files as the page asks for them. Each function runs in the page of Electron, as text, or in a client of the loopback
 * host: it may name nothing outside of itself, and gives back plain data.
 */

/** Where the trial files are and what is sent with each request for one. */
export interface TrialAddresses {
  /** Begins with an origin, or with `/` in the page itself. */
  base: string;
  /** Stands behind each path. */
  query: string;
  headers: Record<string, string>;
}

interface FileTrial extends TrialAddresses {
  sizeBytes: number;
}

/** Asks for parts of the large file, whose 32-bit words count up from 0. Returns what is wrong, or an empty text. */
export async function askParts({ base, query, headers, sizeBytes }: FileTrial): Promise<string> {
  const address = `${base}/files/self-test/large${query}`;
  const ask = (range: string) => fetch(address, { headers: { ...headers, range }, cache: 'no-store' });
  const parts = [
    { range: 'bytes=4000-7999', start: 4_000, end: 7_999 },
    { range: 'bytes=-400', start: sizeBytes - 400, end: sizeBytes - 1 },
    { range: `bytes=${sizeBytes - 4_000}-`, start: sizeBytes - 4_000, end: sizeBytes - 1 },
  ];
  for (const { range, start, end } of parts) {
    const answer = await ask(range);
    const words = new Uint32Array((await answer.arrayBuffer()).slice(0, end + 1 - start));
    const said = answer.headers.get('content-range');
    const isRight = words.every((word, index) => word === start / 4 + index);
    if (answer.status !== 206 || said !== `bytes ${start}-${end}/${sizeBytes}`)
      return `${range} is answered with ${answer.status} and ${said ?? 'no range'}`;
    if (!isRight || words.length !== (end + 1 - start) / 4) return `${range} brings other bytes`;
  }
  const beyond = await ask(`bytes=${sizeBytes}-`);
  await beyond.arrayBuffer();
  return beyond.status === 416 ? '' : `a part beyond the end is answered with ${beyond.status}`;
}

/** Asks for the whole large file. Returns what is wrong, or an empty text. */
export async function askWhole({ base, query, headers, sizeBytes }: FileTrial): Promise<string> {
  const answer = await fetch(`${base}/files/self-test/large${query}`, { headers, cache: 'no-store' });
  const body = await answer.arrayBuffer();
  if (answer.status !== 200) return `it is answered with ${answer.status}`;
  if (body.byteLength !== sizeBytes) return `${body.byteLength} of ${sizeBytes} bytes came`;
  const words = new Uint32Array(body);
  return words.every((word, index) => word === index) ? '' : 'other bytes came';
}

/**
 * Asks for what never comes, and gives it up. With `cancelPath` main is told by a request of its own, as the page of Electron does it.
 * Returns how the request ended for the page.
 */
export async function giveUpWaiting({
  base,
  query,
  headers,
  cancelPath,
}: TrialAddresses & { cancelPath: string | null }): Promise<string> {
  const control = new AbortController();
  const name = 'self-test-waiting';
  const end = fetch(`${base}/files/self-test/waiting${query}`, {
    headers: { ...headers, 'x-nadir-request': name },
    signal: control.signal,
  }).then(
    (answer) => `answered with ${answer.status}`,
    () => 'given up',
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  control.abort();
  if (cancelPath !== null) await fetch(`${base}${cancelPath}${name}`, { method: 'POST' });
  return end;
}

/** Begins to read the slow file and gives it up after its first piece. Returns when that was, in milliseconds since 1970. */
export async function giveUpWithin({ base, query, headers }: TrialAddresses): Promise<number> {
  const control = new AbortController();
  const answer = await fetch(`${base}/files/self-test/slow${query}`, {
    headers,
    signal: control.signal,
    cache: 'no-store',
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  const at = Date.now();
  control.abort();
  await reader?.closed.catch(() => undefined);
  return at;
}
