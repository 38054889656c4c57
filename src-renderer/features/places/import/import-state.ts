import { createStore } from 'zustand/vanilla';
import { featuresIn, type ImportFile } from './import-file.ts';

/** The state of one import dialog. */
export interface ImportState {
  files: readonly ImportFile[];
  /** The pasted text, which is a source of its own. */
  text: string;
  hasTooMany: boolean;
  /** The highest number of a default name that a removed file may have used. */
  numbersUsed: number;
  /** True while features are being added; no file may then be removed or parsed again. */
  isAdding: boolean;
}

/** The state without sources. */
export const noSources = { files: [], text: '', hasTooMany: false, numbersUsed: 0 } as const;

/** The id of the pasted text; files have higher ones. */
export const textId = 0;

/** Creates the store of a new dialog. */
export const createImportState = () => createStore<ImportState>(() => ({ ...noSources, isAdding: false }));

/**
 * Returns the number of default names before those of a file. They are numbered through all files of an import, so that no two features get
 * the same one.
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
