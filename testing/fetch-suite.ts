import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { fetchFile } from '../src-main/transfer/fetch-file.ts';
import { emptyJournal, type Journal } from '../src-main/transfer/storage/journal.ts';
import { TransferDelay } from '../src-main/transfer/transfer-delay.ts';
import { createFetchHarness } from './fetch-harness.ts';
import { doneBytesOf, plainFetchOptions } from './fetch-options.ts';
import { type FileManners, serveBytes } from './file-server.ts';

const size = 300_000;

export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

export async function delayed(promise: Promise<unknown>): Promise<TransferDelay> {
  const error = await failure(promise);
  expect(error).toBeInstanceOf(TransferDelay);
  if (!(error instanceof TransferDelay)) throw error;
  return error;
}

/** Fetches of one file in two versions, over links that are renewed when they are refused; the journal lasts from one to the next. */
export function createFetchSuite() {
  const harness = createFetchHarness();
  const first = randomBytes(size);
  const second = randomBytes(size);
  let journal: Journal;
  let linkNumber: number;
  beforeEach(() => {
    journal = emptyJournal;
    linkNumber = 1;
  });

  const partialPath = () => join(harness.folder, 'x.part');
  const linkOf = (n: number) => `${harness.server.origin}/scenes/s/token/secret-${n}/raster/x.tif`;

  function fetch(
    options: {
      fileName?: string;
      signal?: AbortSignal;
      onProgress?: (doneBytes: number) => void;
      now?: () => number;
    } = {},
  ) {
    return fetchFile(
      {
        ...plainFetchOptions,
        now: options.now ?? plainFetchOptions.now,
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

  async function expectWhole(promise: Promise<{ sizeBytes: number; sha256: string }>, bytes: Buffer) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await promise).toEqual({ sizeBytes: bytes.length, sha256 });
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

  return {
    harness,
    size,
    first,
    second,
    partialPath,
    fetch,
    expectWhole,
    fetchAndCut,
    /** Leaves 100,000 bytes of the first version behind, as a cut connection does. */
    async cutAt100k(manners: FileManners = {}) {
      await fetchAndCut(100_000, manners);
      harness.server.requests.length = 0;
    },
    get journal() {
      return journal;
    },
    set journal(other) {
      journal = other;
    },
  };
}
