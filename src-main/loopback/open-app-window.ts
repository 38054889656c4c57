import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface BrowserSearch {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** True if this path is a program that can be started. */
  isProgram?: (path: string) => boolean;
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a Chromium on this machine, or null. `NADIR_CHROMIUM` names another one. */
export function findChromium({
  environment,
  platform,
  isProgram = executable,
}: BrowserSearch): string | null {
  const named = environment.NADIR_CHROMIUM;
  if (named) return named;
  const fixed: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    win32: [
      join(environment.ProgramFiles ?? '', 'Google/Chrome/Application/chrome.exe'),
      join(environment['ProgramFiles(x86)'] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
    ],
  };
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map((name) => join(folder, name)),
    );
  return [...(fixed[platform] ?? []), ...(platform === 'win32' ? [] : onPath)].find(isProgram) ?? null;
}

/** True if this machine can show a window. */
export function hasDisplay({ environment, platform }: BrowserSearch): boolean {
  return (
    platform === 'darwin' ||
    platform === 'win32' ||
    Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
  );
}

/**
 * Opens the address in its own window. Everyone on the machine can read the arguments of a process, so the token is not among
 * them: the browser gets a private file that redirects, which is deleted soon after. `failed` is called if there is no display,
 * no browser, or one that ends with an error.
 */
export function openAppWindow({
  address,
  folder,
  search,
  failed,
}: {
  address: string;
  folder: string;
  search: BrowserSearch;
  failed: () => void;
}): void {
  const program = hasDisplay(search) ? findChromium(search) : null;
  if (program === null) {
    failed();
    return;
  }
  const home = mkdtempSync(join(folder, 'launch-'));
  const page = join(home, 'open.html');
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><title>Nadir</title><script>location.replace(${JSON.stringify(address)})</script>`,
    {
      mode: 0o600,
    },
  );
  const tidy = () => rmSync(home, { recursive: true, force: true });
  setTimeout(tidy, 30_000).unref();
  process.once('exit', tidy);
  const child = spawn(
    program,
    [`--app=${pathToFileURL(page).href}`, `--user-data-dir=${join(folder, 'browser')}`, '--no-first-run'],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  let told = false;
  const complain = () => {
    tidy();
    if (!told) failed();
    told = true;
  };
  child.once('error', complain);
  // Zero: the browser was closed, or passed the address to a running one.
  child.once('exit', (code) => {
    if (code !== null && code !== 0) complain();
  });
  child.unref();
}
