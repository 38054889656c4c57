/** The header and the path of src-main/electron/cancelled-requests.ts. */
const requestName = 'x-nadir-request';
const cancelPath = '/cancel/';

/**
 * In Electron's window the main process does not learn that a request was given up, and is told so. The address of a page or of a worker
 * says where it runs.
 */
const isOwnScheme = typeof location !== 'undefined' && location.protocol === 'nadir:';

/** Requests a file of the main process, like `fetch`. When the signal is aborted, the main process stops working on the answer. */
export async function fetchFile(
  address: string,
  { signal, ...options }: RequestInit & { signal: AbortSignal },
  tellsMain: boolean = isOwnScheme,
): Promise<Response> {
  if (!tellsMain) return fetch(address, { ...options, signal });
  const name = crypto.randomUUID();
  const headers = new Headers(options.headers);
  headers.set(requestName, name);
  // Nobody waits for this answer.
  const cancel = () => void fetch(`${cancelPath}${name}`, { method: 'POST' }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await fetch(address, { ...options, headers, signal });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
