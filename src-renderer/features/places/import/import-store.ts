import type { ImportedFeature } from '../../../formats/imported.ts';
import type { StartReading } from '../../../formats/start-reading.ts';
import { addFeatures } from './add-features.ts';
import { groupFiles } from './group-files.ts';
import { createImportFiles } from './import-files.ts';
import { createImportState } from './import-state.ts';
import type { ImportLimits, ImportTarget } from './import-target.ts';

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
