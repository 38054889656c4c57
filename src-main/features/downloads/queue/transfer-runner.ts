import { join } from 'node:path';
import {
  defaultFolderPattern,
  folderNames,
  readFolderPattern,
} from '../../../../src-preload/contract/folder-pattern.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { hasCode } from '../../../core/app-error.ts';
import { fetchFile } from '../../../transfer/fetch-file.ts';
import type { FetchFileOptions } from '../../../transfer/fetch-file-options.ts';
import { defaultPartSizes } from '../../../transfer/part-sizes.ts';
import type { SpeedLimit } from '../../../transfer/speed-limit.ts';
import { adoptPartial } from '../../../transfer/storage/adopt-partial.ts';
import type { CheckpointWriter } from '../../../transfer/storage/checkpoint-writer.ts';
import { createFilePlacer, type FileToPlace } from '../../../transfer/storage/file-placer.ts';
import { findFileMovedEarlier, type Place } from '../../../transfer/storage/final-place.ts';
import { cacheFreeSpace, ensureFreeSpace, freeBytesOf } from '../../../transfer/storage/free-space.ts';
import { emptyJournal } from '../../../transfer/storage/journal.ts';
import type { TransferThreads } from '../../../transfer/transfer-threads.ts';
import type { HashWorkerClient } from '../../../transfer/verification/hash-worker-client.ts';
import { expectationOf, maxBytesOf, verifyFile } from '../../../transfer/verification/verify-file.ts';
import type { ActiveTransfer, ActiveTransfers } from './active-transfers.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import type { DeliveryOptions } from './delivery-options.ts';
import type { TransferRow } from './transfer-row.ts';

const defaultStallMs = 30_000;

interface FetchedFile extends FileToPlace {
  fileId: LibraryFileId;
  sizeBytes: number;
  sha256: string;
}

interface TransferRunnerOptions {
  delivery: DeliveryOptions;
  active: ActiveTransfers;
  checkpoints: CheckpointWriter;
  hashes: HashWorkerClient;
  threads: TransferThreads;
  limit: SpeedLimit;
  /** Milliseconds of the transfers' clock. */
  now: () => number;
  /** Throws NOT_FOUND if the library does not know the file. */
  fileOf: (fileId: LibraryFileId) => DeliverableFile;
  /** Called when bytes were received. */
  onBytesReceived: () => void;
  /** Called whenever the transfer has changed. */
  changed: (fileId: LibraryFileId) => void;
  /** Called when all bytes were received: another transfer may receive now. */
  received: (fileId: LibraryFileId) => void;
}

/** Returns the path of a partial file. It is in the folder of the final place, because a rename from another drive would copy. */
export function partialPathOf(instance: string, fileId: LibraryFileId, folder: string): string {
  return join(folder, '.partial', `${instance}-${fileId}.part`);
}

/** Returns where an older version put the partial file; it may belong to another Nadir whose row has the same number. */
const olderPartialPathOf = (fileId: LibraryFileId, folder: string) =>
  join(folder, '.partial', `${fileId}.part`);

/** True if no byte of the file has ever been on disk. */
const isUntouched = ({ doneBytes, totalBytes, validator }: TransferRow) =>
  doneBytes === 0 && totalBytes === null && validator === null;

/** Returns the folders of a file by a pattern. The settings refuse one that cannot be read; a complete file is placed all the same. */
export function placeOf(file: DeliverableFile, pattern = defaultFolderPattern): Place {
  const read = readFolderPattern(pattern);
  if ('problem' in read) return placeOf(file);
  return { folders: folderNames(read.levels, file), fileName: file.fileName };
}

/** Gives complete files their final names and stores them as finished, in groups. */
function createPlacer({ delivery, checkpoints }: TransferRunnerOptions) {
  const { table } = delivery;
  return createFilePlacer<FetchedFile>({
    note: (files) =>
      table.inOneCommit(() => {
        for (const { file, path } of files) table.setPlace(file.fileId, path, file.sizeBytes);
      }),
    placed: (files) =>
      table.inOneCommit(() => {
        for (const { file, path } of files) {
          const { fileId, sizeBytes, sha256 } = file;
          checkpoints.forget(fileId);
          delivery.saved(fileId, { path, sizeBytes, sha256 });
          table.finish(fileId, { sizeBytes, sha256 });
        }
      }),
  });
}

/**
 * Creates the function that runs one transfer from its row to its final name. It throws the error that broke it off, or the
 * reason of its signal.
 */
export function createTransferRunner(
  options: TransferRunnerOptions,
): (row: TransferRow, transfer: ActiveTransfer) => Promise<void> {
  const { delivery } = options;
  const { table } = delivery;
  const placeFile = createPlacer(options);
  const freeBytes = cacheFreeSpace(delivery.freeBytes ?? freeBytesOf, options.now);
  return async (row, transfer) => {
    const { fileId } = row;
    const file = options.fileOf(fileId);
    const { folder, abort } = transfer;
    transfer.connectionId = file.scope.connectionId;
    // Before anything is looked for or created in it.
    if (folder === delivery.folder()) await delivery.ensureLibrary?.();
    const partial = partialPathOf(delivery.instance, fileId, folder);
    if (!isUntouched(row))
      await adoptPartial(olderPartialPathOf(fileId, folder), partial, table.journalOf(fileId));
    const placed = await findFileMovedEarlier(row, partial, abort.signal);
    const fetch = () =>
      fetchVerified(options, row, file, {
        fetchOptions: fetchOptionsOf(options, { row, file, transfer, freeBytes }),
        signal: abort.signal,
      });
    const fetched = placed ?? (await fetch());
    // If it was paused or removed while it was verified, it must not get its final name.
    abort.signal.throwIfAborted();
    await placeFile({
      fileId,
      place: placeOf(file, delivery.folderPattern?.()),
      library: folder,
      partial,
      placedPath: placed?.path ?? null,
      signal: abort.signal,
      sizeBytes: fetched.sizeBytes,
      sha256: fetched.sha256,
    });
  };
}

/** Resolves when the whole file is in its partial file and is a valid file of its kind. */
async function fetchVerified(
  { checkpoints }: TransferRunnerOptions,
  { fileId }: TransferRow,
  { kind, name, fileName }: DeliverableFile,
  { fetchOptions, signal }: { fetchOptions: FetchFileOptions; signal: AbortSignal },
): Promise<{ sizeBytes: number; sha256: string }> {
  const fetched = await fetchFile(fetchOptions, signal);
  const expected = expectationOf(kind, name, fileName);
  try {
    if (expected !== 'any') await verifyFile(fetchOptions.partialPath, fileName, expected, signal);
  } catch (error) {
    // It has the right length but is not the file: it is kept for inspection, and a retry begins from the start.
    if (hasCode(error, 'FILE_NOT_WHOLE')) checkpoints.save(fileId, emptyJournal, { kind: 'cleared' });
    throw error;
  }
  return fetched;
}

function fetchOptionsOf(
  options: TransferRunnerOptions,
  {
    row,
    file,
    transfer,
    freeBytes,
  }: {
    row: TransferRow;
    file: DeliverableFile;
    transfer: ActiveTransfer;
    freeBytes: (folder: string) => Promise<number | null>;
  },
): FetchFileOptions {
  const { delivery, active, checkpoints, hashes, threads, limit, now } = options;
  const { fileId } = row;
  const { scope, captureId, librarySceneId: scene, kind, name } = file;
  const { folder } = transfer;
  return {
    hashes,
    threads,
    limit,
    now,
    random: delivery.random,
    links: delivery.fetcher,
    connectionId: scope.connectionId,
    fileName: file.fileName,
    partialPath: partialPathOf(delivery.instance, fileId, folder),
    journal: isUntouched(row) ? emptyJournal : delivery.table.journalOf(fileId),
    link: (stale) => delivery.links.link({ scope, captureId, scene, kind, name }, stale),
    sceneModified: () => delivery.files([fileId])[0]?.sceneModified ?? null,
    save: (journal, note) => checkpoints.save(fileId, journal, note),
    received() {
      transfer.isVerifying = true;
      options.received(fileId);
    },
    progress(doneBytes, totalBytes, connections) {
      if (doneBytes > transfer.doneBytes) options.onBytesReceived();
      active.updateRate(transfer, { doneBytes, totalBytes, connections });
      options.changed(fileId);
    },
    restarted: (because) => delivery.table.setRestarted(fileId, because),
    ensureFreeSpace: (neededBytes) =>
      ensureFreeSpace({
        folder,
        neededBytes,
        promisedBytes: active.promisedBytesBeside(transfer),
        freeBytes,
      }),
    maxBytes: maxBytesOf(kind, name),
    connections: () => active.connectionsFor(transfer),
    stallMs: delivery.stallMs ?? defaultStallMs,
    parts: delivery.parts ?? defaultPartSizes,
  };
}
