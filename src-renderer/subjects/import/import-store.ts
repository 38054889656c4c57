import type { ImportedFeature } from '../../formats/imported.ts';
import type { StartReading } from '../../formats/start-reading.ts';
import { addFeatures } from './add-features.ts';
import { groupFiles } from './group-files.ts';
import { createImportFiles } from './import-files.ts';
import { createImportState } from './import-state.ts';
import type { ImportLimits, ImportTarget } from './import-target.ts';

/** More files at once would need a worker each. */
export const mostFiles = 16;

/** Creates the state of one import dialog. Everything is read by `start`; nothing is added before `take`. */
export function createImportStore(start: StartReading, limits: ImportLimits) {
  const store = createImportState();
  const files = createImportFiles({ store, start, limits });
  /** True once nobody sees the dialog any more. */
  let isLeft = false;

  return {
    store,
    addFiles(opened: readonly File[]) {
      const free = mostFiles - store.getState().files.length;
      const groups = groupFiles(opened);
      store.setState({ hasTooMany: groups.length > free });
      for (const group of groups.slice(0, free)) files.open(group);
    },
    setText: files.setText,
    remove: files.remove,
    choose: files.choose,
    mend(id: number, index: number, feature: ImportedFeature | null) {
      const file = files.get(id);
      if (!file) return;
      const mended = new Map(file.mended);
      if (feature === null) mended.delete(index);
      else mended.set(index, feature);
      files.change(id, { mended });
    },
    select: (id: number, selected: ReadonlySet<number>) => files.change(id, { selected }),
    /**
     * Adds what can be added to a run of the target, in batches, and forgets the files of which nothing is left. Returns
     * the number of features that were added; rejects with the error of the run.
     */
    async take({ begin, numbered }: Pick<ImportTarget, 'begin' | 'numbered'>): Promise<number> {
      store.setState({ isAdding: true });
      try {
        return await addFeatures({ store, files, limits, run: await begin(), numbered });
      } finally {
        store.setState({ isAdding: false });
        if (isLeft) files.clear();
      }
    },
    /**
     * Stops all readings and forgets them, because the dialog is gone. What is being added is added to its end first:
     * then it returns true.
     */
    leave(): boolean {
      isLeft = true;
      const { isAdding } = store.getState();
      if (!isAdding) files.clear();
      return isAdding;
    },
    /** Says that somebody sees the dialog. */
    enter() {
      isLeft = false;
    },
    clear: files.clear,
  };
}
/** The state of one import dialog and what the user can do with it. */
export type ImportDialogState = ReturnType<typeof createImportStore>;
