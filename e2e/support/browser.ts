import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The system's Chromium: Playwright's own build cannot be fetched everywhere. `NADIR_CHROMIUM` names another. */
export function chromiumPath(): string {
  const named = process.env.NADIR_CHROMIUM;
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  throw new Error('No Chromium found: install the package chromium, or name one in NADIR_CHROMIUM.');
}

/** Electron's program where its binary has been fetched, else null: then the loopback host is tested. */
export function electronPath(): string | null {
  const folder = join(import.meta.dirname, '../../node_modules/electron/dist');
  const names = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
  const name = Object.entries(names).find(([platform]) => platform === process.platform)?.[1];
  return name && existsSync(join(folder, name)) ? join(folder, name) : null;
}

/** Without these the browser looks up hosts of its maker at every start; tests touch 127.0.0.1 only. */
const commonArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Canvases drawn by the processor, as where no GPU answers. */
export const chromiumArgs = [...commonArgs, '--disable-gpu'];

/** Canvases drawn through GL, here in software: as on virtual machines and remote desktops. */
export const acceleratedArgs = [
  ...commonArgs,
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-gpu-rasterization',
  '--ignore-gpu-blocklist',
];
