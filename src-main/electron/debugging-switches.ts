import type { App } from 'electron';
import { FlagError } from '../host/host-flags.ts';

/** Switches of Chromium by which another program reads the page and speaks for it. No fuse of Electron knows them. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'];

/** Throws FlagError where a packaged Nadir was started for a debugger: whatever writes its link could otherwise read the window. */
export function refuseDebugging({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): void {
  const found = debuggingSwitches.find((name) => commandLine.hasSwitch(name));
  if (isPackaged && found !== undefined)
    throw new FlagError(
      `An installed Nadir does not start with --${found}, which opens its window to other programs.`,
    );
}
