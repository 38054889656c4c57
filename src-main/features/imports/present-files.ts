import { stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { CatalogSource } from '../../core/catalog-scene.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { ensureLibrary } from './ensure-library.ts';
import type { ImportOptions } from './import-options.ts';
import { ImportTroubleError } from './import-thread.ts';
import type { JudgePorts } from './judge-scene.ts';
import { isReachableFolder } from './reachable-folder.ts';

type Options = Pick<ImportOptions, 'library' | 'ensureLibrary' | 'scenesChanged'> & {
  ports: Pick<ImportOptions['ports'], 'known' | 'withSize' | 'absolute' | 'noteMissing'>;
};

/** Errors that mean that the file does not exist; others say nothing about it. */
const absent = new Set(['ENOENT', 'ENOTDIR']);

/** Symbolic links are followed, as in the rest of the library. */
const isGone = (path: string) =>
  stat(path).then(
    (entry) => !entry.isFile(),
    (error: unknown) => absent.has(systemErrorCode(error)),
  );

/**
 * Creates the queries of an import to the library's records, which count only files that exist. A recorded file may be gone: the user has
 * deleted it, or an undo was interrupted between the file and its record. Such a file is recorded as missing, so that it is imported
 * again. The queries reject with ImportTroubleError while the library is away.
 */
export function createPresentFiles(options: Options) {
  const { library, ports, scenesChanged } = options;
  /** A file outside of the library folder counts as present without a look, because its drive may be asleep. */
  async function isPresent({ fileId, path }: { fileId: LibraryFileId; path: string }): Promise<boolean> {
    const root = library();
    const absolute = ports.absolute(path);
    const below = relative(root, absolute);
    if (isAbsolute(below) || below.split(sep)[0] === '..') return true;
    if (!(await isGone(absolute))) return true;
    if (!(await isReachableFolder(root))) throw new ImportTroubleError('library-missing');
    // The folder may be the empty one below the mount point of the drive.
    await ensureLibrary(options);
    // The drive may have been away for a moment.
    if (!(await isGone(absolute))) return true;
    ports.noteMissing(fileId);
    scenesChanged();
    return false;
  }

  return {
    /** Resolves with a recorded scene, in which only files that exist have a path; null if it is not recorded. */
    async known(connectionId: string, source: CatalogSource) {
      const found = ports.known(connectionId, source);
      if (found === null) return null;
      const files: typeof found.files = [];
      for (const file of found.files) {
        const { fileId, path } = file;
        const isMissing = path !== null && !(await isPresent({ fileId, path }));
        files.push(isMissing ? { ...file, path: null } : file);
      }
      return { ...found, files };
    },
    /** Resolves with the scene that has a file of this content; null if there is none. */
    async sameContent(sizeBytes: number, hash: () => Promise<string>): Promise<string | null> {
      const candidates = ports.withSize(sizeBytes);
      if (candidates.length === 0) return null;
      const contentHash = await hash();
      for (const { sha256, sceneId, ...file } of candidates)
        if (sha256 === contentHash && (await isPresent(file))) return sceneId;
      return null;
    },
    absolute: ports.absolute,
  } satisfies Pick<JudgePorts, 'known' | 'sameContent' | 'absolute'>;
}
