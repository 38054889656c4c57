import { createStore } from 'zustand/vanilla';
import { featuresIn, type ImportFile } from './import-file.ts';

/** The state of one import dialog. */
export interface ImportState {
  files: readonly ImportFile[];
  /** The pasted text; it is a source of its own. */
  text: string;
  hasTooMany: boolean;
  /** The highest number that a feature without a name may have got in a file that is gone. */
  numbersUsed: number;
  /** True while features are added; nothing may then be removed or read again. */
  isAdding: boolean;
}

/** The state without any source. */
export const noSources = { files: [], text: '', hasTooMany: false, numbersUsed: 0 } as const;

/** The id of the pasted text; files have higher ones. */
export const textId = 0;

/** Creates the state of a dialog that has just been opened. */
export const createImportState = () => createStore<ImportState>(() => ({ ...noSources, isAdding: false }));

/**
 * Returns how many numbers come before those of a file: features without a name are numbered through all files of an
 * import, so that no two of them get the same name.
 */
export function numbersBefore(
  { files, numbersUsed }: Pick<ImportState, 'files' | 'numbersUsed'>,
  id: number,
) {
  let before = numbersUsed;
  for (const file of files) {
    if (file.id === id) break;
    before += featuresIn(file);
  }
  return before;
}
