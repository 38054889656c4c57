import type { StoreApi } from 'zustand/vanilla';
import type { ImportedFeature } from '../../../formats/imported.ts';
import type { StartReading } from '../../../formats/start-reading.ts';
import { addFileFeatures } from './add-file-features.ts';
import { groupFiles } from './group-files.ts';
import { addedIn, availableIn, featuresIn, uncorrectedIn } from './import-file.ts';
import { createImportFiles, type ImportFiles } from './import-files.ts';
import { createImportState, type ImportState, numbersBefore, textId } from './import-state.ts';
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
async function addFeatures({ store, files, limits, run, numbered }: AddOptions): Promise<number> {
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

/** The maximum number of files at once, because each needs a worker. */
export const maxFiles = 16;

/** Creates the state of an import dialog. `start` parses a source; nothing is added before `add`. */
export function createImportStore(start: StartReading, limits: ImportLimits) {
  const store = createImportState();
  const files = createImportFiles({ store, start, limits });
  /** True once the screen with the dialog has been left. */
  let isLeft = false;

  return {
    store,
    addFiles(opened: readonly File[]) {
      const free = maxFiles - store.getState().files.length;
      const groups = groupFiles(opened);
      store.setState({ hasTooMany: groups.length > free });
      for (const group of groups.slice(0, free)) files.open(group);
    },
    setText: files.setText,
    remove: files.remove,
    choose: files.choose,
    correct(id: number, index: number, feature: ImportedFeature | null) {
      const file = files.get(id);
      if (!file) return;
      const corrected = new Map(file.corrected);
      if (feature === null) corrected.delete(index);
      else corrected.set(index, feature);
      files.change(id, { corrected });
    },
    select: (id: number, selected: ReadonlySet<number>) => files.change(id, { selected }),
    /**
     * Adds the available features to a run of the target in batches, then removes the files without remaining features. Returns the number
     * of added features; rejects with the error of the run.
     */
    async add({ begin, numbered }: Pick<ImportTarget, 'begin' | 'numbered'>): Promise<number> {
      store.setState({ isAdding: true });
      try {
        return await addFeatures({ store, files, limits, run: await begin(), numbered });
      } finally {
        store.setState({ isAdding: false });
        if (isLeft) files.clear();
      }
    },
    /**
     * Stops all parses and removes all sources, because the screen was left. Returns true if features are being added: then this happens
     * once they are added.
     */
    leave(): boolean {
      isLeft = true;
      const { isAdding } = store.getState();
      if (!isAdding) files.clear();
      return isAdding;
    },
    /** Records that the screen with the dialog is shown. */
    enter() {
      isLeft = false;
    },
    clear: files.clear,
  };
}
/** The state of an import dialog and its actions. */
export type ImportDialogState = ReturnType<typeof createImportStore>;
