import { lstat, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportTrouble } from '../../src-preload/contract/scene-imports.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import { diskTroubleOf } from '../core/disk-trouble.ts';
import { stampOf } from '../core/file-stamp.ts';
import {
  checksumOf,
  copyScene,
  createFolderNames,
  placeScene,
  SourceFileError,
  syncPlaced,
} from './copy/copy-scene.ts';
import { parseBounded } from './format/parse-json.ts';
import { type FoundStretch, piecesOf } from './found-scene.ts';
import type { PlacedFile } from './import-plan.ts';
import type { ImportFailure, ImportQuestion } from './import-thread.ts';
import { readAnswer } from './read/read-answer.ts';
import { readSource, type SourceTools } from './read/read-source.ts';

/** The folder in the library with what is being imported; the catalog leaves out folders with such names. */
export const importsFolder = '.importing';

const troubleOf = (error: unknown): ImportTrouble | null =>
  hasCode(error, 'DISK_FULL') ? 'disk-full' : diskTroubleOf(error);

/** A file that cannot be read because its whole folder is away is on a drive that may come back. */
async function isFolderAway({ problem, path }: SourceFileError): Promise<boolean> {
  if (problem !== 'missing' && problem !== 'unreadable') return false;
  return (await lstat(dirname(path)).catch(() => null)) === null;
}

/** Returns what the client is told of an error. */
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

/** True if the very files that were copied are there: another Nadir may have put copies of its own into a folder of this name. */
async function isWhole(folder: string, files: readonly PlacedFile[]): Promise<boolean> {
  for (const { place, sizeBytes, stamp } of files) {
    const entry = await lstat(join(folder, ...place.split('/')), { bigint: true }).catch(() => null);
    if (entry === null || !entry.isFile() || Number(entry.size) !== sizeBytes) return false;
    if (stamp !== undefined && stampOf(entry) !== stamp) return false;
  }
  return true;
}

/**
 * Says what became of the hidden folder of a scene. While it is there it was not renamed, and what has the final name is somebody
 * else's. Rejects if the library is away, also if it was so for a moment only: then nothing is known.
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
 * Removes a folder of imports with those of its scenes, whose names are its own with a number, and that of all imports if it is empty
 * then. No other folder is removed.
 */
async function removeHidden(folder: string): Promise<void> {
  const home = dirname(folder);
  if (basename(home) !== importsFolder) return;
  const prefix = `${basename(folder)}-`;
  const names = await readdir(home).catch((): string[] => []);
  const ofScenes = names.filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)));
  for (const name of ofScenes) await rm(join(home, name), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await rmdir(home).catch(() => undefined);
}

async function* inPieces(stretches: AsyncIterable<FoundStretch>): AsyncGenerator<FoundStretch> {
  for await (const stretch of stretches) yield* piecesOf(stretch);
}

/** Creates what the thread of imports does. One source is open at a time. */
export function createImportWork(
  tools: SourceTools & { syncFolder: (folder: string) => Promise<void> },
  copied: (bytes: number) => void,
) {
  let open: { reading: number; stretches: AsyncGenerator<FoundStretch> } | null = null;
  let freeFolder = createFolderNames();
  return async (question: ImportQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'read': {
        const { reading, source } = question;
        if (open?.reading !== reading) open = { reading, stretches: inPieces(readSource(source, tools)) };
        const next = await open.stretches.next();
        return next.done ? null : next.value;
      }
      case 'parse': {
        const parsed = parseBounded(question.text);
        return 'problem' in parsed ? parsed : readAnswer(parsed.value, question.address, tools.safeName);
      }
      case 'hash':
        return (await checksumOf(question.path, () => undefined)).sha256;
      case 'copy':
        return copyScene(question.scene, copied);
      case 'name':
        return freeFolder(question.parent, question.wanted);
      case 'place':
        return placeScene(question, tools.syncFolder).catch((error: unknown) => {
          // The name is free still, and the folder may be another one when its drive is back.
          freeFolder = createFolderNames();
          throw error;
        });
      case 'remove':
        return removeHidden(question.folder).then(() => null);
      case 'placed': {
        const found = await placedOf(question);
        // Whoever put it there may have ended before the name was flushed.
        if (found === 'whole') await syncPlaced(question.folder, tools.syncFolder);
        return found;
      }
    }
  };
}
