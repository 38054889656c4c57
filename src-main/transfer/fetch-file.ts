import { AppError, hasCode } from '../core/app-error.ts';
import { tokensOf } from '../service/redaction/redact.ts';
import type { RestartReason, ValidatorChange } from './answer-rules.ts';
import type { FetchFileOptions } from './fetch-file-options.ts';
import { fetchRanges } from './fetch-ranges.ts';
import { haveSameBytes } from './have-same-bytes.ts';
import { type BlockFile, openBlockFile } from './storage/block-file.ts';
import type { Journal } from './storage/journal.ts';

const maxRestarts = 3;

interface FetchSignals {
  signal: AbortSignal;
  diskFailed: AbortSignal;
}

/**
 * Some edge servers derive the ETag of a link from its token. The transfer needs the ETag unchanged while it runs, but a token
 * must not be stored. Later the masked ETag does not match, the service reports another validator, and the bytes are compared.
 */
function withoutTokens(journal: Journal, tokens: ReadonlySet<string>): Journal {
  const clean = (text: string | null) => {
    let cleaned = text;
    for (const token of tokens) cleaned = cleaned?.replaceAll(token, '***') ?? null;
    return cleaned;
  };
  return { ...journal, validator: clean(journal.validator), lastModified: clean(journal.lastModified) };
}

/** Returns options that remember the tokens of each link and mask them in the journal. */
function withHiddenTokens(options: FetchFileOptions): FetchFileOptions {
  const tokens = new Set<string>();
  return {
    ...options,
    save: (journal, note) => options.save(withoutTokens(journal, tokens), note),
    async link(stale) {
      const url = await options.link(stale);
      for (const token of tokensOf(url)) tokens.add(token);
      return url;
    },
  };
}

/**
 * Fetches one file into its partial file, from where the journal ends, by the rules of service §11.1. Resolves when the whole
 * file is on disk. Throws TransferDelay if it should be retried later, an AppError if the file cannot be had, the disk's error,
 * or the reason of the signal.
 */
export async function fetchFile(
  fetchOptions: FetchFileOptions,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const options = withHiddenTokens(fetchOptions);
  const { partialPath: path, journal, save, hashes, now, connections } = options;
  const diskFailed = new AbortController();
  const onError = (error: unknown) => diskFailed.abort(error);
  const file = await openBlockFile({ path, journal, save, hashes, now, connections, onError });
  try {
    await fetchAll(options, file, { signal, diskFailed: diskFailed.signal }).catch(async (error: unknown) => {
      await keepUsableBytes(options, file, error).catch(() => undefined);
      throw error;
    });
    options.received();
    await file.flush();
    const fetched = await file.digest();
    const { totalBytes } = file.version;
    if (totalBytes !== null && fetched.sizeBytes !== totalBytes) throw notWhole(options.fileName, 'size');
    signal.throwIfAborted();
    return fetched;
  } finally {
    await file.close();
  }
}

function notWhole(fileName: string, detail: string): AppError {
  return new AppError('FILE_NOT_WHOLE', { fileName, detail });
}

/**
 * Keeps the bytes received before the failure; after a disk failure, those that were written. Bytes that cannot be resumed are
 * removed.
 */
async function keepUsableBytes(
  { maxBytes }: FetchFileOptions,
  file: BlockFile,
  error: unknown,
): Promise<void> {
  const bytes = Math.max(file.writtenBytes(), file.version.totalBytes ?? 0);
  const isTooLarge = maxBytes !== undefined && bytes > maxBytes;
  const isUseless = isTooLarge || (hasCode(error, 'DISK_FULL') && file.version.validator === null);
  await (isUseless ? file.restart() : file.keepWritten());
}

/** True if only the ETag changed: not the date of the file or, if there is none, that of the scene. */
function hasOnlyTagChanged(
  options: FetchFileOptions,
  file: BlockFile,
  validatorChange: ValidatorChange,
): boolean {
  const { lastModified, sceneModified } = file.version;
  if (lastModified !== null || validatorChange.lastModified !== null)
    return lastModified === validatorChange.lastModified;
  return sceneModified !== null && sceneModified === options.sceneModified();
}

/** Downloads all that is missing; starts again if the bytes on disk are not from this file any more. */
async function fetchAll(options: FetchFileOptions, file: BlockFile, signals: FetchSignals): Promise<void> {
  let restarts = 0;
  let isSingle = false;
  const restart = async (because: RestartReason | null) => {
    restarts += 1;
    if (restarts > maxRestarts) throw notWhole(options.fileName, 'inconsistent');
    await file.restart();
    options.restarted(because);
  };
  for (;;) {
    // Without a validator nothing proves that the rest belongs to the bytes on disk, so they are not joined.
    if (file.writtenBytes() > 0 && file.version.validator === null && !isWhole(file)) {
      await file.restart();
      options.restarted(null);
    }
    const end = await fetchRanges(options, file, isSingle, signals);
    if (end.kind === 'whole') return;
    if (end.kind === 'restart') await restart(end.because);
    else if (end.kind === 'no-ranges') {
      isSingle = true;
      await restart(null);
    } else if (
      hasOnlyTagChanged(options, file, end.validatorChange) &&
      (await haveSameBytes(
        { ...options, file, url: end.url, validatorChange: end.validatorChange },
        signals.signal,
      ))
    )
      file.identify({
        validator: end.validatorChange.validator,
        lastModified: end.validatorChange.lastModified,
      });
    else await restart('changed-bytes');
  }
}

function isWhole(file: BlockFile): boolean {
  const { totalBytes } = file.version;
  return totalBytes !== null && totalBytes > 0 && file.writtenBytes() === totalBytes;
}
