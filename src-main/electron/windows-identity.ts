import type { App } from 'electron';

/** The id of the installed program; the installer writes it into its link in the start menu (`appId` in electron-builder.yml). */
const packagedId = 'app.nadir.desktop';
/** The object by which Windows tells Nadir of a clicked notice. Made once; another one would leave dead entries in the registry. */
const toastActivator = '{7C2B5A0E-3F1D-4B86-9A64-2E0C8D51F7B3}';

/**
 * Tells Windows which program this process is, before its first window and notice. Otherwise Electron makes up an id, writes it into the
 * installer's link, and the taskbar shows the window beside its own pin. From the sources it is Electron's program, whose path is its id.
 */
export function identifyOnWindows(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  { platform, execPath }: { platform: NodeJS.Platform; execPath: string },
): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(app.isPackaged ? packagedId : execPath);
  app.setToastActivatorCLSID(toastActivator);
}
