import { isAbsolute, resolve } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type LibraryFolder,
  type LibraryFolderId,
  mostLibraryFolders,
} from '../../src-preload/contract/library-folders.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import type { FolderReadings } from './folder-readings.ts';
import { asPrefix, canRead, type FolderWatch } from './folder-watch.ts';
import type { FolderRow, FoldersTable } from './folders-table.ts';

/** What the list of further library folders needs. */
export interface FolderListOptions {
  store: Pick<Store, 'transaction'>;
  table: FoldersTable;
  watch: Pick<FolderWatch, 'rows' | 'reload' | 'probe'>;
  readings: FolderReadings;
  /** The folder of new downloads, absolute. */
  mainFolder: () => string;
  /** Makes another folder that of new downloads; throws FOLDER_NOT_WRITABLE. */
  setMainFolder: (path: string) => Promise<unknown>;
  /** Called when the list has changed. */
  changed: () => void;
  /** Called when records of files have changed. */
  filesChanged: () => void;
}

const isWithin = (folder: string, path: string) => asPrefix(path).startsWith(asPrefix(folder));

/** Creates what a person can do with the list of further library folders. Nothing of it changes a file in one of them. */
export function createFolderList(options: FolderListOptions) {
  const { store, table, watch, readings, mainFolder, changed, filesChanged } = options;

  /** Returns a path as it is stored; throws INVALID_INPUT for one that cannot be a further folder. */
  function checkedPath(typed: string, own: LibraryFolderId | null): string {
    const refused = (why: string) => new AppError('INVALID_INPUT', { fields: { path: [why] } });
    if (!isAbsolute(typed)) throw refused('validation.absolutePath');
    const path = resolve(typed);
    const others = watch.rows().filter(({ id }) => id !== own);
    const taken = [mainFolder(), ...others.map((row) => row.path)];
    if (taken.some((other) => isWithin(other, path) || isWithin(path, other)))
      throw refused('validation.folderOverlaps');
    if (others.length >= mostLibraryFolders) throw refused('validation.tooManyFolders');
    return path;
  }

  function rowOf(id: LibraryFolderId): FolderRow {
    const row = watch.rows().find((each) => each.id === id);
    if (row === undefined) throw new AppError('NOT_FOUND', { what: `library folder ${id}` });
    return row;
  }

  async function ensureReadable(id: LibraryFolderId): Promise<void> {
    const row = rowOf(id);
    const state = await watch.probe(row);
    if (!canRead(state)) throw new AppError('FOLDER_AWAY', { path: row.path, state });
  }

  /** Does a change of many records a stretch at a time, because it reads all of them. */
  async function inStretches(work: Generator<void>): Promise<void> {
    while (store.transaction(() => work.next()).done !== true) await yieldToEventLoop();
  }

  function toFolder({ id, path, state, seenAt, scenes }: FolderRow): LibraryFolder {
    const reading = readings.of(id);
    const isReading = reading?.state === 'running';
    return {
      ...{ id, path, state, seenAt, scenes },
      reading: isReading ? { entries: reading.entries, scenes: reading.scenes } : null,
      problemCount: reading?.problemCount ?? 0,
    };
  }

  return {
    list: () => ({ main: mainFolder(), folders: watch.rows().map(toFolder) }),
    async add(typed: string): Promise<LibraryFolder> {
      const { id } = table.add(checkedPath(typed, null), 'sleeping');
      watch.reload();
      try {
        await ensureReadable(id);
      } catch (error) {
        table.remove(id);
        watch.reload();
        throw error;
      }
      readings.start(rowOf(id));
      changed();
      return toFolder(rowOf(id));
    },
    async remove(id: LibraryFolderId): Promise<void> {
      const { path } = rowOf(id);
      await readings.cancel(id);
      table.remove(id);
      watch.reload();
      await inStretches(table.forgetFiles(asPrefix(path)));
      changed();
      filesChanged();
    },
    async relocate(id: LibraryFolderId, typed: string): Promise<LibraryFolder> {
      const path = checkedPath(typed, id);
      const before = rowOf(id);
      await readings.cancel(id);
      table.setPath(id, path);
      watch.reload();
      try {
        await ensureReadable(id);
      } catch (error) {
        table.setPath(id, before.path);
        watch.reload();
        throw error;
      }
      await inStretches(table.moveFiles(asPrefix(before.path), asPrefix(path)));
      readings.start(rowOf(id));
      changed();
      filesChanged();
      return toFolder(rowOf(id));
    },
    async use(id: LibraryFolderId): Promise<void> {
      await ensureReadable(id);
      await readings.cancel(id);
      const { path } = rowOf(id);
      const before = mainFolder();
      await options.setMainFolder(path);
      // From now on the two have changed their places; no file of either was touched.
      table.remove(id);
      const other = table.add(before, 'there');
      watch.reload();
      await watch.probe(other);
      changed();
    },
    async read(id: LibraryFolderId): Promise<void> {
      await ensureReadable(id);
      readings.start(rowOf(id));
    },
    /** Reads a folder that can be read again; one that was removed meanwhile is no more. */
    isBack(id: LibraryFolderId) {
      const row = watch.rows().find((each) => each.id === id);
      if (row !== undefined) readings.start(row);
    },
    /** Ends the reading of folders that cannot be read any more: it would wait for the drive. */
    endLostReadings: () =>
      Promise.all(watch.rows().flatMap(({ id, state }) => (canRead(state) ? [] : [readings.cancel(id)]))),
  };
}
