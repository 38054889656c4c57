import { rm } from 'node:fs/promises';
import { crc32, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { doneBytesOf } from '../../testing/fetch-options.ts';
import { createFetchSuite, failure } from '../../testing/fetch-suite.ts';
import { type FileManners, serveBytes } from '../../testing/file-server.ts';
import { emptyJournal } from './storage/journal.ts';

const suite = createFetchSuite();
const { harness, size, first, second, partialPath, fetch, expectWhole, fetchAndCut, cutAt100k } = suite;
const unchangedSince = new Date(Date.now() - 3_600_000).toUTCString();

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
    expect(doneBytesOf(suite.journal)).toBe(100_000);
    expect(suite.journal).toMatchObject({ totalBytes: size, validator: '"v1"' });
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
    await cutAt100k({ etag: null, lastModified: unchangedSince });
    expect(suite.journal.validator).toBe(unchangedSince);
    harness.server.answer((exchange) =>
      serveBytes(exchange, first, { etag: null, lastModified: unchangedSince }),
    );
    await expectWhole(fetch(), first);
    expect(harness.server.requests[0]).toMatchObject({ range: 'bytes=100000-', ifRange: unchangedSince });
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
    // After a crash between a write and its flush, the file has more bytes than the journal.
    suite.journal = {
      ...suite.journal,
      blocks: [{ start: 0, end: 60_000, crc: crc32(first.subarray(0, 60_000)) }],
    };
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
    expect(doneBytesOf(suite.journal)).toBe(120_000);
    expect(suite.journal).toMatchObject({ totalBytes: size, validator: '"v1"' });
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
    expect(suite.journal.validator).toBeNull();
    harness.server.answer((exchange) => serveBytes(exchange, second, { etag: null }));
    await expectWhole(fetch(), second);
    expect(harness.server.requests.map(({ range }) => range)).toEqual([null]);
  });

  it('believes no part that does not repeat the date it was asked under', async () => {
    await cutAt100k({ etag: null, lastModified: unchangedSince });
    // The server ignores If-Range and sends no validator.
    harness.server.answer((exchange) => serveBytes(exchange, second, { etag: null, heedsIfRange: false }));
    await expectWhole(fetch(), second);
    expect(harness.server.requests.map(({ range }) => range)).toEqual(['bytes=100000-', null]);
  });

  it('takes no Last-Modified of a moment ago as proof', async () => {
    await cutAt100k({ etag: null, lastModified: new Date(Date.now() + 1_000).toUTCString() });
    expect(suite.journal.validator).toBeNull();
  });
});

describe('a part that makes no sense', () => {
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
    suite.journal = {
      ...emptyJournal,
      totalBytes: size,
      validator: '"v1"',
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
