import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, crc32, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFetchHarness } from '../testing/fetch-harness.ts';
import { doneBytesOf, plainFetchOptions } from '../testing/fetch-options.ts';
import { type FileManners, serveBytes, startFileServer } from '../testing/file-server.ts';
import { fetchFile } from './fetch-file.ts';
import { emptyJournal, type Journal } from './journal.ts';
import { TransferDelay } from './transfer-delay.ts';

const size = 300_000;
const first = randomBytes(size);
const second = randomBytes(size);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const rested = new Date(Date.now() - 3_600_000).toUTCString();

const harness = createFetchHarness();
let journal: Journal;
let linkNumber: number;

beforeEach(() => {
  journal = emptyJournal;
  linkNumber = 1;
});

const partialPath = () => join(harness.folder, 'x.part');
const linkOf = (n: number) => `${harness.server.origin}/scenes/s/token/secret-${n}/raster/x.tif`;

function fetch(
  options: { fileName?: string; signal?: AbortSignal; onProgress?: (doneBytes: number) => void } = {},
) {
  return fetchFile(
    {
      ...plainFetchOptions,
      connectionId: harness.links.connectionId,
      fileName: options.fileName ?? 'x.tif',
      partialPath: partialPath(),
      journal,
      links: harness.links.fetcher,
      async link(stale) {
        if (stale === linkOf(linkNumber)) linkNumber += 1;
        return linkOf(linkNumber);
      },
      save(saved) {
        journal = saved;
      },
      progress: options.onProgress ?? (() => undefined),
    },
    options.signal ?? new AbortController().signal,
  );
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

async function delayed(promise: Promise<unknown>): Promise<TransferDelay> {
  const error = await failure(promise);
  expect(error).toBeInstanceOf(TransferDelay);
  if (!(error instanceof TransferDelay)) throw error;
  return error;
}

async function expectWhole(promise: Promise<{ sizeBytes: number; sha256: string }>, bytes: Buffer) {
  expect(await promise).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
  expect(Buffer.compare(await readFile(partialPath()), bytes)).toBe(0);
  expect([doneBytesOf(journal), journal.totalBytes]).toEqual([bytes.length, bytes.length]);
}

/** Fetches until the file has grown to `upTo`; then the connection is cut. */
async function fetchAndCut(upTo: number, manners: FileManners = {}) {
  let response: ServerResponse | null = null;
  harness.server.answer((exchange) => {
    response = exchange.response;
    serveBytes(exchange, first, { ...manners, holdAfter: upTo - doneBytesOf(journal) });
  });
  const onProgress = (doneBytes: number) => {
    if (doneBytes === upTo) response?.socket?.destroy();
  };
  const delay = await delayed(fetch({ onProgress }));
  expect(doneBytesOf(journal)).toBe(upTo);
  return delay;
}

/** Leaves 100,000 bytes of the first version behind, as a cut connection does. */
async function cutAt100k(manners: FileManners = {}) {
  await fetchAndCut(100_000, manners);
  harness.server.requests.length = 0;
}

describe('a sound server', () => {
  it('brings the file with its checksum, by one plain request', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests.map(({ range, ifRange }) => [range, ifRange])).toEqual([[null, null]]);
    expect(harness.server.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('brings an empty file', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, Buffer.alloc(0)));
    await expectWhole(fetch(), Buffer.alloc(0));
  });

  it('goes on from the cut with Range and If-Range; no byte twice', async () => {
    await cutAt100k();
    expect(doneBytesOf(journal)).toBe(100_000);
    expect(journal).toMatchObject({ totalBytes: size, validator: '"v1"' });
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      ['bytes=100000-', '"v1"'],
    ]);
  });

  it('survives a cut at every step', async () => {
    for (let cut = 1; cut <= 5; cut += 1) await fetchAndCut(cut * 50_000);
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests.map(({ range }) => range)).toEqual(
      [null, 50, 100, 150, 200, 250].map((at) => (at === null ? null : `bytes=${at}000-`)),
    );
  });

  it('goes on by Last-Modified where there is no ETag, once the file has rested', async () => {
    await cutAt100k({ etag: null, lastModified: rested });
    expect(journal.validator).toBe(rested);
    harness.server.answer((exchange) => serveBytes(exchange, first, { etag: null, lastModified: rested }));
    await expectWhole(fetch(), first);
    expect(harness.server.requests[0]).toMatchObject({ range: 'bytes=100000-', ifRange: rested });
  });

  it('asks again for the rest when a server gives less than was asked', async () => {
    await cutAt100k();
    harness.server.answer((exchange) => serveBytes(exchange, first, { maxPart: 70_000 }));
    await expectWhole(fetch(), first);
    expect(harness.server.requests.map(({ range }) => range)).toEqual([
      'bytes=100000-',
      'bytes=170000-',
      'bytes=240000-',
    ]);
  });

  it('needs no request for a file that is whole already', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await fetch();
    harness.server.requests.length = 0;
    await expectWhole(fetch(), first);
    expect(harness.server.requests).toEqual([]);
  });

  it('trusts the journal, not the length of the partial file', async () => {
    await cutAt100k();
    // A crash after a write and before its flush: more bytes than vouched for.
    journal = { ...journal, blocks: [{ start: 0, end: 60_000, crc: crc32(first.subarray(0, 60_000)) }] };
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests[0]?.range).toBe('bytes=60000-');
  });

  it('begins again when the partial file is shorter than its journal', async () => {
    await cutAt100k();
    await rm(partialPath());
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests[0]?.range).toBeNull();
  });

  it('keeps what came when it is stopped', async () => {
    const stop = new AbortController();
    harness.server.answer((exchange) => serveBytes(exchange, first, { holdAfter: 120_000 }));
    const onProgress = (doneBytes: number) => {
      if (doneBytes === 120_000) stop.abort();
    };
    await failure(fetch({ signal: stop.signal, onProgress }));
    expect(doneBytesOf(journal)).toBe(120_000);
    expect(journal).toMatchObject({ totalBytes: size, validator: '"v1"' });
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
    expect(harness.server.requests.at(-1)?.range).toBe('bytes=120000-');
  });
});

describe('never spliced', () => {
  const ignoring = { heedsIfRange: false };
  const longer = Buffer.concat([second, Buffer.from('12345')]);
  const versions: [string, Buffer, FileManners][] = [
    ['the server knows no ranges', second, { ranges: false }],
    ['If-Range is heeded: 200 with the new bytes', second, { etag: '"v2"' }],
    ['If-Range is ignored: 206 under another ETag', second, { ...ignoring, etag: '"v2"' }],
    ['206 without the ETag it has to repeat', second, { ...ignoring, etag: null }],
    ['206 under a weak ETag', second, { ...ignoring, etag: 'W/"v1"' }],
    ['another total under the same ETag', longer, ignoring],
    ['a shorter file: 416', second.subarray(0, 40_000), ignoring],
  ];
  it.each(versions)('%s', async (_name, bytes, manners) => {
    await cutAt100k();
    harness.server.answer((exchange) => serveBytes(exchange, bytes, manners));
    await expectWhole(fetch(), bytes);
  });

  it('begins again where nothing tells one version from another', async () => {
    await cutAt100k({ etag: null });
    expect(journal.validator).toBeNull();
    harness.server.answer((exchange) => serveBytes(exchange, second, { etag: null }));
    await expectWhole(fetch(), second);
    expect(harness.server.requests.map(({ range }) => range)).toEqual([null]);
  });

  it('believes no part that does not repeat the date it was asked under', async () => {
    await cutAt100k({ etag: null, lastModified: rested });
    // Neither looked at If-Range nor says what it sends.
    harness.server.answer((exchange) => serveBytes(exchange, second, { etag: null, heedsIfRange: false }));
    await expectWhole(fetch(), second);
    expect(harness.server.requests.map(({ range }) => range)).toEqual(['bytes=100000-', null]);
  });

  it('takes no Last-Modified of a moment ago as proof', async () => {
    await cutAt100k({ etag: null, lastModified: new Date(Date.now() + 1_000).toUTCString() });
    expect(journal.validator).toBeNull();
  });

  const ranges = [
    'bytes 100001-299999/300000',
    'bytes 99999-299999/300000',
    'bytes 0-299999/300000',
    'bytes 100000-299999/300001',
    'bytes 100000-300000/300000',
    'bytes 299999-100000/300000',
    'items 100000-299999/300000',
    'bytes 100000-299999',
    'bytes */300000',
    '',
    'rubbish',
  ];
  it.each(ranges)('206 with Content-Range "%s" is not believed', async (contentRange) => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.headers.range === undefined) serveBytes(exchange, first);
      else {
        const headers = { etag: '"v1"', 'content-type': 'image/tiff', 'content-length': 200_000 };
        exchange.response
          .writeHead(206, contentRange === '' ? headers : { ...headers, 'content-range': contentRange })
          .end(first.subarray(100_000));
      }
    });
    await expectWhole(fetch(), first);
    expect(harness.server.requests.at(-1)?.range).toBeNull();
  });

  it('a part in a coding or in many parts is not believed', async () => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.headers.range === undefined) return serveBytes(exchange, first);
      const packed = gzipSync(first.subarray(100_000));
      exchange.response
        .writeHead(206, {
          etag: '"v1"',
          'content-encoding': 'gzip',
          'content-range': `bytes 100000-299999/${size}`,
        })
        .end(packed);
    });
    await expectWhole(fetch(), first);
    journal = {
      ...emptyJournal,
      ...{ totalBytes: size, validator: '"v1"' },
      blocks: [{ start: 0, end: 100_000, crc: crc32(first.subarray(0, 100_000)) }],
    };
    harness.server.answer((exchange) => {
      if (exchange.request.headers.range === undefined) return serveBytes(exchange, first);
      exchange.response
        .writeHead(206, { etag: '"v1"', 'content-type': 'multipart/byteranges; boundary=x' })
        .end('--x--');
    });
    await expectWhole(fetch(), first);
  });

  it('a part with two lengths is not believed: what is sent belongs elsewhere', async () => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.headers.range === undefined) return serveBytes(exchange, first);
      const rear = first.subarray(250_000);
      const headers = { etag: '"v1"', 'content-length': rear.length };
      exchange.response
        .writeHead(206, { ...headers, 'content-range': `bytes 100000-299999/${size}` })
        .end(rear);
    });
    await expectWhole(fetch(), first);
    expect(harness.server.requests.at(-1)?.range).toBeNull();
  });

  it('a part longer than it says is thrown away whole', async () => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.headers.range === undefined) return serveBytes(exchange, first);
      exchange.response.writeHead(206, { etag: '"v1"', 'content-range': `bytes 100000-100999/${size}` });
      exchange.response.end(second.subarray(0, 5_000));
    });
    await expectWhole(fetch(), first);
  });

  it('gives up on a server that makes no sense, and says so', async () => {
    await cutAt100k();
    harness.server.answer(({ response }) =>
      response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('12345'),
    );
    const error = await failure(fetch());
    expect(error).toMatchObject({
      code: 'FILE_NOT_WHOLE',
      data: { fileName: 'x.tif', detail: 'inconsistent' },
    });
    expect(harness.server.requests.length).toBeLessThan(10);
  });
});

describe('416', () => {
  it('means whole when the total is what is on disk', async () => {
    await cutAt100k();
    const short = first.subarray(0, 100_000);
    journal = { ...journal, totalBytes: null };
    harness.server.answer((exchange) => serveBytes(exchange, short));
    await expectWhole(fetch(), short);
    expect(harness.server.requests).toHaveLength(1);
  });

  it.each([`bytes */${size}`, 'bytes */*', null])(
    'means begin again otherwise (%s)',
    async (contentRange) => {
      await cutAt100k();
      harness.server.answer((exchange) => {
        if (exchange.request.headers.range === undefined) return serveBytes(exchange, first);
        exchange.response
          .writeHead(416, contentRange === null ? {} : { 'content-range': contentRange })
          .end();
      });
      await expectWhole(fetch(), first);
    },
  );
});

describe('a compressed answer', () => {
  const packers = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
  it.each(Object.entries(packers))('%s is undone', async (encoding, pack) => {
    const packed = pack(first);
    harness.server.answer(({ response }) =>
      response
        .writeHead(200, { etag: '"z"', 'content-encoding': encoding, 'content-length': packed.length })
        .end(packed),
    );
    await expectWhole(fetch(), first);
  });

  it('that is cut is tried again from the start: its ETag is of other bytes', async () => {
    const packed = gzipSync(first);
    harness.server.answer(({ response }) => {
      response.writeHead(200, { etag: '"z"', 'content-encoding': 'gzip' });
      response.end(packed.subarray(0, packed.length >> 1));
    });
    await delayed(fetch());
    harness.server.answer((exchange) => serveBytes(exchange, first));
    harness.server.requests.length = 0;
    await expectWhole(fetch(), first);
    expect(harness.server.requests[0]?.range).toBeNull();
  });

  it('in an unknown coding is refused rather than stored', async () => {
    harness.server.answer(({ response }) => response.writeHead(200, { 'content-encoding': 'zzz' }).end('?'));
    expect(await failure(fetch())).toMatchObject({ code: 'FILE_NOT_WHOLE' });
    expect(doneBytesOf(journal)).toBe(0);
  });
});

describe('a truncated answer', () => {
  it('in chunks is a delay, and what came is kept', async () => {
    let response: ServerResponse | null = null;
    harness.server.answer((exchange) => {
      response = exchange.response;
      response.writeHead(200, { etag: '"v1"' }).write(first.subarray(0, 90_000));
    });
    const onProgress = (doneBytes: number) => {
      if (doneBytes === 90_000) response?.socket?.destroy();
    };
    const { reason } = await delayed(fetch({ onProgress }));
    expect(reason).toMatchObject({
      code: 'UNREACHABLE',
      data: { host: new URL(harness.server.origin).host },
    });
    expect(doneBytesOf(journal)).toBe(90_000);
    expect(journal).toMatchObject({ totalBytes: null, validator: '"v1"' });
    harness.server.answer((exchange) => serveBytes(exchange, first));
    await expectWhole(fetch(), first);
  });

  it('before the first byte of the answer is told as unreachable', async () => {
    harness.server.answer(({ response }) => response.socket?.resetAndDestroy());
    expect(await failure(fetch())).toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('a page instead of the file', () => {
  const html = Buffer.from('<!doctype html><html><body>Sign in</body></html>');
  it.each(['text/html; charset=utf-8', 'application/octet-stream', 'image/tiff'])(
    'as %s with status 200: a new link, the partial file untouched',
    async (contentType) => {
      await cutAt100k();
      let pages = 0;
      harness.server.answer((exchange) => {
        if (!exchange.request.url?.includes('secret-1/')) return serveBytes(exchange, first);
        pages += 1;
        serveBytes(exchange, html, { contentType, ranges: false, etag: '"page"' });
      });
      await expectWhole(fetch(), first);
      expect(pages).toBe(1);
      expect(harness.server.requests.at(-1)?.range).toBe('bytes=100000-');
    },
  );

  it('as JSON, for ever: said so', async () => {
    harness.server.answer(({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"detail":"x"}'),
    );
    expect(await failure(fetch())).toMatchObject({ code: 'BAD_ANSWER' });
    expect((await stat(partialPath())).size).toBe(0);
  });

  it('is the file itself where the file is a document', async () => {
    const json = Buffer.from('{"a":1}');
    harness.server.answer((exchange) => serveBytes(exchange, json, { contentType: 'application/json' }));
    await expectWhole(fetch({ fileName: 'metadata.json' }), json);
  });
});

describe('a spent link', () => {
  it.each([401, 403, 404, 410])('%i: a newer one, from where it was', async (status) => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.url?.includes('secret-1/')) exchange.response.writeHead(status).end('{}');
      else serveBytes(exchange, first);
    });
    await expectWhole(fetch(), first);
    expect(harness.server.requests.map(({ path, range }) => [path.includes('secret-2/'), range])).toEqual([
      [false, 'bytes=100000-'],
      [true, 'bytes=100000-'],
    ]);
  });

  it.each([
    [403, 'UNAUTHORIZED'],
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [410, 'NOT_FOUND'],
  ])('%i for ever ends as %s, the bytes stay', async (status, code) => {
    await cutAt100k();
    harness.server.answer(({ response }) => response.writeHead(status).end());
    const error = await failure(fetch());
    expect(error).toMatchObject({ code });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(harness.server.requests.length).toBeLessThanOrEqual(5);
    expect((await stat(partialPath())).size).toBe(100_000);
  });
});

describe('a service that asks to wait', () => {
  it.each([
    [429, '7', 'RATE_LIMITED', 7],
    [503, '120', 'SERVICE_FAILED', 120],
    [429, null, 'RATE_LIMITED', null],
    [500, null, 'SERVICE_FAILED', null],
    [502, null, 'SERVICE_FAILED', null],
    [504, null, 'SERVICE_FAILED', null],
    [408, null, 'SERVICE_FAILED', null],
  ])('%i with Retry-After %s', async (status, retryAfter, code, seconds) => {
    await cutAt100k();
    harness.server.answer(({ response }) =>
      response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end(),
    );
    const before = Date.now();
    const { reason, until } = await delayed(fetch());
    expect(reason.code).toBe(code);
    if (seconds === null) expect(until).toBeNull();
    else expect(Math.abs((until ?? 0) - before - seconds * 1_000)).toBeLessThan(5_000);
    expect((await stat(partialPath())).size).toBe(100_000);
  });

  it('Retry-After as a date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    harness.server.answer(({ response }) => response.writeHead(503, { 'retry-after': date }).end());
    const { until } = await delayed(fetch());
    expect(Math.abs((until ?? 0) - Date.parse(date))).toBeLessThan(3_000);
  });

  it.each([400, 402, 405, 409, 418, 451])('%i is a refusal', async (status) => {
    harness.server.answer(({ response }) => response.writeHead(status).end());
    expect(await failure(fetch())).toMatchObject({ code: 'REFUSED', data: { status } });
  });
});

describe('a redirect', () => {
  it('into a private network is refused; its host is named, its path is not', async () => {
    harness.server.answer(({ response, request }) =>
      response.writeHead(302, { location: `https://10.0.0.1${request.url ?? ''}` }).end(),
    );
    const error = await failure(fetch());
    expect(error).toMatchObject({
      code: 'ADDRESS_REFUSED',
      data: { reason: 'private', address: 'https://10.0.0.1/…' },
    });
    expect(JSON.stringify(error)).not.toContain('secret-1');
  });

  it('to storage at another origin is followed, with the range and without a credential', async () => {
    await cutAt100k();
    const storage = await startFileServer();
    try {
      harness.server.answer(({ response }) =>
        response.writeHead(302, { location: `${storage.origin}/signed` }).end(),
      );
      storage.answer((exchange) => serveBytes(exchange, first));
      await expectWhole(fetch(), first);
      expect(storage.requests.at(-1)).toMatchObject({ path: '/signed', range: 'bytes=100000-' });
      expect(storage.requests.every(({ headers }) => !('authorizationtoken' in headers))).toBe(true);
    } finally {
      await storage.close();
    }
  });

  it('within the origin is followed, with the range', async () => {
    await cutAt100k();
    harness.server.answer((exchange) => {
      if (exchange.request.url === '/elsewhere') serveBytes(exchange, first);
      else exchange.response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expectWhole(fetch(), first);
    expect(harness.server.requests.at(-1)).toMatchObject({ path: '/elsewhere', range: 'bytes=100000-' });
  });
});
