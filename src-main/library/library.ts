import { existsSync } from 'node:fs';
import { access, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CaptureId, LibraryFileId, Scope } from '../../src-preload/contract/ids.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import type { RasterInfo, SceneDetails } from '../../src-preload/contract/library.ts';
import { AppError } from '../app-error.ts';
import type { ResolvedFile } from '../core/resolved-file.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { Store } from '../store/store.ts';
import { folderContent } from './folder-content.ts';
import type { RasterDesk } from './raster-desk.ts';
import type { FileRow } from './scene-files.ts';
import { createSceneIntake } from './scene-intake.ts';
import type { SceneLinks } from './scene-links.ts';
import type { SceneTable } from './scene-table.ts';

/** Records looked at without a pause, a few milliseconds, and the pause: a start has better things to do. */
const sweepStep = 200;
const sweepPauseMs = 20;

export interface LibraryOptions {
  store: Store;
  table: SceneTable;
  links: SceneLinks;
  rasters: RasterDesk;
  folder: () => string;
  changed: (topic: 'scenes' | 'library') => void;
  /** New thumbnails are fetched at once so that lists have pictures. */
  wantThumbnails: (fileIds: LibraryFileId[]) => void;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Answers in the order of the things, of which two are asked at a time. */
async function inTwos<T, R>(
  things: readonly T[],
  ask: (thing: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < things.length; at += 2)
    answers.push(...(await Promise.all(things.slice(at, at + 2).map((thing, i) => ask(thing, at + i)))));
  return answers;
}

/** How far below the library folder its files lie: `<project>/<scene>/<file>`, and `<folder>/<file>` of some. */
const placeDepths = [3, 2] as const;

/** Of pictures in a list, of which some twenty are seen at once, and of one that is looked at. */
const mostPixels = { thumbnail: 2_000_000, preview: 25_000_000 } as const;

/** Names the served files; the pixels themselves never cross the bridge. */
export function createLibrary({
  store,
  table,
  links,
  rasters,
  folder,
  changed,
  wantThumbnails,
}: LibraryOptions) {
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder(), path));

  /** On disk right now? A drive may be gone and come back: the record follows, nothing is forgotten. */
  function check(file: Pick<FileRow, 'fileId' | 'path' | 'missing'>): string | null {
    if (file.path === null) return null;
    const path = absolute(file.path);
    const there = existsSync(path);
    note(file, there);
    return there ? path : null;
  }

  function note({ fileId, missing }: Pick<FileRow, 'fileId' | 'missing'>, there: boolean) {
    if (there === (missing === 0)) return;
    table.markMissing(fileId, !there);
    changed('library');
  }

  /**
   * Where in the library folder a file lies that is no longer where it was: the folder was moved. Known by its project, scene, name
   * and size; the path below the library, or null.
   */
  async function refound({ path, sizeBytes }: Pick<FileRow, 'path' | 'sizeBytes'>): Promise<string | null> {
    if (path === null || sizeBytes === null || !isAbsolute(path)) return null;
    for (const depth of placeDepths) {
      const below = join(...path.split(/[\\/]/).slice(-depth));
      const there = await stat(join(folder(), below)).catch(() => null);
      if (there?.isFile() && there.size === sizeBytes) return below;
    }
    return null;
  }

  async function removeFile(path: string): Promise<void> {
    try {
      await rm(path, { force: true });
    } catch (error) {
      const detail = systemErrorCode(error);
      throw new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause: error });
    }
  }

  /** As `onDisk`, without waiting for a drive that sleeps: the main loop has other things to do. */
  async function findOnDisk(id: LibraryFileId): Promise<{ file: FileRow; path: string }> {
    const file = table.file(id);
    if (file.path === null) throw new AppError('NOT_FOUND', { what: file.fileName });
    const path = absolute(file.path);
    const there = await isThere(path);
    note(file, there);
    if (!there) throw new AppError('NOT_FOUND', { what: file.fileName });
    return { file, path };
  }

  function onDisk(id: LibraryFileId): { file: FileRow; path: string } {
    const file = table.file(id);
    const path = check(file);
    if (path === null) throw new AppError('NOT_FOUND', { what: file.fileName });
    return { file, path };
  }

  return {
    storeScenes: createSceneIntake({ store, table, changed: () => changed('scenes') }),
    onDisk,
    async refreshCapture(scope: Scope, captureId: CaptureId): Promise<SceneDetails[]> {
      const ids = await links.query(scope, captureId);
      const files = ids.flatMap((id) => table.filesOf(id));
      const thumbnails = files.filter(
        // By its kind too: a raster may be named so, and is not to come unasked.
        (file) => file.kind === 'attachment' && file.name === 'thumbnail' && file.path === null,
      );
      if (thumbnails.length > 0) wantThumbnails(thumbnails.map((file) => file.fileId));
      return ids.map((id) => table.get(id));
    },
    async rasterInfo(id: LibraryFileId): Promise<RasterInfo> {
      const { file, path } = await findOnDisk(id);
      const bands = table.get(file.librarySceneId).files.find((each) => each.fileId === id)?.bands ?? [];
      const info = await rasters.describe({ fileId: id, path, kept: file.rasterInfo, bands });
      if (info.text !== file.rasterInfo) table.setRasterInfo(id, info.text);
      return { ...info.raster, fileId: id, librarySceneId: file.librarySceneId, fileName: file.fileName };
    },
    async deleteFile(id: LibraryFileId): Promise<SceneDetails> {
      const file = table.file(id);
      if (file.path !== null) await removeFile(absolute(file.path));
      await rasters.forget(id);
      table.markRemoved(id);
      changed('library');
      return table.get(file.librarySceneId);
    },
    /** Looks through all records once, in small steps; run at start and when the folder is another one. What moved with it is found again. */
    async sweep(signal: AbortSignal): Promise<void> {
      for (let after = 0, more = true; more && !signal.aborted; ) {
        const files = table.savedFiles(after, sweepStep);
        // Not by the main loop, for a network drive takes its time for each; and two at a time, for all else that reads a file waits
        // for the same four threads.
        const there = await inTwos(files, ({ path }) => isThere(absolute(path)));
        if (signal.aborted) return;
        // One commit per step: with the drive gone, each record would wait for the disk by itself.
        const found = await inTwos(files, async (file, i) => (there[i] ? null : refound(file)));
        if (signal.aborted) return;
        store.transaction(() => {
          for (const [i, file] of files.entries()) {
            const path = found[i] ?? null;
            if (path === null) note(file, there[i] === true);
            else table.movePath(file.fileId, path);
          }
        });
        if (found.some((path) => path !== null)) changed('library');
        after = files.at(-1)?.fileId ?? after;
        more = files.length === sweepStep;
        if (more) await wait(sweepPauseMs, undefined, { ref: false });
      }
    },
    /** What lies in the library folder, and how many files that were saved are not found. */
    async folder(signal: AbortSignal) {
      const path = folder();
      return { path, missing: table.countMissing(), ...(await folderContent(path, signal)) };
    },
    /** New files go to another folder from now on; those on disk stay where they are, and are found there. */
    folderChanged(before: string) {
      table.pinPaths(before);
      changed('library');
    },
    saved(id: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) {
      const root = folder() + sep;
      table.markSaved(id, {
        ...saved,
        path: saved.path.startsWith(root) ? saved.path.slice(root.length) : saved.path,
      });
      changed('library');
    },
    /**
     * What `/files/…` serves, by record only: no path of the outside ever becomes a path here. Every tile of a raster asks: the disk
     * is not looked at, who opens the file tells whether it is there.
     */
    resolve(pathname: string): ResolvedFile | null {
      const match = /^\/files\/(raster|display|thumbnail|preview)\/(\d{1,15})$/.exec(pathname);
      if (!match) return null;
      const [, kind, id] = match;
      if (kind === 'display')
        return {
          path: rasters.displayPath(libraryFileIdSchema.parse(Number(id))),
          contentType: 'image/tiff',
        };
      const served = (file: FileRow | undefined, contentType: string): ResolvedFile | null =>
        file === undefined || file.path === null
          ? null
          : { path: absolute(file.path), contentType, seen: (there) => note(file, there) };
      if (kind === 'raster') {
        const file = table.file(libraryFileIdSchema.parse(Number(id)));
        return file.kind === 'raster' ? served(file, 'image/tiff') : null;
      }
      const picture = served(
        table
          .filesOf(librarySceneIdSchema.parse(Number(id)))
          .find((file) => file.kind === 'attachment' && file.name === kind),
        'image/png',
      );
      return picture && { ...picture, mostPixels: mostPixels[kind === 'preview' ? kind : 'thumbnail'] };
    },
  };
}

export type Library = ReturnType<typeof createLibrary>;
