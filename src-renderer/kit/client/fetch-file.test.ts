import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';

describe('a request for a file', () => {
  let sent: { address: string; options: RequestInit }[];
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
      sent.push({ address, options });
      return new Promise((resolve, reject) => {
        if (options.method === 'POST') resolve(new Response(null, { status: 204 }));
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        if (address.endsWith('/there')) resolve(new Response('there'));
      });
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('that is given up tells the main process of Electron, by its name', async () => {
    const abort = new AbortController();
    const request = fetchFile('/files/a', { signal: abort.signal, headers: { range: 'bytes=0-1' } }, true);
    const headers = new Headers(sent[0]?.options.headers);
    expect(headers.get('range')).toBe('bytes=0-1');
    const name = headers.get('x-nadir-request') ?? expect.fail('it has no name');
    abort.abort(new Error('the map moved'));
    await expect(request).rejects.toThrow('the map moved');
    expect(sent[1]).toMatchObject({ address: `/cancel/${name}`, options: { method: 'POST' } });
  });

  it('that was answered tells nothing more', async () => {
    const abort = new AbortController();
    await fetchFile('/files/there', { signal: abort.signal }, true);
    abort.abort();
    expect(sent).toHaveLength(1);
  });

  it('is a plain one where a server hears of its end', async () => {
    const abort = new AbortController();
    const request = fetchFile('/files/a', { signal: abort.signal }, false);
    abort.abort();
    await expect(request).rejects.toThrow();
    expect(sent).toEqual([{ address: '/files/a', options: { signal: abort.signal } }]);
  });
});
