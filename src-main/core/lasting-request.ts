/**
 * Returns a request whose signal ends with the given one for as long as that one is there. Node passes the end on only while the `Request`
 * itself is kept, and who reads nothing but its signal does not keep it: files would stay open, and tiles be read, for clients that have gone.
 */
export function createLastingRequest(
  address: string | URL | Request,
  init: Omit<RequestInit, 'signal'> & { signal: AbortSignal },
): Request {
  const request = new Request(address, init);
  init.signal.addEventListener('abort', () => void request, { once: true });
  return request;
}
