import { stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { CatalogSource } from '../core/catalog-scene.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { ImportOptions } from './import-options.ts';
import { ImportTroubleError } from './import-thread.ts';
import type { JudgePorts } from './judge-scene.ts';
import { isReachableFolder } from './reachable-folder.ts';

type Options = Pick<ImportOptions, 'library' | 'scenesChanged'> & {
  ports: Pick<ImportOptions['ports'], 'known' | 'withSize' | 'absolute' | 'noteMissing'>;
};

/** Another error than these says nothing of the file itself. */
const absent = new Set(['ENOENT', 'ENOTDIR']);

/** A link counts as what it leads to, as in the rest of the library. */
const isGone = (path: string) =>
  stat(path).then(
    (entry) => !entry.isFile(),
    (error: unknown) => absent.has(systemErrorCode(error)),
  );

/**
 * Creates what an import asks of the library's records. A record may be of a file that is gone: the user has deleted it, or taking it
 * back was interrupted between the file and its record. Such a file is recorded as missing, so that it is imported again. What it
 * returns rejects with ImportTroubleError when a file cannot be found because the library is away.
 */
export function createFilesThere({ library, ports, scenesChanged }: Options) {
  /**
   * For a file elsewhere, whose drive may be asleep, the record counts. While the library itself is away nobody knows: an import that
   * calls a file there brings nothing.
   */
  async function isThere({ fileId, path }: { fileId: LibraryFileId; path: string }): Promise<boolean> {
    const root = library();
    const absolute = ports.absolute(path);
    const below = relative(root, absolute);
    if (isAbsolute(below) || below.split(sep)[0] === '..') return true;
    if (!(await isGone(absolute))) return true;
    if (!(await isReachableFolder(root))) throw new ImportTroubleError('library-missing');
    // Its drive may have been away for a moment.
    if (!(await isGone(absolute))) return true;
    ports.noteMissing(fileId);
    scenesChanged();
    return false;
  }

  return {
    /** Resolves with the scene of this name, in which only files that are there have a path; null if it is not recorded. */
    async known(connectionId: string, source: CatalogSource) {
      const found = ports.known(connectionId, source);
      if (found === null) return null;
      const files: typeof found.files = [];
      for (const file of found.files) {
        const { fileId, path } = file;
        const isGoneNow = path !== null && !(await isThere({ fileId, path }));
        files.push(isGoneNow ? { ...file, path: null } : file);
      }
      return { ...found, files };
    },
    /** Resolves with the scene that has a file of this content; null if none has. */
    async sameContent(sizeBytes: number, hash: () => Promise<string>): Promise<string | null> {
      const candidates = ports.withSize(sizeBytes);
      if (candidates.length === 0) return null;
      const own = await hash();
      for (const { sha256, sceneId, ...file } of candidates)
        if (sha256 === own && (await isThere(file))) return sceneId;
      return null;
    },
  } satisfies Pick<JudgePorts, 'known' | 'sameContent'>;
}
