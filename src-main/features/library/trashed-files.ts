import { lstat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { z } from 'zod';
import { catalogSceneSchema } from '../../core/catalog-scene.ts';
import { ensureFolderInside, type LibraryPath } from '../../core/library-path.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { createCatalogScenes } from './catalog-scenes.ts';
import type { FilesOnDisk } from './files-on-disk.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';
import { createSceneRestore } from './scene-restore.ts';

/** The files that are remembered, the newest ones. Each is looked for again and again, and an older trash is likely to be emptied. */
const maxFiles = 1_000;

/** What tells that a file has come back from the trash: moving it there and back changes neither. */
export interface TrashedContent {
  sizeBytes: number;
  modifiedNs: string;
}

const placeRow = z.object({
  id: z.number(),
  path: z.string(),
  root: z.string(),
  sizeBytes: z.number(),
  modifiedNs: z.string(),
});
const sceneRow = z.object({ scene: jsonColumn.pipe(catalogSceneSchema) });
type TrashedFile = z.infer<typeof placeRow>;

/** Resolves with the size and time of a plain file; null if there is none. */
export async function readContent(path: string): Promise<TrashedContent | null> {
  const entry = await lstat(path, { bigint: true }).catch(() => null);
  if (entry === null || !entry.isFile()) return null;
  return { sizeBytes: Number(entry.size), modifiedNs: String(entry.mtimeNs) };
}

const isInside = ({ path, root }: LibraryPath): Promise<boolean> =>
  ensureFolderInside(dirname(path), root).then(
    () => true,
    () => false,
  );

/**
 * Creates the memory of files that went to the trash. Their records are removed with them, and an imported scene with its last file, so a
 * file that the user restores from the trash would be one that nobody knows.
 */
export function createTrashedFiles({ store, now }: { store: Store; now: () => Date }) {
  const described = createCatalogScenes({ store, connection: () => null });
  const { restore } = createSceneRestore({ store, now });

  const forget = ({ id }: TrashedFile) => store.run('DELETE FROM trashed_file WHERE id = :id', { id });

  /** Records a file that is back, with its scene if that was removed. */
  function putBack(file: TrashedFile, library: string) {
    const { id, root } = file;
    const { rows } = readableRows(store, sceneRow, 'SELECT scene FROM trashed_file WHERE id = :id', { id });
    const folder = root === library ? {} : { folder: root };
    store.transaction(() => {
      for (const { scene } of rows)
        restore({ scene, connectionId: scene.source.connectionId, missing: [], ...folder });
      forget(file);
    });
  }

  return {
    /**
     * Remembers a file that was moved to the trash, before its record is removed. `root` is the library folder that it was in. Must be
     * called in a transaction.
     */
    note(
      { kind, name, librarySceneId }: Pick<FileRow, 'kind' | 'name' | 'librarySceneId'>,
      { path, root }: LibraryPath,
      { sizeBytes, modifiedNs }: TrashedContent,
    ) {
      const scene = described.get(root, librarySceneId)?.scene ?? null;
      const files = scene?.files.filter((file) => file.kind === kind && file.name === name) ?? [];
      // A thumbnail alone is no scene, and is fetched again.
      if (scene === null || files.length === 0) return;
      store.run('DELETE FROM trashed_file WHERE path = :path', { path });
      store.run(
        `INSERT INTO trashed_file (path, root, size_bytes, modified_ns, scene, trashed_at)
         VALUES (:path, :root, :sizeBytes, :modifiedNs, :scene, :at)`,
        {
          path,
          root,
          sizeBytes,
          modifiedNs,
          at: now().toISOString(),
          scene: JSON.stringify({ ...scene, files }),
        },
      );
      store.run(
        'DELETE FROM trashed_file WHERE id <= (SELECT id FROM trashed_file ORDER BY id DESC LIMIT 1 OFFSET :maxFiles)',
        { maxFiles },
      );
    },
    /** Looks once for all remembered files and records those that are back; resolves with their number. */
    async findRestored(
      { drives }: Pick<FilesOnDisk, 'drives'>,
      { isNamed }: Pick<SceneFiles, 'isNamed'>,
      library: string,
      signal: AbortSignal,
    ): Promise<number> {
      const remembered = store.all(
        placeRow,
        'SELECT id, path, root, size_bytes AS sizeBytes, modified_ns AS modifiedNs FROM trashed_file ORDER BY id',
      );
      let restored = 0;
      for (const file of remembered) {
        if (signal.aborted) break;
        const { path, root, sizeBytes, modifiedNs } = file;
        const content = await drives.ensureThere(path).then(
          () => readContent(path),
          () => null,
        );
        if (content === null || signal.aborted) continue;
        // A new download has taken its place, or an import.
        if ([path, relative(library, path)].some(isNamed)) forget(file);
        // It may be restored by copying, and not be whole yet.
        else if (content.sizeBytes === sizeBytes && content.modifiedNs === modifiedNs) {
          if (!(await isInside({ path, root }))) continue;
          putBack(file, library);
          restored += 1;
        }
      }
      return restored;
    },
  };
}

/** What `createTrashedFiles` returns. */
export type TrashedFiles = ReturnType<typeof createTrashedFiles>;
