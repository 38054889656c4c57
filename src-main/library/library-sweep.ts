import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { type FilesOnDisk, isReachable } from './files-on-disk.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/** Records checked without a pause, a few milliseconds, and the pause: a start has better things to do. */
const sweepStep = 200;
const sweepPauseMs = 20;

/** How far below the library folder its files lie: `<project>/<scene>/<file>`, and `<folder>/<file>` of some. */
const placeDepths = [3, 2] as const;

/** Returns the answers in the order of the items, of which two are asked at a time. */
async function inTwos<T, R>(items: readonly T[], ask: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += 2)
    answers.push(...(await Promise.all(items.slice(at, at + 2).map((item, i) => ask(item, at + i)))));
  return answers;
}

/** Returns the sweep of the records: each file that is said to be on disk is looked for once. */
export function createLibrarySweep({
  store,
  table,
  files,
  folder,
  changed,
}: {
  store: Pick<Store, 'transaction'>;
  table: Pick<SceneFiles, 'savedFiles' | 'movePath'>;
  files: Pick<FilesOnDisk, 'absolute' | 'noteFound'>;
  folder: () => string;
  changed: () => void;
}) {
  /**
   * Where in the library folder a file lies that is no longer where it was: the folder was moved. Known by its project, scene,
   * name and size; the path below the library, or null.
   */
  async function findMoved({ path, sizeBytes }: Pick<FileRow, 'path' | 'sizeBytes'>): Promise<string | null> {
    if (path === null || sizeBytes === null || !isAbsolute(path)) return null;
    for (const depth of placeDepths) {
      const below = join(...path.split(/[\\/]/).slice(-depth));
      const found = await stat(join(folder(), below)).catch(() => null);
      if (found?.isFile() && found.size === sizeBytes) return below;
    }
    return null;
  }

  /** Looks through all records once, in small steps; run at start and when the folder is another one. What moved with it is found again. */
  return async (signal: AbortSignal): Promise<void> => {
    for (let after = 0, more = true; more && !signal.aborted; ) {
      const saved = table.savedFiles(after, sweepStep);
      // Not by the main loop, for a network drive takes its time for each; and two at a time, for all else that reads a file waits
      // for the same four threads.
      const isFound = await inTwos(saved, ({ path }) => isReachable(files.absolute(path)));
      if (signal.aborted) return;
      // One commit per step: with the drive gone, each record would wait for the disk by itself.
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
      after = saved.at(-1)?.fileId ?? after;
      more = saved.length === sweepStep;
      if (more) await wait(sweepPauseMs, undefined, { ref: false });
    }
  };
}
