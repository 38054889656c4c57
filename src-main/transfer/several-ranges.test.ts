import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHarness } from '../../testing/fetch-harness.ts';
import { doneBytesOf, plainFetchOptions } from '../../testing/fetch-options.ts';
import { type Exchange, serveBytes } from '../../testing/file-server.ts';
import { readRange } from '../core/byte-range.ts';
import { fetchFile } from './fetch-file.ts';
import type { FetchFileOptions } from './fetch-file-options.ts';
import { defaultPartSizes } from './part-sizes.ts';
import { emptyJournal, type Journal } from './storage/journal.ts';
import { TransferDelay } from './transfer-delay.ts';

const mebi = 1_024 * 1_024;
const bytes = randomBytes(24 * mebi);
const other = randomBytes(24 * mebi);
const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex');
const modified = new Date(Date.now() - 3_600_000).toUTCString();
const announced = { headers: { 'accept-ranges': 'bytes' } };

const harness = createFetchHarness();
let journal: Journal;
let restarts: unknown[];
let most: number;
beforeEach(() => {
  journal = emptyJournal;
  restarts = [];
  most = 0;
});

const path = () => join(harness.folder, 'x.part');
function fetch(options: Partial<FetchFileOptions> = {}, signal = new AbortController().signal) {
  return fetchFile(
    {
      ...plainFetchOptions,
      connectionId: harness.links.connectionId,
      fileName: 'x.tif',
      partialPath: path(),
      journal,
      links: harness.links.fetcher,
      link: async () => `${harness.server.origin}/x`,
      save(saved) {
        journal = saved;
      },
      progress(_done, _total, connections) {
        most = Math.max(most, connections);
      },
      restarted: (because) => restarts.push(because),
      ...options,
    },
    signal,
  );
}

async function expectWhole(promise: Promise<{ sizeBytes: number; sha256: string }>, of = bytes) {
  expect(await promise).toEqual({ sizeBytes: of.length, sha256: sha256(of) });
  expect(Buffer.compare(await readFile(path()), of)).toBe(0);
  expect(doneBytesOf(journal)).toBe(of.length);
}

const spans = () =>
  harness.server.requests.map(({ range }) => {
    const read = readRange(range, bytes.length);
    return read.kind === 'part' ? [read.start, read.end + 1] : null;
  });

/** Aborts after this many bytes were received; returns the journal. */
async function stopAt(doneBytes: number) {
  const stop = new AbortController();
  const progress = (done: number) => {
    if (done >= doneBytes) stop.abort();
  };
  await expect(fetch({ progress }, stop.signal)).rejects.toThrow();
  harness.server.requests.length = 0;
  return doneBytesOf(journal);
}

describe('a large file', () => {
  it('keeps the process alive while all of its connections pause', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
    const kept: boolean[] = [];
    const { setInterval: start } = globalThis;
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) => {
      const timer = start(run, ms);
      // Only after the caller could have let the process end.
      if (ms === defaultPartSizes.tickMs) queueMicrotask(() => kept.push(timer.hasRef()));
      return timer;
    });
    try {
      await expectWhole(fetch());
    } finally {
      spy.mockRestore();
    }
    expect(kept).toEqual([true]);
  });

  it('comes over several connections where ranges are announced', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
    await expectWhole(fetch());
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(spans()[0]).toBeNull();
    expect(harness.server.requests.slice(1).every(({ ifRange }) => ifRange === '"v1"')).toBe(true);
  });

  it('comes over one where nobody says that ranges work, or where one is allowed', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes));
    await expectWhole(fetch());
    expect(harness.server.requests).toHaveLength(1);
    journal = emptyJournal;
    harness.server.requests.length = 0;
    harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
    await expectWhole(fetch({ connections: () => 1 }));
    expect(harness.server.requests).toHaveLength(1);
  });

  it('goes on with all its holes, asking for nothing twice', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 3 * mebi }));
    const kept = await stopAt(9 * mebi);
    expect(kept).toBeGreaterThanOrEqual(9 * mebi);
    harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
    await expectWhole(fetch());
    const asked = spans().reduce((sum, span) => sum + ((span?.[1] ?? 0) - (span?.[0] ?? 0)), 0);
    expect(asked).toBe(bytes.length - kept);
    expect(restarts).toEqual([]);
  });

  it('is not held up by a connection that falls silent', async () => {
    const silent: Exchange[] = [];
    let left = 0;
    harness.server.answer((exchange) => {
      if (exchange.turn === 2 || exchange.turn === 3) {
        silent.push(exchange);
        exchange.response.on('close', () => {
          left += 1;
        });
      }
      serveBytes(exchange, bytes, {
        ...announced,
        ...(silent.includes(exchange) ? { holdAfter: 100_000 } : {}),
      });
    });
    // Stalled connections are never ended: only another connection can deliver their bytes.
    await expectWhole(fetch({ stallMs: Number.POSITIVE_INFINITY }));
    expect([silent.length, left]).toEqual([2, 2]);
    expect(silent.every(({ response }) => !response.writableFinished)).toBe(true);
  });

  it('goes on with fewer connections where further ones are refused', async () => {
    let open = 0;
    harness.server.answer((exchange) => {
      if (open >= 2) return exchange.response.writeHead(503, { 'retry-after': '60' }).end();
      open += 1;
      exchange.response.on('close', () => {
        open -= 1;
      });
      serveBytes(exchange, bytes, announced);
    });
    await expectWhole(fetch());
  });

  it('loses nothing to connections that are cut again and again', async () => {
    harness.server.answer((exchange) => {
      const cut = exchange.turn > 1 && exchange.turn % 2 === 0;
      serveBytes(exchange, bytes, { ...announced, ...(cut ? { holdAfter: 2 * mebi } : {}) });
      if (cut) setTimeout(() => exchange.response.destroy(), 50);
    });
    let result = await fetch().catch((error: unknown) => error);
    // If all connections are cut at once, the transfer waits and is resumed.
    while (result instanceof TransferDelay) result = await fetch().catch((error: unknown) => error);
    expect(result).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
  });

  it('silent on all connections is a delay', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 1_000 }));
    const error = await fetch({ stallMs: 400 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransferDelay);
    expect(error).toMatchObject({ reason: { code: 'UNREACHABLE', data: { reason: 'timeout' } } });
  });
});

describe('never spliced', () => {
  it('another version in the middle of several connections begins anew and says so', async () => {
    let version = 1;
    harness.server.answer((exchange) => {
      const etag = `"v${version}"`;
      serveBytes(exchange, version === 1 ? bytes : other, {
        ...announced,
        etag,
        heedsIfRange: exchange.turn % 2 === 0,
      });
      if (exchange.turn === 3) version = 2;
    });
    await expectWhole(fetch(), other);
    expect(restarts).toEqual(['changed-bytes']);
  });

  it('another ETag for the same bytes costs a few probes', async () => {
    harness.server.answer((exchange) =>
      serveBytes(exchange, bytes, { ...announced, lastModified: modified, holdAfter: 3 * mebi }),
    );
    const kept = await stopAt(9 * mebi);
    harness.server.answer((exchange) =>
      serveBytes(exchange, bytes, { ...announced, lastModified: modified, etag: '"v2"' }),
    );
    await expectWhole(fetch());
    expect(restarts).toEqual([]);
    expect(journal.validator).toBe('"v2"');
    const asked = spans().reduce((sum, span) => sum + ((span?.[1] ?? 0) - (span?.[0] ?? 0)), 0);
    // The request that showed it, and the probes.
    expect(asked).toBeLessThan(2 * (bytes.length - kept) + mebi);
  });

  it('another ETag for the same bytes without a date counts as such while the scene has not changed', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 3 * mebi }));
    const stop = new AbortController();
    const progress = (done: number) => done > 9 * mebi && stop.abort();
    const sceneModified = () => 'one';
    await expect(fetch({ progress, sceneModified }, stop.signal)).rejects.toThrow();
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, etag: '"v2"' }));
    await expectWhole(fetch({ sceneModified }));
    expect(restarts).toEqual([]);
    expect(journal.validator).toBe('"v2"');
  });

  it.each([
    ['is cut', 'cut'],
    ['finds the service busy', 503],
    ['finds the link expired', 403],
  ])('a comparison that %s proves nothing: what is here is kept, and compared later', async (_, how) => {
    const dated = { ...announced, lastModified: modified };
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...dated, holdAfter: 3 * mebi }));
    const kept = await stopAt(9 * mebi);
    let asked = 0;
    harness.server.answer(({ request, response }) => {
      if (request.headers['if-range'] === '"v2"') asked += 1;
      if (asked !== 1 || request.headers['if-range'] !== '"v2"')
        return serveBytes({ request, response }, bytes, { ...dated, etag: '"v2"' });
      if (typeof how === 'number') return response.writeHead(how).end();
      serveBytes({ request, response }, bytes, { ...dated, etag: '"v2"', holdAfter: 1 });
      setTimeout(() => response.destroy(), 20);
    });
    await expect(fetch()).rejects.toBeInstanceOf(TransferDelay);
    expect(doneBytesOf(journal)).toBe(kept);
    await expectWhole(fetch());
    expect(restarts).toEqual([]);
  });

  it.each([
    ['with the same date', { lastModified: modified }],
    ['with another date', { lastModified: new Date(Date.parse(modified) + 60_000).toUTCString() }],
    ['without a date', {}],
  ])('other bytes of the same length under another ETag, %s: begun anew', async (_, manners) => {
    harness.server.answer((exchange) =>
      serveBytes(exchange, bytes, { ...announced, lastModified: modified, holdAfter: 3 * mebi }),
    );
    await stopAt(9 * mebi);
    harness.server.answer((exchange) =>
      serveBytes(exchange, other, { ...announced, ...manners, etag: '"v2"' }),
    );
    await expectWhole(fetch(), other);
    expect(restarts).toEqual(['changed-bytes']);
  });

  it('another length is said so', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 3 * mebi }));
    await stopAt(9 * mebi);
    const longer = Buffer.concat([other, Buffer.alloc(10)]);
    harness.server.answer((exchange) => serveBytes(exchange, longer, { ...announced, etag: '"v2"' }));
    await expectWhole(fetch(), longer);
    expect(restarts).toEqual(['changed-size']);
  });

  it('a scene that was changed since is begun anew whatever the server says', async () => {
    harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 3 * mebi }));
    const stop = new AbortController();
    const progress = (done: number) => done > 9 * mebi && stop.abort();
    await expect(fetch({ progress, sceneModified: () => 'one' }, stop.signal)).rejects.toThrow();
    harness.server.answer((exchange) => serveBytes(exchange, other, announced));
    await expectWhole(fetch({ sceneModified: () => 'two' }), other);
    expect(restarts).toEqual(['changed-scene']);
  });
});

it('keeps to a limit', async () => {
  harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
  let bytesWhilePaused = 0;
  let isPaused = false;
  const limit = {
    waitsLeft: 30,
    isOn: () => true,
    spend(spent: number) {
      if (isPaused) bytesWhilePaused += spent;
      isPaused = limit.waitsLeft-- > 0;
      return isPaused ? 40 : 0;
    },
  };
  await expectWhole(fetch({ limit, connections: () => 1 }));
  // Every pause was requested, and during a pause only pieces arrived that were already on their way.
  expect(limit.waitsLeft).toBeLessThan(0);
  expect(bytesWhilePaused).toBeLessThan(mebi / 2);

  journal = emptyJournal;
  limit.waitsLeft = 30;
  await expectWhole(fetch({ limit }));
  expect(limit.waitsLeft).toBeLessThan(0);
});

it('a block that the disk has lost is fetched again', async () => {
  harness.server.answer((exchange) => serveBytes(exchange, bytes, { ...announced, holdAfter: 3 * mebi }));
  const kept = await stopAt(9 * mebi);
  const last = journal.blocks.at(-1);
  if (!last) throw new Error('no block');
  journal = {
    ...journal,
    blocks: journal.blocks.map((each) => (each === last ? { ...each, crc: 1 } : each)),
  };
  harness.server.answer((exchange) => serveBytes(exchange, bytes, announced));
  await expectWhole(fetch());
  const asked = spans().reduce((sum, span) => sum + ((span?.[1] ?? 0) - (span?.[0] ?? 0)), 0);
  expect(asked).toBe(bytes.length - kept + last.end - last.start);
});
