import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainFetchOptions } from '../../testing/fetch-options.ts';
import { type Exchange, type FileServer, serveBytes, startFileServer } from '../../testing/file-server.ts';
import { makeLinkFetcher } from '../../testing/make-link-fetcher.ts';
import { hasCode } from '../core/app-error.ts';
import { fetchFile } from './fetch-file.ts';
import { emptyJournal, type Journal } from './storage/journal.ts';
import { TransferDelay } from './transfer-delay.ts';

const sizes = [40_000, 40_000, 39_000];
const versions = sizes.map((size) => randomBytes(size));
const pick = (version: number) => ({ bytes: versions[version] ?? Buffer.alloc(0), etag: `"v${version}"` });

/** The fault of one request; the number is the version of the file at that moment, or where the answer is cut. */
const faults = {
  sound: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: pick(version).etag }),
  cut(exchange: Exchange, version: number, at: number) {
    const { bytes, etag } = pick(version);
    const range =
      exchange.request.headers['if-range'] === etag
        ? /(\d+)/.exec(exchange.request.headers.range ?? '')
        : null;
    const from = Number(range?.[1] ?? 0);
    const total = bytes.length;
    const length = total - from;
    if (length <= 0) return serveBytes(exchange, bytes, { etag });
    const headers = {
      etag,
      'content-length': length,
      ...(range ? { 'content-range': `bytes ${from}-${total - 1}/${total}` } : {}),
    };
    exchange.response.writeHead(range ? 206 : 200, headers);
    exchange.response.write(bytes.subarray(from, from + Math.ceil(length * at)), () =>
      exchange.response.destroy(),
    );
  },
  ignoresIfRange: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: pick(version).etag, heedsIfRange: false }),
  noRanges: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: pick(version).etag, ranges: false }),
  noValidator: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: null, heedsIfRange: false }),
  weakValidator: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: 'W/"same"', heedsIfRange: false }),
  smallParts: (exchange: Exchange, version: number) =>
    serveBytes(exchange, pick(version).bytes, { etag: pick(version).etag, maxPart: 7_000 }),
  wrongRange(exchange: Exchange, version: number, at: number) {
    const { bytes, etag } = pick(version);
    const from = Math.floor(bytes.length * at);
    exchange.response
      .writeHead(206, { etag, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
      .end(bytes.subarray(from));
  },
  gzip(exchange: Exchange, version: number) {
    exchange.response
      .writeHead(200, { etag: '"z"', 'content-encoding': 'gzip' })
      .end(gzipSync(pick(version).bytes));
  },
  notSatisfiable: ({ response }: Exchange) =>
    response.writeHead(416, { 'content-range': 'bytes */12345' }).end(),
  page: ({ response }: Exchange) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  expired: ({ response }: Exchange) => response.writeHead(403).end(),
  busy: ({ response }: Exchange) => response.writeHead(503, { 'retry-after': '1' }).end(),
  reset: ({ response }: Exchange) => response.socket?.resetAndDestroy(),
};

let server: FileServer;
let links: ReturnType<typeof makeLinkFetcher>;
let folder: string;
beforeAll(async () => {
  server = await startFileServer();
  links = makeLinkFetcher(server.origin);
  folder = await mkdtemp(join(tmpdir(), 'nadir-schedules-'));
});
afterAll(async () => {
  await links.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const step = fc.record({
  fault: fc.constantFrom(...Object.values(faults)),
  version: fc.integer({ min: 0, max: versions.length - 1 }),
  at: fc.double({ min: 0, max: 0.99, noNaN: true }),
});

/** Retries like the queue; returns the result. */
async function tryUntilOver(path: string): Promise<string> {
  let journal: Journal = emptyJournal;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      const { sha256 } = await fetchFile(
        {
          ...plainFetchOptions,
          connectionId: links.connectionId,
          fileName: 'x.tif',
          partialPath: path,
          journal,
          links: links.fetcher,
          link: async () => `${server.origin}/x`,
          save(saved) {
            journal = saved;
          },
        },
        new AbortController().signal,
      );
      return sha256;
    } catch (error) {
      const passing = error instanceof TransferDelay || hasCode(error, 'UNREACHABLE');
      // A reported failure: the user sees the reason and can retry.
      if (
        !passing &&
        !hasCode(error, 'FILE_NOT_WHOLE') &&
        !hasCode(error, 'UNAUTHORIZED') &&
        !hasCode(error, 'BAD_ANSWER')
      )
        throw error;
    }
  }
  return 'stuck';
}

it('whatever happens on the way, the file is one version, whole', async () => {
  const hashes = versions.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.integer({ min: 0, max: 2 }),
      async (schedule, last) => {
        const left = [...schedule];
        server.answer((exchange) => {
          const next = left.shift();
          if (next) next.fault(exchange, next.version, next.at);
          else faults.sound(exchange, last);
        });
        run += 1;
        const path = join(folder, `${run}.part`);
        const result = await tryUntilOver(path);
        expect(hashes).toContain(result);
        expect(
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex'),
        ).toBe(result);
      },
    ),
    { numRuns: 150 },
  );
});
