import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResolvedFile } from '../core/resolved-file.ts';
import { createFiles } from './files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const pixels = randomBytes(1_000_000);
/** A file that is read in several pieces. */
const severalPieces = Buffer.alloc(4_000_000, 7);
const origin = 'http://127.0.0.1:1';
let folder: string;
let raster: string;
let files: (request: Request) => Promise<Response>;
let resolve: (pathname: string) => ResolvedFile | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-files-'));
  const renderer = join(folder, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  mkdirSync(join(renderer, 'dir.js'));
  writeFileSync(join(renderer, 'index.html'), '<!doctype html>page');
  writeFileSync(join(renderer, 'assets/ä b.js'), 'script');
  writeFileSync(join(renderer, 'assets/secret.pem'), 'key');
  writeFileSync(join(renderer, 'assets/style.css'), '');
  writeFileSync(join(folder, 'outside.js'), 'outside');
  symlinkSync(join(folder, 'outside.js'), join(renderer, 'assets/link.js'));
  symlinkSync(folder, join(renderer, 'assets/up'));
  raster = join(folder, 'raster.tif');
  writeFileSync(raster, pixels);
  resolve = (pathname) =>
    pathname === '/files/raster/1' ? { path: raster, contentType: 'image/tiff' } : null;
  files = createFiles({ rendererFolder: renderer, resolve: (pathname) => resolve(pathname) });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files(new Request(`${origin}${path}`, { method, headers }));
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());
/** How many descriptors the raster has: the test runner opens and closes others of its own meanwhile. */
function openFiles(): number {
  // Where descriptors cannot be counted the test has nothing to compare.
  if (!existsSync('/proc/self/fd')) return 0;
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === raster;
    } catch {
      // Closed since the folder was read, as the one that read it.
      return false;
    }
  }).length;
}

describe('a file', () => {
  it('comes whole', async () => {
    const reply = await get('/files/raster/1');
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/tiff',
      'content-length': '1000000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(reply.headers.get('content-encoding')).toBeNull();
    expect((await bytesOf(reply)).equals(pixels)).toBe(true);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-399999', 100, 399_999],
    ['bytes=999990-', 999_990, 999_999],
    ['bytes=-10', 999_990, 999_999],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=0-', 0, 999_999],
  ])('comes in part for %s', async (range, start, end) => {
    const reply = await get('/files/raster/1', { range });
    expect(reply.status).toBe(206);
    expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000000`);
    expect(reply.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bytesOf(reply)).equals(pixels.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=1000000-', 'bytes=-0', 'bytes=2000000-3000000'])('has no part %s', async (range) => {
    const reply = await get('/files/raster/1', { range });
    expect(reply.status).toBe(416);
    expect(reply.headers.get('content-range')).toBe('bytes */1000000');
    expect(await reply.text()).toBe('');
  });

  it.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=9-1', 'nonsense'])('comes whole for %s', async (range) => {
    const reply = await get('/files/raster/1', { range });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-length')).toBe('1000000');
    await reply.body?.cancel();
  });

  it('shows its headers for HEAD, and its part’s', async () => {
    const whole = await get('/files/raster/1', {}, 'HEAD');
    expect([whole.status, whole.headers.get('content-length'), whole.body]).toEqual([200, '1000000', null]);
    const some = await get('/files/raster/1', { range: 'bytes=0-9' }, 'HEAD');
    expect([some.status, some.headers.get('content-length'), some.body]).toEqual([206, '10', null]);
  });

  it('is not sent again to who has it', async () => {
    const etag = (await get('/files/raster/1', {}, 'HEAD')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const header of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const reply = await get('/files/raster/1', { 'if-none-match': header });
      expect([header, reply.status, reply.body]).toEqual([header, 304, null]);
      expect(reply.headers.get('etag')).toBe(etag);
    }
    const other = await get('/files/raster/1', { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });

  it('gives a part on If-Range only of the same content', async () => {
    const head = await get('/files/raster/1', {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    const ask = async (condition: string) => {
      const reply = await get('/files/raster/1', { range: 'bytes=0-9', 'if-range': condition });
      await reply.body?.cancel();
      return reply.status;
    };
    expect(await ask(etag)).toBe(206);
    expect(await ask('"other"')).toBe(200);
    // Weak validators and dates of a second's precision do not promise the same bytes.
    expect(await ask(`W/${etag}`)).toBe(200);
    expect(await ask('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(200);
    writeFileSync(raster, randomBytes(1_000_000));
    utimesSync(raster, new Date(), new Date(Date.now() + 5_000));
    expect(await ask(etag)).toBe(200);
  });

  it('has another tag when its content changed within a millisecond', async () => {
    const at = new Date();
    const tag = async () => (await get('/files/raster/1', {}, 'HEAD')).headers.get('etag');
    const seconds = Math.floor(at.getTime() / 1_000);
    utimesSync(raster, at, seconds + 0.000_1);
    const before = await tag();
    utimesSync(raster, at, seconds + 0.000_4);
    expect(await tag()).not.toBe(before);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('takes no %s', async (method) => {
    const reply = await get('/files/raster/1', {}, method);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is not there: no record, no file, a folder, a record that is gone', async () => {
    expect((await get('/files/raster/2')).status).toBe(404);
    expect((await get('/files/%E0%A4%A')).status).toBe(404);
    resolve = () => ({ path: join(folder, 'nowhere'), contentType: 'image/tiff' });
    expect((await get('/files/raster/1')).status).toBe(404);
    resolve = () => ({ path: folder, contentType: 'image/tiff' });
    expect((await get('/files/raster/1')).status).toBe(404);
    resolve = () => {
      throw new Error('gone');
    };
    expect((await get('/files/raster/1')).status).toBe(404);
  });

  it('of no bytes comes as none', async () => {
    writeFileSync(raster, '');
    const reply = await get('/files/raster/1');
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', '']);
    expect((await get('/files/raster/1', { range: 'bytes=0-' })).status).toBe(416);
  });

  it('that becomes shorter meanwhile fails instead of ending early', async () => {
    writeFileSync(raster, severalPieces);
    const reply = await get('/files/raster/1');
    const reader = reply.body?.getReader();
    await reader?.read();
    truncateSync(raster, 1_200_000);
    await expect(
      (async () => {
        for (let done = false; !done; ) done = (await reader?.read())?.done ?? true;
      })(),
    ).rejects.toThrow();
  });

  it('is closed when it was read, and when the reader went away', async () => {
    writeFileSync(raster, severalPieces);
    for (let i = 0; i < 20; i += 1) {
      await bytesOf(await get('/files/raster/1', { range: 'bytes=0-9' }));
      const left = await get('/files/raster/1');
      const reader = left.body?.getReader();
      await reader?.read();
      if (existsSync('/proc/self/fd')) expect(openFiles()).toBe(1);
      await reader?.cancel();
      await get('/files/raster/1', { 'if-none-match': left.headers.get('etag') ?? '' });
      await get('/files/raster/1', { range: 'bytes=5000000-' });
    }
    await vi.waitFor(() => expect(openFiles()).toBe(0));
  });
});

it('a large file is read by a mebibyte at a time, since each piece takes a turn of the main loop', async () => {
  writeFileSync(raster, severalPieces);
  const reply = await files(new Request(`${origin}/files/raster/1`));
  const reader = reply.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  expect(first?.value?.byteLength).toBe(1_048_576);
});

it('a file is closed at once when nobody waits for the answer any more, read or not', async () => {
  writeFileSync(raster, severalPieces);
  const kept: Response[] = [];
  for (const piecesRead of [0, 1, 2]) {
    for (let i = 0; i < 20; i += 1) {
      const gone = new AbortController();
      const reply = await files(new Request(`${origin}/files/raster/1`, { signal: gone.signal }));
      // Kept, so that no collection of garbage closes it.
      kept.push(reply);
      const reader = piecesRead > 0 ? reply.body?.getReader() : undefined;
      for (let piece = 0; piece < piecesRead; piece += 1) await reader?.read();
      // Nobody but the answer keeps the request, and Node ends what a request asked for only while it is there.
      if (i % 5 === 0) collectGarbage();
      gone.abort();
    }
  }
  await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 5_000 });
  expect(kept).toHaveLength(60);
});

it('a read that the end of its request interrupts ends the answer without an error, which would end the process', async () => {
  for (let i = 0; i < 40; i += 1) {
    const gone = new AbortController();
    const reply = await files(new Request(`${origin}/files/raster/1`, { signal: gone.signal }));
    const reader = reply.body?.getReader();
    const reads = [reader?.read(), reader?.read(), reader?.read(), reader?.read()];
    gone.abort();
    await expect(Promise.all(reads)).resolves.toHaveLength(4);
  }
});

describe('the renderer', () => {
  it.each([
    ['/', 200, 'text/html; charset=utf-8', 'private, no-cache'],
    ['/index.html', 200, 'text/html; charset=utf-8', 'private, no-cache'],
    ['/?x=1', 200, 'text/html; charset=utf-8', 'private, no-cache'],
    ['/assets/%C3%A4%20b.js', 200, 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
    ['/assets/style.css', 200, 'text/css; charset=utf-8', 'private, max-age=31536000, immutable'],
  ])('is served as %s', async (path, status, type, cache) => {
    const reply = await get(path);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      status,
      type,
      cache,
    ]);
    await reply.body?.cancel();
  });

  it('keeps its tag where each opening gives the file another number, as in an archive', async () => {
    const style = join(folder, 'renderer/assets/style.css');
    const tag = async () => (await get('/assets/style.css', {}, 'HEAD')).headers.get('etag');
    utimesSync(style, 1, 1);
    const before = await tag();
    // The copy has a number of its own as long as the first one is there.
    copyFileSync(style, `${style}.copy`);
    renameSync(`${style}.copy`, style);
    utimesSync(style, 1, 1);
    expect(await tag()).toBe(before);
  });

  it.each([
    '/nowhere.js',
    '/assets',
    '/assets/',
    '/dir.js',
    '/assets/secret.pem',
    '/../outside.js',
    '/assets/../../outside.js',
    '/%2e%2e/outside.js',
    '/assets/%2e%2e/%2e%2e/outside.js',
    '/..%2foutside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/..%5c..%5coutside.js',
    '/..\\outside.js',
    '/assets/%00.js',
    '/index.html%00.js',
    '/assets/%E0%A4%A.js',
    '/%252e%252e/outside.js',
    '/assets/link.js',
    '/assets/up/outside.js',
    '/assets/up/renderer/../outside.js',
    '//outside.js',
    '/C:/outside.js',
  ])('has nothing at %s', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toBe('');
  });

  it('has nothing at the absolute path of a file outside', async () => {
    expect((await get(join(folder, 'outside.js'))).status).toBe(404);
    expect((await get(`/${encodeURIComponent(join(folder, 'outside.js'))}`)).status).toBe(404);
  });

  it('is absent before it was built', async () => {
    const none = createFiles({ rendererFolder: join(folder, 'nowhere'), resolve: () => null });
    expect((await none(new Request(`${origin}/`))).status).toBe(404);
  });
});

describe('a picture', () => {
  it('of too many pixels, or that is none, is not served: it would be gigabytes where it is shown', async () => {
    const seen: boolean[] = [];
    const path = join(folder, 'picture.png');
    resolve = () => ({
      path,
      contentType: 'image/png',
      mostPixels: 1_000_000,
      seen: (there) => seen.push(there),
    });
    const ask = async () => (await files(new Request(`${origin}/files/thumbnail/1`))).status;
    const head = (width: number, height: number) => {
      const bytes = Buffer.from(
        '89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000',
        'hex',
      );
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return bytes;
    };
    expect(await ask()).toBe(404);
    writeFileSync(path, head(1_000, 1_000));
    expect(await ask()).toBe(200);
    writeFileSync(path, head(1_001, 1_000));
    expect(await ask()).toBe(404);
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await ask()).toBe(404);
    expect(seen).toEqual([false, true, true, true]);
  });
});

it('a file of a library is not served through a link that leads out of it', async () => {
  const library = join(folder, 'library');
  mkdirSync(join(library, 'S1'), { recursive: true });
  const path = join(library, 'S1/raster.tif');
  writeFileSync(path, 'pixels');
  resolve = () => ({ path, root: library, contentType: 'image/tiff' });
  expect((await get('/files/raster/1')).status).toBe(200);
  rmSync(join(library, 'S1'), { recursive: true });
  symlinkSync(folder, join(library, 'S1'));
  expect((await get('/files/raster/1')).status).toBe(404);
  rmSync(join(library, 'S1'));
  mkdirSync(join(library, 'S1'));
  symlinkSync(raster, path);
  expect((await get('/files/raster/1')).status).toBe(404);
});
