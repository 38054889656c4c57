import type { StoreApi } from 'zustand/vanilla';
import { addFileFeatures } from './add-file-features.ts';
import { addedIn, availableIn, featuresIn, uncorrectedIn } from './import-file.ts';
import type { ImportFiles } from './import-files.ts';
import { type ImportState, numbersBefore, textId } from './import-state.ts';
import type { ImportLimits, ImportRun, ImportTarget } from './import-target.ts';

interface Sources {
  store: StoreApi<ImportState>;
  files: ImportFiles;
  limits: ImportLimits;
}

interface AddOptions extends Sources, Pick<ImportTarget, 'numbered'> {
  run: ImportRun;
}

/** Removes a file without remaining features. A pasted text that was added in part becomes a file of its own. */
function removeAdded({ store, files, limits }: Sources, id: number) {
  const file = files.get(id);
  if (!file) return;
  const isDone = uncorrectedIn(file) === 0 && file.outcome?.problem == null && !file.hasFailed;
  if (availableIn(file, limits) === 0 && isDone) {
    const highest = numbersBefore(store.getState(), id) + featuresIn(file);
    store.setState(({ numbersUsed }) => ({ numbersUsed: Math.max(numbersUsed, highest) }));
    files.remove(id);
  } else if (id === textId && addedIn(file) > 0) files.detachText();
}

/**
 * Adds the available features of all files to a run, up to the limit of the target, then removes the files without remaining features.
 * Returns the number of added features; rejects with the error of the run. After an error the files are as before if the run could undo its
 * batches; otherwise the batches that succeeded count as added.
 */
export async function addFeatures({ store, files, limits, run, numbered }: AddOptions): Promise<number> {
  const before = store.getState().files;
  let added = 0;
  try {
    for (const file of before) {
      if (added >= limits.maxFeatures) break;
      added += await addFileFeatures(file, limits.maxFeatures - added, {
        add: run.add,
        numbered,
        selectsEach: limits.selectsEach,
        numbersBefore: numbersBefore(store.getState(), file.id),
        change: (patch) => files.change(file.id, patch),
      });
    }
    await run.finish();
  } catch (error) {
    if (run.cancel) {
      await run.cancel();
      for (const { id, taken, corrected, selected } of before)
        files.change(id, { taken, corrected, selected });
    }
    throw error;
  }
  for (const { id } of before) removeAdded({ store, files, limits }, id);
  return added;
}
