import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { retryAfterSeconds } from '../service/refusal.ts';
import type { LinkFetcher } from '../service/service-client.ts';
import { judge } from './answer-rules.ts';

export interface Journal {
  doneBytes: number;
  totalBytes: number | null;
  validator: string | null;
}

export interface FetchFileOptions {
  connectionId: ConnectionId;
  fileName: string;
  partialPath: string;
  journal: Journal;
  links: LinkFetcher;
  /** The newest link; given a refused one, a newer. */
  link: (stale: string | null) => Promise<string>;
  /** Called after the bytes have reached the disk. */
  save: (journal: Journal) => void;
  progress: (doneBytes: number, totalBytes: number | null) => void;
  now: () => number;
}

/** The service asks to wait, or does not answer well; `until` in ms since epoch, when it said so. */
export class TransferDelay extends Error {
  readonly until: number | null;
  readonly reason: AppError;
  constructor(reason: AppError, until: number | null) {
    super('the transfer has to wait');
    this.reason = reason;
    this.until = until;
  }
}

const saveEveryBytes = 8 * 1_024 * 1_024;
const saveEveryMs = 2_000;
const writeBytes = 1_024 * 1_024;
const maxRestarts = 3;
const maxLinkRefreshes = 4;
const rehashBytes = 4 * 1_024 * 1_024;

/** sha256 of what is kept, so that the final one covers every byte on disk and not what was once received. */
async function rehash(file: FileHandle, length: number, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(Math.min(rehashBytes, Math.max(1, length)));
  for (let at = 0; at < length; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at);
    if (bytesRead === 0) throw new Error('the partial file is shorter than its journal');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash;
}

/**
 * Fetches one file into its partial file, from where the journal says, by the rules of the field notes. Ends with the
 * whole file on disk and its sha256; throws TransferDelay to be tried again later, AppError when it cannot be had.
 */
export async function fetchFile(
  options: FetchFileOptions,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  await mkdir(dirname(options.partialPath), { recursive: true });
  const { journal } = options;
  const present = (await stat(options.partialPath).catch(() => null))?.size ?? 0;
  // Bytes that the journal does not vouch for are not trusted; a shorter file than the journal's is begun again.
  if (present < journal.doneBytes)
    Object.assign(journal, { doneBytes: 0, totalBytes: null, validator: null });
  const file = await open(options.partialPath, present > 0 ? 'r+' : 'w+');
  try {
    await file.truncate(journal.doneBytes);
    let hash = await rehash(file, journal.doneBytes, signal);
    let stale: string | null = null;
    let restarts = 0;
    let refreshes = 0;
    for (;;) {
      if (journal.totalBytes !== null && journal.doneBytes === journal.totalBytes && journal.totalBytes > 0)
        break;
      const url = await options.link(stale);
      stale = null;
      const resumable = journal.doneBytes > 0 && journal.validator !== null;
      if (journal.doneBytes > 0 && !resumable) {
        // Without a validator nothing says that the rest belongs to what is here: restart rather than splice.
        await restart();
      }
      const answer = await options.links.get(
        {
          connectionId: options.connectionId,
          url,
          headers: resumable
            ? { range: `bytes=${journal.doneBytes}-`, 'if-range': journal.validator ?? '' }
            : {},
        },
        signal,
      );
      const asked = {
        from: resumable ? journal.doneBytes : 0,
        validator: journal.validator,
        total: journal.totalBytes,
      };
      const verdict = judge(answer.status, answer.headers, asked);
      if (verdict.kind === 'bytes') {
        if (verdict.from !== journal.doneBytes) await restart();
        journal.totalBytes = verdict.total;
        journal.validator = verdict.validator;
        await receive(answer.body, verdict.total === null);
        break;
      }
      await answer.discard();
      if (verdict.kind === 'complete') {
        journal.totalBytes = verdict.total;
        break;
      }
      if (verdict.kind === 'restart') {
        restarts += 1;
        if (restarts > maxRestarts) throw notWhole('inconsistent');
        await restart();
      } else if (verdict.kind === 'refresh-link') {
        refreshes += 1;
        if (refreshes > maxLinkRefreshes) throw new AppError('NOT_FOUND', { what: options.fileName });
        stale = url;
      } else if (verdict.kind === 'wait') {
        const seconds = retryAfterSeconds(verdict.retryAfter ?? undefined, options.now());
        const host = new URL(url).host;
        const reason =
          verdict.status === 429
            ? new AppError('RATE_LIMITED', { host, retryAfterSeconds: seconds })
            : new AppError('SERVICE_FAILED', {
                host,
                status: verdict.status,
                detail: `HTTP ${verdict.status}`,
              });
        throw new TransferDelay(reason, seconds === null ? null : options.now() + seconds * 1_000);
      } else {
        throw new AppError('REFUSED', {
          status: verdict.status,
          detail: `HTTP ${verdict.status}`,
          fields: {},
        });
      }
    }
    await file.datasync();
    const { size } = await file.stat();
    if (journal.totalBytes !== null && size !== journal.totalBytes) throw notWhole('size');
    return { sizeBytes: size, sha256: hash.digest('hex') };

    async function restart() {
      await file.truncate(0);
      Object.assign(journal, { doneBytes: 0, totalBytes: null, validator: null });
      options.save({ ...journal });
      hash = createHash('sha256');
    }

    /** Writes what comes in, in pieces of 1 MiB; after each `fdatasync` the journal is told. */
    async function receive(body: AsyncIterable<Uint8Array>, lengthUnknown: boolean) {
      let pending: Uint8Array[] = [];
      let pendingBytes = 0;
      let written = journal.doneBytes;
      let savedAt = options.now();
      const write = async () => {
        if (pendingBytes === 0) return;
        for (const piece of pending) hash.update(piece);
        await file.writev(pending, written);
        written += pendingBytes;
        pending = [];
        pendingBytes = 0;
      };
      const save = async () => {
        await file.datasync();
        journal.doneBytes = written;
        savedAt = options.now();
        options.save({ ...journal });
      };
      try {
        for await (const piece of body) {
          pending.push(piece);
          pendingBytes += piece.length;
          const total = written + pendingBytes;
          if (journal.totalBytes !== null && total > journal.totalBytes) throw notWhole('too-long');
          options.progress(total, journal.totalBytes);
          if (pendingBytes >= writeBytes) await write();
          if (written - journal.doneBytes >= saveEveryBytes || options.now() - savedAt >= saveEveryMs) {
            await write();
            await save();
          }
        }
      } finally {
        // Also when the stream broke: what arrived is kept.
        await write();
        await save();
      }
      if (lengthUnknown) journal.totalBytes = written;
      else if (written !== journal.totalBytes) throw cutShort();
      options.save({ ...journal });
    }
  } finally {
    await file.close();
  }

  function notWhole(detail: string) {
    return new AppError('FILE_NOT_WHOLE', { fileName: options.fileName, detail });
  }

  function cutShort() {
    return new TransferDelay(new AppError('UNREACHABLE', { host: '', reason: 'reset' }), null);
  }
}
