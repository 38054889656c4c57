import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PracticeRequest, Reply } from './http-toolkit.ts';

interface FileReplyOptions {
  path: string;
  contentType: string;
  /** If true, neither ETag nor Last-Modified is sent. */
  noValidator: boolean;
  /** If true, a range request is answered with 200 and the whole file. */
  noRange: boolean;
  /** A part of the ETag. */
  seed: number;
  /** If true, the reply announces other bytes by other validators. */
  changed: boolean;
}

/**
 * Returns the range of a header (RFC 9110 §14.1.2): null if it is outside the file, undefined if the header is to be ignored.
 */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Number(match[2]);
    return length === 0 || size === 0 ? null : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? null : { start, end };
}

/** Returns the reply with a file or a range of it (200, 206 or 416), with its validators. */
export async function fileReply(request: PracticeRequest, options: FileReplyOptions): Promise<Reply> {
  const { size, mtime } = await stat(options.path);
  // The ETag does not depend on the folder, so that a transfer can be resumed after a restart of the service.
  const identity = [options.seed, basename(options.path), size, options.changed].join(' ');
  const etag = `"${createHash('sha1').update(identity).digest('hex')}"`;
  // A minute before the real time, so that changed bytes can have a later date that is not in the future.
  const lastModified = new Date(mtime.getTime() - (options.changed ? 0 : 60_000)).toUTCString();
  const headers: Record<string, string> = {
    'content-type': options.contentType,
    ...(options.noRange ? {} : { 'accept-ranges': 'bytes' }),
    ...(options.noValidator ? {} : { etag, 'last-modified': lastModified }),
  };
  const condition = request.headers['if-range'];
  const current =
    condition === undefined || (!options.noValidator && (condition === etag || condition === lastModified));
  const range = options.noRange || !current ? undefined : parseRange(request.headers.range, size);
  if (range === null) {
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
      body: { kind: 'empty' },
    };
  }
  if (range === undefined) {
    return { status: 200, headers, body: { kind: 'file', path: options.path, start: 0, end: size - 1 } };
  }
  headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  return { status: 206, headers, body: { kind: 'file', path: options.path, ...range } };
}
