import { dirname, join } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

interface FileDialogOptions {
  /** The parent window of dialogs. */
  window: () => BrowserWindow | null;
  /** The folders in which dialogs ended the last time, by what the dialog is for. */
  lastFolders: { get: (purpose: string) => string | null; set: (purpose: string, folder: string) => void };
}

/**
 * Creates the dialogs for files and folders. Each opens where the last one for the same purpose ended; by itself Electron opens every
 * one of them in the folder for downloads.
 */
export function createFileDialogs({ window, lastFolders }: FileDialogOptions) {
  /** `folderOf` returns the folder to remember for what was picked. */
  async function open(
    purpose: string,
    options: OpenDialogOptions,
    folderOf: (path: string) => string,
  ): Promise<string | null> {
    const last = lastFolders.get(purpose);
    const asked = last === null ? options : { ...options, defaultPath: last };
    const parent = window();
    const { canceled, filePaths } = parent
      ? await dialog.showOpenDialog(parent, asked)
      : await dialog.showOpenDialog(asked);
    const [picked] = filePaths;
    if (canceled || picked === undefined) return null;
    lastFolders.set(purpose, folderOf(picked));
    return picked;
  }

  /** Returns where the dialog for saving begins: in the last folder, with this name. */
  function suggestPlace(fileName: string): string {
    const last = lastFolders.get('save');
    return last === null ? fileName : join(last, fileName);
  }
  /** Remembers where a file was saved. */
  const savedTo = (path: string) => lastFolders.set('save', dirname(path));

  return {
    pickFolder: () =>
      open('folder', { properties: ['openDirectory', 'createDirectory'] }, (folder) => folder),
    pickFile: (kind: { name: string; extensions: string[] }) =>
      open(kind.extensions.join(' '), { properties: ['openFile'], filters: [kind] }, dirname),
    /** Lets the user say where a file is saved; null if the dialog was closed. */
    async pickTarget(fileName: string, kind: { name: string; extensions: string[] }): Promise<string | null> {
      const asked = { defaultPath: suggestPlace(fileName), filters: [kind] };
      const parent = window();
      const { canceled, filePath } = parent
        ? await dialog.showSaveDialog(parent, asked)
        : await dialog.showSaveDialog(asked);
      if (canceled || filePath === '') return null;
      savedTo(filePath);
      return filePath;
    },
    suggestPlace,
    savedTo,
  };
}

/** What `createFileDialogs` returns. */
export type FileDialogs = ReturnType<typeof createFileDialogs>;
