import { afterEach, expect, it, vi } from 'vitest';
import { startFileServer } from '../../../testing/file-server.ts';
import { createRangeSource, FileChangedError, isFileAway } from './range-source.ts';
import { openLevels } from './raster-levels.ts';

const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251);
let closing: (() => Promise<void>) | null = null;
afterEach(async () => {
  vi.unstubAllGlobals();
  await closing?.();
  closing = null;
});

/** Serves the bytes in ranges; `etag` is asked for each request. */
async function serve(etag: () => string) {
  const server = await startFileServer();
  closing = server.close;
  server.answer(({ request, response }) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    if (Number(from) >= bytes.length) return response.writeHead(416).end();
    response.writeHead(206, { etag: etag() }).end(bytes.subarray(Number(from), Number(to) + 1));
  });
  return { source: createRangeSource(`${server.origin}/a.tif`), requests: server.requests };
}

it('reads neighbouring ranges with one request, in any order', async () => {
  const { source, requests } = await serve(() => '"a"');
  const batch = source.batch();
  const ranges = [
    [60_100, 50],
    [1_000, 500],
    [150_000, 70_000],
    [1_500, 58_000],
    [1_200, 10],
  ] as const;
  const reads = ranges.map(([offset, length]) => batch.read(offset, length));
  expect(requests).toEqual([]);
  batch.send();
  const read = await Promise.all(reads);
  for (const [i, [offset, length]] of ranges.entries())
    expect(Buffer.compare(read[i] ?? new Uint8Array(), bytes.subarray(offset, offset + length))).toBe(0);
  expect(requests.map(({ range }) => range).sort()).toEqual(['bytes=1000-60149', 'bytes=150000-219999']);
});

it('gives parts of directories from pages, and less where the file ends', async () => {
  const { source, requests } = await serve(() => '"a"');
  const [head, other] = await source.fetch([
    { offset: 8, length: 1_000 },
    { offset: 65_500, length: 100 },
  ]);
  expect(new Uint8Array(head ?? new ArrayBuffer())).toEqual(bytes.slice(8, 1_008));
  expect(new Uint8Array(other ?? new ArrayBuffer())).toEqual(bytes.slice(65_500, 65_600));
  const [end] = await source.fetch([{ offset: 199_990, length: 100 }]);
  expect(end?.byteLength).toBe(10);
  await source.fetch([{ offset: 300, length: 20 }]);
  expect(requests.length).toBe(3);
});

it('refuses a file that was changed while it is read', async () => {
  let etag = '"a"';
  const { source } = await serve(() => etag);
  const first = source.batch();
  const before = first.read(0, 10);
  first.send();
  await before;
  etag = '"b"';
  const second = source.batch();
  const after = [second.read(100_000, 10), second.read(0, 10)];
  second.send();
  for (const read of await Promise.allSettled(after))
    expect(read.status === 'rejected' && read.reason).toBeInstanceOf(FileChangedError);
});

it.each([
  ['answers that it is not there', async () => new Response(null, { status: 404 })],
  ['does not answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'a file that %s is away, also for whoever opens it as a raster, and is no damaged one',
  async (_how, answer) => {
    vi.stubGlobal('fetch', answer);
    for (const reading of [
      createRangeSource('http://x.test/a.tif').fetchSlice({ offset: 0, length: 100 }),
      openLevels('http://x.test/a.tif'),
    ]) {
      const error = await reading.catch((each: unknown) => each);
      expect(isFileAway(error), String(error)).toBe(true);
    }
    expect(isFileAway(new Error('Decoding error'))).toBe(false);
  },
);
