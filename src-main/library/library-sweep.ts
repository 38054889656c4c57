import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { type FilesOnDisk, isReachable } from './files-on-disk.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/**
 * The number of records checked without a pause (a few milliseconds), and the pause, because other work is more important at a
 * start.
 */
const sweepStep = 200;
const sweepPauseMs = 20;

/** How deep below the library folder its files are: `<project>/<scene>/<file>`, and `<folder>/<file>` for some. */
const placeDepths = [3, 2] as const;

/** Resolves with the answers in the order of the items; two are requested at a time. */
async function inTwos<T, R>(items: readonly T[], ask: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += 2)
    answers.push(...(await Promise.all(items.slice(at, at + 2).map((item, i) => ask(item, at + i)))));
  return answers;
}

/** Creates the sweep of the records, which checks once whether each file that is recorded as on disk is there. */
export function createLibrarySweep({
  store,
  table,
  files,
  folder,
  changed,
}: {
  store: Pick<Store, 'transaction'>;
  table: Pick<SceneFiles, 'savedFiles' | 'movePath' | 'isNamed'>;
  files: Pick<FilesOnDisk, 'absolute' | 'noteFound' | 'further'>;
  folder: () => string;
  changed: () => void;
}) {
  /**
   * Searches a missing file in the library folder, in case the folder was moved. It is recognised by its project, scene, name and
   * size. Resolves with the path below the library, or null.
   */
  async function findMoved({ path, sizeBytes }: Pick<FileRow, 'path' | 'sizeBytes'>): Promise<string | null> {
    if (path === null || sizeBytes === null || !isAbsolute(path)) return null;
    for (const depth of placeDepths) {
      const below = join(...path.split(/[\\/]/).slice(-depth));
      const found = await stat(join(folder(), below)).catch(() => null);
      // A file that another scene has is not this one's.
      if (found?.isFile() && found.size === sizeBytes && !table.isNamed(below)) return below;
    }
    return null;
  }

  /**
   * Checks all records once, in small steps; runs at the start and after a change of the folder. Files that moved with the folder
   * are found again.
   */
  return async (signal: AbortSignal): Promise<void> => {
    for (let after = 0, more = true; more && !signal.aborted; ) {
      const page = table.savedFiles(after, sweepStep);
      // A file of a further folder is away with its folder and never lost; each of these folders is watched on its own.
      const saved = page.filter(({ path }) => !files.further.isFurther(files.absolute(path)));
      // Asynchronous, because a network drive is slow for each file; and two at a time, because all other file reads wait for the
      // same threads.
      const isFound = await inTwos(saved, ({ path }) => isReachable(files.absolute(path)));
      if (signal.aborted) return;
      // One commit per step: if the drive is missing, each record would otherwise wait for its own flush.
      const movedTo = await inTwos(saved, async (file, i) => (isFound[i] ? null : findMoved(file)));
      if (signal.aborted) return;
      store.transaction(() => {
        for (const [i, file] of saved.entries()) {
          const path = movedTo[i] ?? null;
          if (path === null) files.noteFound(file, isFound[i] === true);
          else table.movePath(file.fileId, path);
        }
      });
      if (movedTo.some((path) => path !== null)) changed();
      after = page.at(-1)?.fileId ?? after;
      more = page.length === sweepStep;
      if (more) await wait(sweepPauseMs, undefined, { ref: false });
    }
  };
}
