import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { type FilesOnDisk, isReachable } from './files-on-disk.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/**
 * The number of records that are checked without a pause (a few milliseconds), and the pause, because other work is more important at
 * the start.
 */
const sweepStep = 200;
const sweepPauseMs = 20;

/** How deep below the library folder its files are: `<project>/<scene>/<file>`, and `<folder>/<file>` for some. */
const placeDepths = [3, 2] as const;

/** Resolves with the result of `ask` for each item, in the same sequence; two calls run at a time. */
async function inTwos<T, R>(items: readonly T[], ask: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += 2)
    answers.push(...(await Promise.all(items.slice(at, at + 2).map((item, i) => ask(item, at + i)))));
  return answers;
}

/** Creates the sweep, which checks once whether each file that is recorded as on disk exists. */
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
   * Resolves with the path below the library folder of a missing file, in case the folder was moved; null if it is not found. A file is
   * recognised by its project, scene, name and size.
   */
  async function findMoved({ path, sizeBytes }: Pick<FileRow, 'path' | 'sizeBytes'>): Promise<string | null> {
    if (path === null || sizeBytes === null || !isAbsolute(path)) return null;
    for (const depth of placeDepths) {
      const below = join(...path.split(/[\\/]/).slice(-depth));
      const found = await stat(join(folder(), below)).catch(() => null);
      // A file of another scene is not the missing one.
      if (found?.isFile() && found.size === sizeBytes && !table.isNamed(below)) return below;
    }
    return null;
  }

  /**
   * Checks all records once, in small steps; it runs at the start and after a change of the folder. Files that were moved with the
   * folder are found again.
   */
  return async (signal: AbortSignal): Promise<void> => {
    for (let after = 0, more = true; more && !signal.aborted; ) {
      const page = table.savedFiles(after, sweepStep);
      // Files of further folders are not checked: each of these folders is watched, and its files are away with it but not lost.
      const saved = page.filter(({ path }) => !files.further.isFurther(files.absolute(path)));
      // Asynchronous, because a network drive is slow; and two at a time, because all other reads of files use the same threads.
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
