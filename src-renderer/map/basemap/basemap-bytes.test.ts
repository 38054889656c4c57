import { afterEach, expect, it, vi } from 'vitest';
import { createBasemapBytes } from './basemap-bytes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers requests for ranges of a file with the bytes 0 to 99. */
function answering(status = 206) {
  const file = Uint8Array.from({ length: 100 }, (_, n) => n);
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(init);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('range') ?? '') ?? [];
    return new Response(file.slice(Number(from), Number(to) + 1), { status });
  });
  return asked;
}

it('reads a part of the file, past the cache of the browser', async () => {
  const asked = answering();
  const bytes = createBasemapBytes('http://127.0.0.1/world.pmtiles');
  const { data } = await bytes.getBytes(40, 5);
  expect([...new Uint8Array(data)]).toEqual([40, 41, 42, 43, 44]);
  expect(asked.map(({ cache }) => cache)).toEqual(['no-store']);
  expect(bytes.getKey()).toBe('http://127.0.0.1/world.pmtiles');
});

it.each([200, 404, 416])(
  'rejects the status %i, which has not the part that was asked for',
  async (status) => {
    answering(status);
    await expect(createBasemapBytes('http://127.0.0.1/world.pmtiles').getBytes(0, 5)).rejects.toThrow(
      `the map file answers ${status}`,
    );
  },
);
