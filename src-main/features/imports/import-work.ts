import { lstat, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportTrouble } from '../../../src-preload/contract/scene-imports.ts';
import { hasCode, isAppError, toStoredError } from '../../core/app-error.ts';
import { diskTroubleOf } from '../../core/disk-trouble.ts';
import { stampOf } from '../../core/file-stamp.ts';
import {
  checksumOf,
  copyScene,
  createFolderNames,
  placeScene,
  SourceFileError,
  samplesOf,
  syncPlaced,
} from './copy/copy-scene.ts';
import { parseBounded } from './format/parse-json.ts';
import { createBatchCollector, type FoundBatch, splitBatch } from './found-scene.ts';
import type { PlacedFile } from './import-plan.ts';
import type { ImportFailure, ImportQuestion } from './import-thread.ts';
import { buildScene, describeFetched } from './read/build-scene.ts';
import { readAnswer } from './read/read-answer.ts';
import { readSource, type SourceTools } from './read/read-source.ts';

/** The hidden folder in the library for files that are being imported; the catalog leaves out folders with such names. */
export const importsFolder = '.importing';

const troubleOf = (error: unknown): ImportTrouble | null =>
  hasCode(error, 'DISK_FULL') ? 'disk-full' : diskTroubleOf(error);

/** True if the whole folder of the file is away: its drive may come back. */
async function isFolderAway({ problem, path }: SourceFileError): Promise<boolean> {
  if (problem !== 'missing' && problem !== 'unreadable') return false;
  return (await lstat(dirname(path)).catch(() => null)) === null;
}

/** Resolves with an error as the failure that is posted to the client. */
export async function failureOf(error: unknown): Promise<ImportFailure> {
  if (error instanceof SourceFileError) {
    if (await isFolderAway(error)) return { trouble: 'source-missing' };
    return { source: { problem: error.problem, path: error.path } };
  }
  const trouble = troubleOf(error);
  if (trouble !== null) return { trouble };
  if (isAppError(error)) return { refused: toStoredError(error) };
  return { failed: error instanceof Error ? error : new Error(String(error)) };
}

/** True if the folder has exactly the files that were copied: another Nadir may have placed its own copies in a folder of this name. */
async function isWhole(folder: string, files: readonly PlacedFile[]): Promise<boolean> {
  for (const { place, sizeBytes, stamp } of files) {
    const entry = await lstat(join(folder, ...place.split('/')), { bigint: true }).catch(() => null);
    if (entry === null || !entry.isFile() || Number(entry.size) !== sizeBytes) return false;
    if (stamp !== undefined && stampOf(entry) !== stamp) return false;
  }
  return true;
}

/**
 * Resolves with what happened to the hidden folder of a scene. While it exists it was not renamed, and a folder with the final name belongs
 * to another Nadir. Rejects if the library is or was away, because then this cannot be known.
 */
async function placedOf({ library, staging, folder, files }: Extract<ImportQuestion, { ask: 'placed' }>) {
  await stat(library);
  const isHidden = async () => (await lstat(staging).catch(() => null)) !== null;
  if (await isHidden()) return 'never';
  if (await isWhole(folder, files)) return 'whole';
  await stat(library);
  if (await isHidden()) return 'never';
  return (await isWhole(folder, files)) ? 'whole' : 'in-part';
}

/**
 * Removes the hidden folder of an import and those of its scenes, which have its name with a number, and then the folder of all imports if
 * it is empty. No other folder is removed.
 */
async function removeHidden(folder: string): Promise<void> {
  const home = dirname(folder);
  if (basename(home) !== importsFolder) return;
  const prefix = `${basename(folder)}-`;
  // A link in its place leads to somebody else's files.
  if ((await lstat(home).catch(() => null))?.isDirectory() !== true) return;
  const names = await readdir(home).catch((): string[] => []);
  const ofScenes = names.filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)));
  for (const name of ofScenes) await rm(join(home, name), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await rmdir(home).catch(() => undefined);
}

async function* splitAll(batches: AsyncIterable<FoundBatch>): AsyncGenerator<FoundBatch> {
  for await (const batch of batches) yield* splitBatch(batch);
}

/** Creates the function that answers questions in the import thread. One source is open at a time. */
export function createImportWork(
  tools: SourceTools & { syncFolder: (folder: string) => Promise<void> },
  onCopied: (bytes: number) => void,
) {
  let open: { reading: number; batches: AsyncGenerator<FoundBatch> } | null = null;
  let freeFolder = createFolderNames();
  return async (question: ImportQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'read': {
        const { reading, source } = question;
        if (open?.reading !== reading) open = { reading, batches: splitAll(readSource(source, tools)) };
        const next = await open.batches.next();
        return next.done ? null : next.value;
      }
      case 'parse': {
        const parsed = parseBounded(question.text);
        return 'problem' in parsed ? parsed : readAnswer(parsed.value, question.address, tools.safeName);
      }
      case 'build': {
        const { label, scene, files } = question;
        const out = createBatchCollector();
        await buildScene({ tools, out }, label, scene, files);
        return out.take();
      }
      case 'describe':
        return describeFetched(tools, question.scene, question.rasters);
      case 'hash':
        return (await checksumOf(question.path, () => undefined)).sha256;
      case 'samples':
        return samplesOf(question.path);
      case 'copy':
        return copyScene(question.scene, onCopied);
      case 'name':
        return freeFolder(question.parent, question.wanted);
      case 'place':
        return placeScene(question, tools.syncFolder).catch((error: unknown) => {
          // The name is still free, and the names in the parent may have changed when its drive is back.
          freeFolder = createFolderNames();
          throw error;
        });
      case 'remove':
        return removeHidden(question.folder).then(() => null);
      case 'placed': {
        const found = await placedOf(question);
        // The process that placed the folder may have ended before it flushed the name.
        if (found === 'whole') await syncPlaced(question.folder, tools.syncFolder);
        return found;
      }
    }
  };
}
