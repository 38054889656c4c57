import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ImportCopyId, importCopyIdSchema } from '../../../src-preload/contract/scene-imports.ts';
import { AppError } from '../../core/app-error.ts';
import { foldedName } from '../../core/folded-name.ts';
import { makeFolders } from '../../core/make-folders.ts';
import { writeAllTo } from '../../core/write-all-at.ts';
import { diskError } from '../../store/disk-error.ts';

/** A file that the page is sending. `last` is the last write, after which the next one starts. */
interface Receiving {
  file: FileHandle;
  path: string;
  name: string;
  sizeBytes: number;
  receivedBytes: number;
  last: Promise<unknown>;
}

const maxAtOnce = 1_000;

/**
 * Creates the receiver of files that the page sends, for hosts that do not know the paths of dropped files. They are written to hidden
 * folders of the library, from which the import moves them.
 */
export function createReceivedFiles({
  folder,
  ensureLibrary,
  safeName,
  syncFolder,
}: {
  /** Rejects with FOLDER_AWAY while the library is away, so that nothing is received in its place. */
  ensureLibrary?: () => Promise<void>;
  /** Returns the path of the hidden folder, which need not exist. */
  folder: () => string;
  safeName: (name: string) => string;
  /** Flushes the names in a folder. */
  syncFolder: (folder: string) => Promise<void>;
}) {
  const all = new Map<ImportCopyId, Receiving>();

  function fileOf(id: ImportCopyId): Receiving {
    const found = all.get(id);
    if (found === undefined) throw new AppError('NOT_FOUND', { what: `file ${id}` });
    return found;
  }

  async function discard(id: ImportCopyId): Promise<void> {
    const found = all.get(id);
    if (found === undefined) return;
    all.delete(id);
    await found.last.catch(() => undefined);
    await found.file.close().catch(() => undefined);
    await rm(dirname(found.path), { recursive: true, force: true });
  }

  return {
    /** Creates an empty file; resolves with its id. Throws DISK_FULL if there is no space for it, CONFLICT if too many are being sent. */
    async begin({ name, sizeBytes }: { name: string; sizeBytes: number }): Promise<ImportCopyId> {
      if (all.size >= maxAtOnce) throw new AppError('CONFLICT', { detail: 'too many files' });
      const id = importCopyIdSchema.parse(randomBytes(6).toString('hex'));
      const own = `${folder()}-copy-${id}`;
      const path = join(own, safeName(basename(name.replaceAll('\\', '/'))));
      try {
        await ensureLibrary?.();
        await makeFolders(own);
        const { bavail, bsize } = await statfs(own);
        if (bavail * bsize < sizeBytes)
          throw new AppError('DISK_FULL', { path: own, neededBytes: sizeBytes });
        const file = await open(path, 'wx', 0o644);
        all.set(id, { file, path, name, sizeBytes, receivedBytes: 0, last: Promise.resolve() });
        return id;
      } catch (error) {
        await rm(own, { recursive: true, force: true }).catch(() => undefined);
        throw diskError(error, dirname(own));
      }
    },
    /** Appends bytes. Throws FILE_NOT_WHOLE if they are more than announced; the error of the disk removes the file. */
    async add(id: ImportCopyId, base64: string): Promise<void> {
      const each = fileOf(id);
      const bytes = Buffer.from(base64, 'base64');
      const at = each.receivedBytes;
      if (at + bytes.length > each.sizeBytes)
        throw new AppError('FILE_NOT_WHOLE', { fileName: each.name, detail: 'size' });
      each.receivedBytes += bytes.length;
      const written = each.last.then(() => writeAllTo(each.file, bytes, at));
      each.last = written.catch(() => undefined);
      await written.catch(async (error: unknown) => {
        await discard(id);
        throw diskError(error, dirname(each.path));
      });
    },
    /** Removes a file that is being sent. */
    discard,
    /** True while the page is sending a file. */
    isBusy: () => all.size > 0,
    /** Moves received files into one folder; resolves with their paths. Throws FILE_NOT_WHOLE if bytes are missing. */
    async finish(ids: readonly ImportCopyId[], into: string): Promise<string[]> {
      const paths: string[] = [];
      const left: string[] = [];
      const taken = new Set<string>();
      await makeFolders(into);
      for (const id of ids) {
        const each = fileOf(id);
        await each.last;
        if (each.receivedBytes !== each.sizeBytes)
          throw new AppError('FILE_NOT_WHOLE', { fileName: each.name, detail: 'size' });
        all.delete(id);
        // An interrupted import continues from these files, even after a power cut.
        await each.file.sync().finally(() => each.file.close());
        const name = basename(each.path);
        // Files of the same name come from different folders.
        const home = taken.has(foldedName(name)) ? join(into, id) : into;
        taken.add(foldedName(name));
        await makeFolders(home);
        await rename(each.path, join(home, name));
        left.push(dirname(each.path));
        paths.push(join(home, name));
      }
      // Once for each folder, because a flush waits for the drive.
      for (const home of new Set(paths.map((path) => dirname(path)))) await syncFolder(home);
      for (const folder of left) await rm(folder, { recursive: true, force: true });
      return paths;
    },
    async close(): Promise<void> {
      for (const id of [...all.keys()]) await discard(id);
    },
  };
}

/** What `createReceivedFiles` returns. */
export type ReceivedFiles = ReturnType<typeof createReceivedFiles>;
