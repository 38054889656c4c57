import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';
import { type FilesOnDisk, isReachable } from './files-on-disk.ts';
import type { FileRow, SavedFile, SceneFiles } from './scene-files.ts';

/**
 * The number of records that are checked without a pause (a few milliseconds), and the pause, because other work is more important at
 * the start.
 */
const sweepStep = 200;
const sweepPauseMs = 20;
/** How many records the next part of a round has. Each round asks the disk for every file, so it may take many parts. */
const partRecords = 1_000;

/** How deep below the library folder its files are: `<project>/<scene>/<file>`, and `<folder>/<file>` for some. */
const placeDepths = [3, 2] as const;

/** Resolves with the result of `ask` for each item, in the same sequence; two calls run at a time. */
async function inTwos<T, R>(items: readonly T[], ask: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += 2)
    answers.push(...(await Promise.all(items.slice(at, at + 2).map((item, i) => ask(item, at + i)))));
  return answers;
}

/** Creates the sweep, which checks once whether the files that are recorded as on disk exist. */
export function createLibrarySweep({
  store,
  table,
  files,
  folder,
  changed,
}: {
  store: Pick<Store, 'transaction'>;
  table: Pick<SceneFiles, 'savedFiles' | 'missingFiles' | 'movePath' | 'isNamed'>;
  files: Pick<FilesOnDisk, 'absolute' | 'located' | 'noteFound' | 'drives'>;
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

  /** Resolves with true if the drive of a file answers, so that its files are either there or missing. */
  const isDriveThere = ({ path }: SavedFile, ask: 'ensureThere' | 'ensureThereNow') =>
    files.drives[ask](files.absolute(path)).then(
      () => true,
      () => false,
    );

  async function checkPage(saved: readonly SavedFile[], signal: AbortSignal): Promise<void> {
    // Asynchronous, because a network drive is slow; and two at a time, because all other reads of files use the same threads.
    const isFound = await inTwos(saved, ({ path }) => isReachable(files.absolute(path)));
    if (signal.aborted) return;
    const movedTo = await inTwos(saved, async (file, i) => (isFound[i] ? null : findMoved(file)));
    const lost = saved.filter((_, i) => isFound[i] === false && movedTo[i] === null);
    // The drive may have been removed since it was asked. One file tells it for all of its folder.
    const byFolder = Map.groupBy(lost, ({ path }) => files.located(files.absolute(path)).root);
    const missing = new Set<SavedFile>();
    for (const ofFolder of byFolder.values()) {
      const [first] = ofFolder;
      if (first === undefined || !(await isDriveThere(first, 'ensureThereNow'))) continue;
      for (const file of ofFolder) missing.add(file);
    }
    if (signal.aborted) return;
    // One commit per step: otherwise each record would wait for its own flush.
    store.transaction(() => {
      for (const [i, file] of saved.entries()) {
        const path = movedTo[i] ?? null;
        if (path !== null) table.movePath(file.fileId, path);
        else if (isFound[i] === true || missing.has(file)) files.noteFound(file, isFound[i] === true);
      }
    });
    if (movedTo.some((path) => path !== null)) changed();
  }

  /** The last record of the part that was checked last, in the round over all records. */
  let roundAfter = 0;

  /**
   * Checks records once, in small steps: all of them at the start, after a change of the folder and when its drive is back; those of files
   * that are missing, which somebody may have put back; or the next part of a round over all of them, because others delete files of a
   * folder that several people share, and nobody tells. Files that were moved with the folder are found again. Files whose drive is
   * away stay as they are recorded.
   */
  return async (signal: AbortSignal, which: 'all' | 'missing' | 'next' = 'all'): Promise<void> => {
    let left = which === 'next' ? partRecords : Number.POSITIVE_INFINITY;
    for (let after = which === 'next' ? roundAfter : 0, more = true; more && !signal.aborted; ) {
      const page =
        which === 'missing' ? table.missingFiles(after, sweepStep) : table.savedFiles(after, sweepStep);
      const saved: SavedFile[] = [];
      for (const file of page) {
        // Those of further folders are not checked: each of these folders is watched, and read again when it is back.
        const isWatched = which !== 'missing' && files.drives.isFurther(files.absolute(file.path));
        if (!isWatched && (await isDriveThere(file, 'ensureThere'))) saved.push(file);
      }
      await checkPage(saved, signal);
      after = page.at(-1)?.fileId ?? after;
      left -= page.length;
      const isEnd = page.length < sweepStep;
      if (which === 'next') roundAfter = isEnd ? 0 : after;
      more = !isEnd && left > 0;
      if (more && !signal.aborted) await wait(sweepPauseMs, undefined, { ref: false });
    }
  };
}
