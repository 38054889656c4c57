import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../core/app-error.ts';
import { writeAllTo } from '../core/write-all-at.ts';
import { SourceFileError } from '../features/imports/copy/copy-scene.ts';
import type { ImportOptions } from '../features/imports/import-options.ts';
import { createBoundedFetch } from '../features/maps/servers/fetch-bounded.ts';
import { safeAddress } from '../service/http/addresses.ts';
import type { HttpClient } from '../service/http/http-client.ts';
import { reachOf, resolveHost } from '../service/http/network-place.ts';
import { discard } from '../service/http/send-request.ts';
import { freeBytesOf } from '../transfer/storage/free-space.ts';

/** A page of a hundred items has some megabytes. */
const maxAnswerBytes = 8 * 1_024 * 1_024;
/** A catalog that computes its answer may take longer than a server of tiles. */
const timeoutMs = 60_000;

/** A server that sends less than this in a minute of waiting would hold the import for days, a byte at a time. */
const slowest = { bytes: 64 * 1_024, ms: 60_000 };

interface ImportRequestsOptions {
  httpClient: HttpClient;
  /** Resolves with the free bytes of a folder; null if the system does not report them. */
  freeBytes?: (folder: string) => Promise<number | null>;
  slowest?: { bytes: number; ms: number };
}

interface Target {
  path: string;
  host: string;
  /** The size that the item states; null if it states none. */
  sizeBytes: number | null;
}

/**
 * Resolves with the number of bytes that a body without a stated size may have. Half of the free space stays free, or a body without an
 * end would fill the disk. Throws DISK_FULL if there is no room for the size of the item. Throws SourceFileError if there is none for the
 * size that only the answer states: the user did not see it in the preview, and it may be an untruth.
 */
async function ensureRoom(
  { path, sizeBytes }: Target,
  announcedBytes: number | null,
  freeBytes: (folder: string) => Promise<number | null>,
): Promise<number> {
  const folder = dirname(path);
  const free = await freeBytes(folder);
  if (free === null) return Number.POSITIVE_INFINITY;
  if (sizeBytes !== null && sizeBytes > free)
    throw new AppError('DISK_FULL', { path: folder, neededBytes: sizeBytes });
  if (sizeBytes === null && announcedBytes !== null && announcedBytes > free)
    throw new SourceFileError('no-room', String(announcedBytes));
  return Math.floor(free / 2);
}

/** Returns the size that an answer states; null if it states none. */
function announcedBytesOf(headers: Readonly<Record<string, string>>): number | null {
  const length = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/**
 * Writes a body to a file. Throws BAD_ANSWER as soon as it is longer than `sizeBytes`, SourceFileError as soon as it is longer than
 * `roomBytes`, UNREACHABLE if it ends early or comes too slowly, and the error of the system if the file cannot be written.
 */
async function writeBody(
  body: AsyncIterable<Uint8Array>,
  {
    path,
    host,
    sizeBytes,
    roomBytes,
    pace,
  }: Target & { roomBytes: number; pace: { bytes: number; ms: number } },
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // Opened before the body is read: a stream of a file that cannot be opened says so only with the next piece of the body.
  const file = await open(path, 'w');
  let received = 0;
  async function* pieces() {
    try {
      yield* body;
    } catch (error) {
      if (signal.aborted) throw error;
      throw new AppError('UNREACHABLE', { host, reason: 'reset' }, { cause: error });
    }
  }
  // Only the waiting counts: a slow disk is not the fault of the server. A pause between two pieces has a limit of its own.
  let waited = { bytes: 0, ms: 0 };
  let askedAt = performance.now();
  try {
    for await (const piece of pieces()) {
      waited.ms += performance.now() - askedAt;
      waited.bytes += piece.length;
      if (waited.ms >= pace.ms) {
        if (waited.bytes < pace.bytes) throw new AppError('UNREACHABLE', { host, reason: 'timeout' });
        waited = { bytes: 0, ms: 0 };
      }
      received += piece.length;
      if (sizeBytes !== null && received > sizeBytes)
        throw new AppError('BAD_ANSWER', { where: host, detail: `> ${sizeBytes} B` });
      if (received > roomBytes) throw new SourceFileError('no-room', String(received));
      await writeAllTo(file, piece, null);
      onBytes(piece.length);
      askedAt = performance.now();
    }
  } finally {
    await file.close();
  }
}

/** Creates the requests of imports, under the same rules as those for the user's maps. */
export function createImportRequests({
  httpClient,
  freeBytes = freeBytesOf,
  slowest: pace = slowest,
}: ImportRequestsOptions): Pick<ImportOptions, 'fetch' | 'download'> {
  const bounded = createBoundedFetch({ httpClient, limitMs: timeoutMs });
  return {
    async fetch(address, signal) {
      const url = safeAddress(address);
      const reach = await reachOf([url.hostname], resolveHost);
      const answer = await bounded({
        url,
        origins: [url.origin],
        reach,
        maxBytes: maxAnswerBytes,
        signal,
        headers: { accept: 'application/geo+json, application/json' },
      });
      const { status, host } = answer;
      if (status < 200 || status > 299) throw new AppError('SERVICE_FAILED', { host, status, detail: '' });
      if (answer.isCut) throw new AppError('BAD_ANSWER', { where: host, detail: `> ${maxAnswerBytes} B` });
      return Buffer.from(answer.bytes).toString('utf8');
    },
    async download({ url: address, origin, path, sizeBytes }, onBytes, signal) {
      const url = safeAddress(address);
      // Files may be on public hosts, or in the same network as the address that the user typed, but not deeper inside.
      const reach = await reachOf([new URL(origin).hostname], resolveHost);
      const { status, headers, body } = await httpClient.stream(
        {
          method: 'GET',
          url,
          opaque: true,
          headersFor: () => ({ 'user-agent': 'Nadir', accept: '*/*' }),
          reachFor: async () => reach,
        },
        signal,
      );
      try {
        if (status !== 200) throw new AppError('SERVICE_FAILED', { host: url.host, status, detail: '' });
        const target = { path, host: url.host, sizeBytes };
        const announcedBytes = announcedBytesOf(headers);
        const room = await ensureRoom(target, announcedBytes, freeBytes);
        const roomBytes = sizeBytes === null && announcedBytes === null ? room : Number.POSITIVE_INFINITY;
        await writeBody(body, { ...target, roomBytes, pace }, onBytes, signal);
      } finally {
        // A file that cannot be created ends the writing before the body is read.
        discard(body);
      }
    },
  };
}
