import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { readRange } from '../core/byte-range.ts';
import { openLibraryFile } from '../core/library-path.ts';
import { picturePixels } from '../core/picture-size.ts';
import type { ResolvedFile } from '../core/resolved-file.ts';
import { systemErrorCode } from '../core/system-error.ts';

interface FilesOptions {
  rendererFolder: string;
  /**
   * Returns the file of the application at this path; null for none. May throw for a record that does not exist any more, which
   * is answered with 404.
   */
  resolve: (pathname: string) => ResolvedFile | null;
  /** Answers for what is no file of its own, such as a tile of a map; null for another path below `/files/`. */
  answer?: (request: Request, pathname: string) => Promise<Response | null>;
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pmtiles': 'application/vnd.pmtiles',
  // The page unpacks it: sent as it is, its parts can be asked for and its size is known.
  '.gz': 'application/gzip',
};

/** The bytes that are read at once, as in send-body.ts: with smaller pieces a large raster takes the main loop several times as long. */
const pieceBytes = 1_024 * 1_024;

const refuse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

interface Part {
  start: number;
  end: number;
}

/** A part of an open file, for whoever reads it. */
interface OpenPart extends Part {
  file: FileHandle;
}

/**
 * An answer with a part of a file. It is a stream as every answer, and a host that has a faster way than such streams takes the open
 * file out of it instead. The file is closed when the stream ends, fails, is cancelled, or when the request is aborted.
 */
export class FileResponse extends Response {
  #part: OpenPart | null;
  readonly #forget: () => void;
  constructor(part: OpenPart, request: Request, init: ResponseInit) {
    const { body, forget } = streamOf(part.file, part, request);
    super(body, init);
    this.#part = part;
    this.#forget = forget;
  }
  /** Returns the open file, once; the caller closes it, and does not read the stream. */
  take(): OpenPart | null {
    const part = this.#part;
    this.#part = null;
    this.#forget();
    return part;
  }
}

/**
 * Returns the bytes start … end as a stream that closes the file when it ends, fails, is cancelled, or when the request is
 * aborted; `forget` leaves the file to somebody else. The stream keeps the request, whose signal is silent without it.
 */
function streamOf(file: FileHandle, { start, end }: Part, request: Request) {
  let at = start;
  let closing: Promise<void> | null = null;
  const forget = () => request.signal.removeEventListener('abort', giveUp);
  const close = () => {
    forget();
    closing ??= file.close();
    return closing;
  };
  // If a host learns of the end of a request before it begins to read the answer, it never cancels the stream.
  const giveUp = () => void close().catch(() => undefined);
  if (request.signal.aborted) giveUp();
  else request.signal.addEventListener('abort', giveUp, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = new Uint8Array(Math.min(pieceBytes, end - at + 1));
        try {
          const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
          if (bytesRead === 0) throw new Error('the file became shorter');
          at += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (at <= end) return;
        } catch (error) {
          // The request has gone and closed the file below this read. A host may have stopped listening by then, and an error that
          // nobody listens to would end the process.
          const hasGone = closing !== null;
          await close();
          if (hasGone) controller.close();
          else controller.error(error);
          return;
        }
        await close();
        controller.close();
      },
      cancel: close,
    },
    // Nothing is read before somebody wants it, because the file may be taken instead.
    { highWaterMark: 0 },
  );
  return { body, forget };
}

/** Compares `If-None-Match` weakly: only the tag counts (RFC 9110 §13.1.2). */
function knows(header: string | null, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** Enough for what a camera writes before the size of its picture. */
const pictureHeadBytes = 65_536;

/** False for a picture with too many pixels: a few kilobytes of a hostile one become gigabytes when shown. */
async function isBearable(file: FileHandle, mostPixels: number): Promise<boolean> {
  const head = Buffer.alloc(pictureHeadBytes);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const pixels = picturePixels(head.subarray(0, bytesRead));
  return pixels !== null && pixels <= mostPixels;
}

async function serve(request: Request, resolved: ResolvedFile): Promise<Response> {
  const { path, root, contentType, immutable, mostPixels } = resolved;
  let file: FileHandle;
  try {
    await resolved.ready?.();
    // Opening a pipe in place of a file would block a thread until somebody writes into it; Windows has none.
    file =
      root === undefined
        ? await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
        : await openLibraryFile({ root, path });
  } catch (error) {
    const code = systemErrorCode(error);
    // An error such as too many open files says nothing about this file.
    if (code === 'ENOENT' || code === 'ENOTDIR') resolved.seen?.(false);
    return refuse(404);
  }
  resolved.seen?.(true);
  let handedOver = false;
  try {
    // In full precision: two contents of the same size within a millisecond must have different tags.
    const info = await file.stat({ bigint: true });
    if (!info.isFile()) return refuse(404);
    if (mostPixels !== undefined && !(await isBearable(file, mostPixels))) return refuse(404);
    const size = Number(info.size);
    // What never changes under its name needs no number of the file, which in Electron's archive is another one each time.
    const tagged = [info.size, info.mtimeNs, ...(immutable ? [] : [info.ino])];
    const etag = `"${tagged.map((each) => each.toString(16)).join('-')}"`;
    const headers: Record<string, string> = {
      'content-type': contentType,
      'accept-ranges': 'bytes',
      etag,
      'last-modified': info.mtime.toUTCString(),
      'cache-control': immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    };
    if (knows(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
    const condition = request.headers.get('if-range');
    const range =
      condition === null || condition === etag
        ? readRange(request.headers.get('range'), size)
        : readRange(null, size);
    if (range.kind === 'unsatisfiable')
      return refuse(416, { ...headers, 'content-range': `bytes */${size}` });
    const part = range.kind === 'part' ? range : { start: 0, end: size - 1 };
    headers['content-length'] = String(part.end - part.start + 1);
    if (range.kind === 'part') headers['content-range'] = `bytes ${part.start}-${part.end}/${size}`;
    const status = range.kind === 'part' ? 206 : 200;
    if (request.method === 'HEAD' || part.end < part.start) return new Response(null, { status, headers });
    handedOver = true;
    return new FileResponse({ file, ...part }, request, { status, headers });
  } finally {
    if (!handedOver) await file.close();
  }
}

/** Returns a renderer asset by its path, or null. Its real path must be in the folder: no `..` and no link may lead out. */
async function asset(rendererFolder: string, pathname: string): Promise<ResolvedFile | null> {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (name.includes('\0') || name.includes('\\')) return null;
  const wanted = name === '/' ? '/index.html' : name;
  const contentType = contentTypes[extname(wanted)];
  if (contentType === undefined) return null;
  try {
    const root = await realpath(rendererFolder);
    const path = await realpath(join(root, wanted));
    return path.startsWith(root + sep)
      ? { path, contentType, immutable: wanted.startsWith('/assets/') }
      : null;
  } catch {
    return null;
  }
}

/**
 * Creates the files handler of both hosts: renderer assets and `/files/…`, with Range support (Electron's own file loader ignores
 * Range).
 */
export function createFiles({
  rendererFolder,
  resolve,
  answer,
}: FilesOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' });
    const { pathname } = new URL(request.url);
    const answered = pathname.startsWith('/files/') ? await answer?.(request, pathname) : null;
    if (answered) return answered;
    let found: ResolvedFile | null;
    try {
      found = pathname.startsWith('/files/') ? resolve(pathname) : await asset(rendererFolder, pathname);
    } catch {
      found = null;
    }
    return found ? serve(request, found) : refuse(404);
  };
}
