import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { doneBytesOf } from '../../testing/fetch-options.ts';
import { createFetchSuite, delayed, failure } from '../../testing/fetch-suite.ts';
import { serveBytes, startFileServer } from '../../testing/file-server.ts';

const suite = createFetchSuite();
const { harness, size, first, partialPath, fetch, expectWhole, cutAt100k } = suite;
const noon = Date.parse('2026-01-02T12:00:00Z');

describe('416', () => {
  it('means whole when the total is what is on disk', async () => {
    await cutAt100k();
    const short = first.subarray(0, 100_000);
    suite.journal = { ...suite.journal, totalBytes: null };
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
    expect(doneBytesOf(suite.journal)).toBe(0);
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
    expect(doneBytesOf(suite.journal)).toBe(90_000);
    expect(suite.journal).toMatchObject({ totalBytes: null, validator: '"v1"' });
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
    const { reason, until } = await delayed(fetch({ now: () => noon }));
    expect(reason.code).toBe(code);
    expect(until).toBe(seconds === null ? null : noon + seconds * 1_000);
    expect((await stat(partialPath())).size).toBe(100_000);
  });

  it('Retry-After as a date', async () => {
    const date = new Date(noon + 90_000).toUTCString();
    harness.server.answer(({ response }) => response.writeHead(503, { 'retry-after': date }).end());
    const { until } = await delayed(fetch({ now: () => noon }));
    expect(until).toBe(noon + 90_000);
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
