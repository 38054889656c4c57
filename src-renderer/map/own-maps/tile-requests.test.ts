import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

it('names its requests in the window of Electron, so that main hears when one is given up', async () => {
  const send = vi.fn(async (_address: string, _options: RequestInit) => new Response(null, { status: 404 }));
  vi.stubGlobal('location', new URL('nadir://app/'));
  vi.stubGlobal('fetch', send);
  vi.resetModules();
  const { createTileRequests } = await import('./tile-requests.ts');
  const { signal } = new AbortController();
  const picture = createTileRequests().picture('/files/map-tile/1', { signal, isRemote: false });
  await expect(picture).rejects.toThrow();
  expect(new Headers(send.mock.calls[0]?.[1].headers).get('x-nadir-request')).toMatch(/./);
});
