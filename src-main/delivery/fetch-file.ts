import { AppError, hasCode } from '../app-error.ts';
import { tokensOf } from '../service/redact.ts';
import type { Moved, RestartReason } from './answer-rules.ts';
import { type BlockFile, openBlockFile } from './block-file.ts';
import { type FetchFileOptions, fetchRanges } from './fetch-ranges.ts';
import { haveSameBytes } from './have-same-bytes.ts';
import type { Journal, SaveJournal } from './journal.ts';

const maxRestarts = 3;

/**
 * Some edges make the ETag of a link from its token. It is needed as it came as long as the transfer runs; what is noted of it
 * is not: asked for with that, the server says that it moved, and the bytes are compared.
 */
function withoutTokens(journal: Journal, tokens: ReadonlySet<string>): Journal {
  const clean = (text: string | null) => {
    let left = text;
    for (const token of tokens) left = left?.replaceAll(token, '***') ?? null;
    return left;
  };
  return { ...journal, validator: clean(journal.validator), lastModified: clean(journal.lastModified) };
}

/**
 * Fetches one file into its partial file, from where the journal says, by the rules of the field notes. Ends with the
 * whole file on disk and its sha256; throws TransferDelay to be tried again later, AppError when it cannot be had.
 */
export async function fetchFile(
  options: FetchFileOptions,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { partialPath: path, journal, hashes, now, connections } = options;
  const tokens = new Set<string>();
  const save: SaveJournal = (noted, note) => options.save(withoutTokens(noted, tokens), note);
  const link = async (stale: string | null) => {
    const url = await options.link(stale);
    for (const token of tokensOf(url)) tokens.add(token);
    return url;
  };
  const diskFailed = new AbortController();
  const onError = (error: unknown) => diskFailed.abort(error);
  const file = await openBlockFile({ path, journal, save, hashes, now, connections, onError });
  try {
    const signals = { signal, diskFailed: diskFailed.signal };
    await fetchAll({ ...options, link }, file, signals).catch(async (error: unknown) => {
      // What arrived before it broke is kept; of a disk that fails, what it has taken. What nobody could go on with takes no room.
      const bytes = Math.max(file.writtenBytes(), file.version.totalBytes ?? 0);
      const isTooLarge = options.mostBytes !== undefined && bytes > options.mostBytes;
      const useless = isTooLarge || (hasCode(error, 'DISK_FULL') && file.version.validator === null);
      await (useless ? file.restart() : file.keepWritten()).catch(() => undefined);
      throw error;
    });
    options.received();
    await file.flush();
    const result = await file.digest();
    const { totalBytes } = file.version;
    if (totalBytes !== null && result.sizeBytes !== totalBytes) throw notWhole(options.fileName, 'size');
    signal.throwIfAborted();
    return result;
  } finally {
    await file.close();
  }
}

function notWhole(fileName: string, detail: string): AppError {
  return new AppError('FILE_NOT_WHOLE', { fileName, detail });
}

/** Nothing but the ETag moved: neither the date of the file, nor, where there is none, that of the scene. */
function onlyTagMoved(options: FetchFileOptions, file: BlockFile, moved: Moved): boolean {
  const { lastModified, sceneModified } = file.version;
  if (lastModified !== null || moved.lastModified !== null) return lastModified === moved.lastModified;
  return sceneModified !== null && sceneModified === options.sceneModified();
}

async function fetchAll(
  options: FetchFileOptions,
  file: BlockFile,
  signals: { signal: AbortSignal; diskFailed: AbortSignal },
): Promise<void> {
  let restarts = 0;
  let single = false;
  const restart = async (because: RestartReason | null) => {
    restarts += 1;
    if (restarts > maxRestarts) throw notWhole(options.fileName, 'inconsistent');
    await file.restart();
    options.restarted(because);
  };
  for (;;) {
    // Without a validator nothing says that the rest belongs to what is here: restart rather than splice.
    if (file.writtenBytes() > 0 && file.version.validator === null && !isWhole(file)) {
      await file.restart();
      options.restarted(null);
    }
    const end = await fetchRanges(options, file, single, signals);
    if (end.kind === 'whole') return;
    if (end.kind === 'restart') await restart(end.because);
    else if (end.kind === 'no-ranges') {
      single = true;
      await restart(null);
    } else if (
      onlyTagMoved(options, file, end.moved) &&
      (await haveSameBytes({ ...options, file, url: end.url, moved: end.moved }, signals.signal))
    )
      file.identify({ validator: end.moved.validator, lastModified: end.moved.lastModified });
    else await restart('changed-bytes');
  }
}

function isWhole(file: BlockFile): boolean {
  const { totalBytes } = file.version;
  return totalBytes !== null && totalBytes > 0 && file.writtenBytes() === totalBytes;
}
