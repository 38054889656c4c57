import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { retryAfterSeconds } from '../service/refusal.ts';
import type { LinkFetcher, LinkResponse } from '../service/service-client.ts';
import { isKnownEncoding, looksLikePage, readBody } from './answer-body.ts';
import { judge, type Verdict } from './answer-rules.ts';
import { type Journal, openPartialFile, type PartialFile } from './partial-file.ts';
import { TransferDelay } from './transfer-delay.ts';

export interface FetchFileOptions {
  connectionId: ConnectionId;
  fileName: string;
  partialPath: string;
  journal: Readonly<Journal>;
  links: LinkFetcher;
  /** The newest link; given a refused one, a newer. */
  link: (stale: string | null) => Promise<string>;
  /** Called after the bytes have reached the disk. */
  save: (journal: Journal) => void;
  progress: (doneBytes: number, totalBytes: number | null) => void;
  now: () => number;
}

const maxRestarts = 3;
const maxLinkRefreshes = 4;

type Bytes = Extract<Verdict, { kind: 'bytes' }>;
/** What to do after an answer: it is whole, ask for what is left, begin again, or fetch a newer link. */
type Outcome = { kind: 'whole' | 'ask-again' | 'restart' } | { kind: 'refresh-link'; status: number };

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function isWhole({ doneBytes, totalBytes }: Readonly<Journal>): boolean {
  return totalBytes !== null && totalBytes > 0 && doneBytes === totalBytes;
}

/** A link that stays refused although it was renewed. */
function refusedLink(status: number, url: string, fileName: string): AppError {
  if (status === 401 || status === 403)
    return new AppError('UNAUTHORIZED', { host: hostOf(url), detail: `HTTP ${status}` });
  if (status < 300) return new AppError('BAD_ANSWER', { where: hostOf(url), detail: 'html' });
  return new AppError('NOT_FOUND', { what: fileName });
}

function delayOf(verdict: Extract<Verdict, { kind: 'wait' }>, url: string, now: number): TransferDelay {
  const seconds = retryAfterSeconds(verdict.retryAfter ?? undefined, now);
  const host = hostOf(url);
  const { status } = verdict;
  const reason =
    status === 429
      ? new AppError('RATE_LIMITED', { host, retryAfterSeconds: seconds })
      : new AppError('SERVICE_FAILED', { host, status, detail: `HTTP ${status}` });
  return new TransferDelay(reason, seconds === null ? null : now + seconds * 1_000);
}

/**
 * Fetches one file into its partial file, from where the journal says, by the rules of the field notes. Ends with the
 * whole file on disk and its sha256; throws TransferDelay to be tried again later, AppError when it cannot be had.
 */
export async function fetchFile(
  options: FetchFileOptions,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { partialPath: path, journal, save, now } = options;
  const partial = await openPartialFile({ path, journal, save, now }, signal);
  try {
    await fetchAll(options, partial, signal);
    await partial.flush();
    const result = partial.digest();
    const { totalBytes } = partial.journal;
    if (totalBytes !== null && result.sizeBytes !== totalBytes) throw notWhole(options.fileName, 'size');
    return result;
  } finally {
    await partial.close();
  }
}

function notWhole(fileName: string, detail: string): AppError {
  return new AppError('FILE_NOT_WHOLE', { fileName, detail });
}

async function fetchAll(options: FetchFileOptions, partial: PartialFile, signal: AbortSignal): Promise<void> {
  let stale: string | null = null;
  let restarts = 0;
  let refreshes = 0;
  while (!isWhole(partial.journal)) {
    const url = await options.link(stale);
    signal.throwIfAborted();
    stale = null;
    // Without a validator nothing says that the rest belongs to what is here: restart rather than splice.
    if (partial.journal.doneBytes > 0 && partial.journal.validator === null) await partial.restart();
    const outcome = await ask(options, partial, url, signal);
    if (outcome.kind === 'whole') return;
    if (outcome.kind === 'restart') {
      restarts += 1;
      if (restarts > maxRestarts) throw notWhole(options.fileName, 'inconsistent');
      await partial.restart();
    } else if (outcome.kind === 'refresh-link') {
      refreshes += 1;
      if (refreshes > maxLinkRefreshes) throw refusedLink(outcome.status, url, options.fileName);
      stale = url;
    }
  }
}

/** One request and what its answer brings. */
async function ask(
  options: FetchFileOptions,
  partial: PartialFile,
  url: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { doneBytes, validator, totalBytes } = partial.journal;
  const headers =
    doneBytes > 0 && validator !== null ? { range: `bytes=${doneBytes}-`, 'if-range': validator } : {};
  const answer = await options.links.get({ connectionId: options.connectionId, url, headers }, signal);
  try {
    const verdict = judge(answer.status, answer.headers, {
      from: doneBytes,
      validator,
      total: totalBytes,
      fileName: options.fileName,
    });
    switch (verdict.kind) {
      case 'bytes':
        return await receive(options, partial, { answer, verdict, url }, signal);
      case 'complete':
        partial.identify({ totalBytes: verdict.total, validator });
        return { kind: 'whole' };
      case 'wait':
        throw delayOf(verdict, url, options.now());
      case 'refused':
        throw new AppError('REFUSED', {
          status: verdict.status,
          detail: `HTTP ${verdict.status}`,
          fields: {},
        });
      default:
        return verdict;
    }
  } finally {
    await answer.discard();
  }
}

async function receive(
  options: FetchFileOptions,
  partial: PartialFile,
  { answer, verdict, url }: { answer: LinkResponse; verdict: Bytes; url: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { encoding, total, end } = verdict;
  if (!isKnownEncoding(encoding)) throw notWhole(options.fileName, `content-encoding ${encoding}`);
  let begun = false;
  /** Only a first piece that can be the file touches what is on disk. */
  const begin = async () => {
    begun = true;
    if (verdict.from !== partial.journal.doneBytes) await partial.restart();
    partial.identify({ totalBytes: total, validator: verdict.validator });
  };
  try {
    for await (const piece of readBody(answer.body, { encoding, host: hostOf(url) }, signal)) {
      if (!begun) {
        if (verdict.from === 0 && looksLikePage(piece) && !/\.html?$/i.test(options.fileName))
          return { kind: 'refresh-link', status: answer.status };
        await begin();
      }
      // More than was announced: not the answer it claims to be, nothing of it can be kept.
      if (end !== null && partial.receivedBytes + piece.length > end) return { kind: 'restart' };
      await partial.append(piece);
      options.progress(partial.receivedBytes, total);
    }
  } catch (error) {
    // What arrived before the stream broke is kept; of a disk that fails, what it has taken.
    if (error instanceof TransferDelay || signal.aborted) await partial.flush();
    else await partial.keepWritten().catch(() => undefined);
    throw error;
  }
  if (!begun) await begin();
  if (end === null) partial.identify({ totalBytes: partial.receivedBytes, validator: verdict.validator });
  await partial.flush();
  if (end !== null && partial.receivedBytes < end)
    throw new TransferDelay(new AppError('UNREACHABLE', { host: hostOf(url), reason: 'reset' }), null);
  return {
    kind:
      total === null
        ? end === null
          ? 'whole'
          : 'ask-again'
        : partial.receivedBytes === total
          ? 'whole'
          : 'ask-again',
  };
}
