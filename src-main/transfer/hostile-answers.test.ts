import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFetchHarness } from '../../testing/fetch-harness.ts';
import { doneBytesOf, plainFetchOptions } from '../../testing/fetch-options.ts';
import { serveBytes } from '../../testing/file-server.ts';
import { AppError } from '../core/app-error.ts';
import { fetchFile } from './fetch-file.ts';
import type { FetchFileOptions } from './fetch-file-options.ts';
import { emptyJournal, type Journal } from './storage/journal.ts';

const bytes = randomBytes(300_000);
const token = 'kT9-canary-token-7Qz';
const unchangedSince = new Date(Date.now() - 3_600_000).toUTCString();

const harness = createFetchHarness();
let journal: Journal;
/** Everything that was stored in the journal. */
let noted: string;

beforeEach(() => {
  journal = emptyJournal;
  noted = '';
});

const partialPath = () => join(harness.folder, '.partial', '1.part');

const fetch = (patch: Partial<FetchFileOptions> = {}) =>
  fetchFile(
    {
      ...plainFetchOptions,
      connectionId: harness.links.connectionId,
      fileName: 'x.tif',
      partialPath: partialPath(),
      journal,
      links: harness.links.fetcher,
      link: async () => `${harness.server.origin}/scenes/s/token/${token}/raster/x.tif`,
      save(saved) {
        journal = saved;
        noted += JSON.stringify(saved);
      },
      ...patch,
    },
    new AbortController().signal,
  );

describe('a token', () => {
  it.each([
    ['ETag', { etag: `"v1-${token}"`, lastModified: unchangedSince }],
    ['Last-Modified', { etag: '"v1"', lastModified: `${unchangedSince} (${token})` }],
  ])('that comes back in %s is not noted, and the bytes are kept all the same', async (_name, manners) => {
    let response: ServerResponse | null = null;
    harness.server.answer((exchange) => {
      response = exchange.response;
      serveBytes(exchange, bytes, { ...manners, holdAfter: 200_000 });
    });
    const cut = fetch({
      progress(doneBytes) {
        if (doneBytes === 200_000) response?.socket?.destroy();
      },
    });
    await expect(cut).rejects.toThrow();
    expect(doneBytesOf(journal)).toBe(200_000);
    expect(noted).not.toContain(token);
    harness.server.answer((exchange) => serveBytes(exchange, bytes, manners));
    await fetch();
    expect(readFileSync(partialPath()).equals(bytes)).toBe(true);
    expect(harness.server.requests.filter(({ range }) => range === null)).toHaveLength(1);
    expect(noted).not.toContain(token);
  });
});

it('the name of an unknown packing is not repeated: it may be anything', async () => {
  harness.server.answer(({ response }) => {
    response.writeHead(200, { 'content-type': 'image/tiff', 'content-encoding': token }).end(bytes);
  });
  const error = await fetch().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'FILE_NOT_WHOLE', data: { detail: 'encoding' } });
  expect(JSON.stringify(error).toLowerCase()).not.toContain(token.toLowerCase());
});

describe('an answer without an end', () => {
  it('stops where the disk would be too full, and gives back what it took', async () => {
    const mebi = Buffer.alloc(1_024 * 1_024, 1);
    harness.server.answer(({ response }) => {
      response.writeHead(200, { 'content-type': 'image/tiff' });
      const more = () => {
        while (!response.destroyed && response.write(mebi));
      };
      response.on('drain', more);
      more();
    });
    const asked: number[] = [];
    const endless = fetch({
      async ensureFreeSpace(neededBytes) {
        asked.push(neededBytes);
        if (asked.length > 1) throw new AppError('DISK_FULL', { path: harness.folder, neededBytes });
      },
    });
    await expect(endless).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(asked.every((needed) => needed >= 256 * 1_024 * 1_024)).toBe(true);
    // An answer without a validator cannot be resumed.
    expect(statSync(partialPath()).size).toBe(0);
  });
});

it.each(['said', 'not said'])(
  'of a thumbnail far more than one has is not taken, its length %s',
  async (said) => {
    const mebi = Buffer.alloc(1_024 * 1_024, 1);
    let sent = 0;
    harness.server.answer(({ response }) => {
      const length = said === 'said' ? { 'content-length': String(2 * 1_024 ** 3) } : {};
      response.writeHead(200, { 'content-type': 'image/png', etag: '"1"', ...length });
      const more = () => {
        do sent += mebi.length;
        while (!response.destroyed && response.write(mebi));
      };
      response.on('drain', more);
      more();
    });
    const endless = fetch({ fileName: 'x.png', maxBytes: 8 * mebi.length });
    await expect(endless).rejects.toMatchObject({ code: 'FILE_NOT_WHOLE', data: { detail: 'too-large' } });
    expect(sent).toBeLessThan(64 * mebi.length);
    expect(statSync(partialPath()).size).toBe(0);
  },
);

describe.skipIf(process.platform === 'win32')('a link in place of the partial file', () => {
  it.each(['at first', 'later'])('is never written through: %s', async (when) => {
    const victim = join(harness.folder, 'victim');
    writeFileSync(victim, 'precious');
    harness.server.answer((exchange) => serveBytes(exchange, bytes));
    await fetch();
    if (when === 'at first') journal = emptyJournal;
    await rm(partialPath());
    symlinkSync(victim, partialPath());
    await fetch();
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(lstatSync(partialPath()).isFile()).toBe(true);
    expect(readFileSync(partialPath()).equals(bytes)).toBe(true);
    expect(existsSync(victim)).toBe(true);
  });
});
