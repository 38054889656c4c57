import { app } from 'electron';
import type { HostApp } from '../host/host-app.ts';
import { readHandedOver } from './opened-arguments.ts';

export interface FileOpening {
  /** Called once, when the application starts. */
  begin(nadir: Promise<Pick<HostApp, 'openFiles'>>): void;
}

/**
 * Opens the files that this start names, and those that the system gives to it later. Created before Electron is ready, because macOS tells
 * of the file of a double click before that.
 */
export function createFileOpening(named: readonly string[]): FileOpening {
  const early = [...named];
  let nadir: Promise<Pick<HostApp, 'openFiles'>> | null = null;

  async function openNow(starting: Promise<Pick<HostApp, 'openFiles'>>, files: readonly string[]) {
    const { openFiles } = await starting;
    for (const path of await openFiles(files)) app.addRecentDocument(path);
  }
  function open(files: readonly string[]) {
    if (files.length === 0) return;
    if (nadir === null) early.push(...files);
    // Who starts the application tells why it does not start.
    else void openNow(nadir, files).catch(() => undefined);
  }

  // While this one closes nobody takes them here, and `endInOrder` starts another one for them.
  app.on('second-instance', (_event, _argv, _folder, given) => open(readHandedOver(given)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open([path]);
  });
  return {
    begin(starting) {
      nadir = starting;
      open(early);
    },
  };
}
